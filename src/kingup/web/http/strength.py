"""How strong a person wants the bots to be, remembered in a cookie."""

from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.responses import Response

from kingup.server.opponents import STRENGTHS
from kingup.web.http.identity import YEAR, cookie_of, set_cookie

STRENGTH_COOKIE = "strength"


def strength_of(request: HTTPConnection) -> str | None:
    """Return the strength that a person last chose; None if they have not chosen."""
    chosen = cookie_of(request, STRENGTH_COOKIE)
    return chosen if chosen in STRENGTHS else None


def keep_strength(request: HTTPConnection, response: Response, strength: str) -> None:
    """Remember a strength for the next game."""
    set_cookie(request, response, STRENGTH_COOKIE, strength, YEAR)
