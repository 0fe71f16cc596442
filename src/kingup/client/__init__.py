"""The API's client side, shared by `kingup connect` and `kingup mcp`.

`Client` makes one request at a time, `AsyncClient` many at once; `calls` has all requests.
"""

from kingup.client import calls
from kingup.client.calls import Call
from kingup.client.errors import ServerError, Unreachable
from kingup.client.http_client import AsyncClient, Client

__all__ = ["AsyncClient", "Call", "Client", "ServerError", "Unreachable", "calls"]
