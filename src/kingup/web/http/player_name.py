"""The name that a person last played under, in a signed cookie."""

from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.responses import Response

from kingup.tables.names import read_name
from kingup.web.http.identity import YEAR, cookie_of, set_cookie
from kingup.web.services import services_of

NAME_COOKIE = "name"


def name_of(request: HTTPConnection) -> str:
    """Return the name that a person last played under, or an empty text."""
    name = services_of(request).cookie_signer.text(cookie_of(request, NAME_COOKIE) or "")
    return name or ""


def keep_name(request: HTTPConnection, response: Response, name: str) -> None:
    """Store a name in the cookie, for the next table."""
    signed = services_of(request).cookie_signer.sign_text(read_name(name))
    set_cookie(request, response, NAME_COOKIE, signed, YEAR)
