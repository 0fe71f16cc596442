"""Forms come from our own pages only.

A browser says where a form was sent from (Origin, or Referer). Pages of other sites can make
it send one here, with our cookies in the worst case, but cannot make it lie about that.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from kingup.server.refusals import Refusal

DEFAULT_PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443}


def same_origin(connection: HTTPConnection, *, silent: bool = False) -> bool:
    """Return whether a request comes from a page of this server.

    `silent` is the answer for requests that do not say.
    """
    said = connection.headers.getlist("origin") or connection.headers.getlist("referer")
    if not said:
        return silent
    if len(said) > 1:
        return False  # no browser does: whoever put a second one there hopes that one is missed
    origin = said[0]
    place = _place(origin)
    host = connection.headers.get("host", "")
    # A proxy may speak https to the browser and http to us: the host decides, not the scheme.
    return place is not None and place == _place(f"{origin.partition(':')[0]}://{host}")


def check_origin(connection: HTTPConnection) -> None:
    """Refuse a form that another site's page has sent."""
    if not same_origin(connection):
        raise Refusal("This was not sent from our pages. Open the table and try again.",
                      status=403)  # fmt: skip


def _place(address: str) -> tuple[str, int] | None:
    try:
        parts = urlsplit(address)
        port = parts.port or DEFAULT_PORTS.get(parts.scheme)
    except ValueError:
        return None
    if not parts.hostname or port is None:
        return None
    return parts.hostname.lower(), port
