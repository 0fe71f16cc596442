"""The name that somebody last played under, in a signed cookie."""

from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.responses import Response

from kingup.tables.names import read_name
from kingup.web.http.identity import YEAR, cookie, cookie_of
from kingup.web.services import services_of

NAME_COOKIE = "name"


def name_of(request: HTTPConnection) -> str:
    """Return the name that somebody last played under."""
    name = services_of(request).cookie_signer.text(cookie_of(request, NAME_COOKIE) or "")
    return name or ""


def keep_name(request: HTTPConnection, response: Response, name: str) -> None:
    """Remember a name for the next table."""
    sealed = services_of(request).cookie_signer.sign_text(read_name(name))
    response.headers.append("set-cookie", cookie(request, NAME_COOKIE, sealed, YEAR))
