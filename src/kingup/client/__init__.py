"""The other side of the API: what `kingup connect` and `kingup mcp` share.

`Client` asks a server one thing after the other, `AsyncClient` many at the same time; `calls`
are all that can be asked.
"""

from kingup.client import calls
from kingup.client.calls import Call
from kingup.client.errors import ServerError, Unreachable
from kingup.client.http_client import AsyncClient, Client

__all__ = ["AsyncClient", "Call", "Client", "ServerError", "Unreachable", "calls"]
