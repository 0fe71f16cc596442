"""Accepts forms from our own pages only.

A browser sends where a form comes from (Origin, or Referer). A page of another site can make it
send a form here, in the worst case with our cookies, but cannot forge those headers.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from kingup.server.refusals import Refusal

DEFAULT_PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443}


def same_origin(connection: HTTPConnection, *, silent: bool = False) -> bool:
    """Return whether a request comes from a page of this server.

    `silent` is the result for requests without Origin and Referer.
    """
    headers = connection.headers.getlist("origin") or connection.headers.getlist("referer")
    if not headers:
        return silent
    if len(headers) > 1:
        return False  # no browser sends two: the second is meant to slip past a check of the first
    origin = headers[0]
    source = _host_and_port(origin)
    host = connection.headers.get("host", "")
    # A proxy may use https to the browser and http to us, so only host and port are compared.
    return source is not None and source == _host_and_port(f"{origin.partition(':')[0]}://{host}")


def check_origin(connection: HTTPConnection) -> None:
    """Refuse a form from another site's page."""
    if not same_origin(connection):
        raise Refusal("This was not sent from our pages. Open the table and try again.",
                      status=403)  # fmt: skip


def _host_and_port(address: str) -> tuple[str, int] | None:
    try:
        parts = urlsplit(address)
        port = parts.port or DEFAULT_PORTS.get(parts.scheme)
    except ValueError:
        return None
    if not parts.hostname or port is None:
        return None
    return parts.hostname.lower(), port
