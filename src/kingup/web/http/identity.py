"""Who sends a request: a random id in a signed cookie. Nobody needs an account."""

from __future__ import annotations

from functools import lru_cache
from http.cookies import CookieError

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection, cookie_parser
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kingup.server.accounts import new_person
from kingup.web.services import services_of

PERSON_COOKIE = "person"
HOST_ONLY = "__Host-"
YEAR = 365 * 24 * 3600
ANONYMOUS = ("/static/", "/api/")
"""Paths without cookies: static files are the same for everybody, the API has tokens."""


def person_of(connection: HTTPConnection) -> str:
    """Return the id of the person who sends a request."""
    person: str = connection.state.person
    return person


def is_known(connection: HTTPConnection) -> bool:
    """Return whether the person has been here before: whether the browser keeps our cookie."""
    known: bool = connection.state.known
    return known


def cookie_of(connection: HTTPConnection, name: str) -> str | None:
    """Return the value of a cookie; None if there is none, or if it cannot be read."""
    header = "; ".join(connection.headers.getlist("cookie"))
    return _cookies(header).get(cookie_name(connection, name))


def set_cookie(
    connection: HTTPConnection, response: Response, name: str, value: str, age: int
) -> None:
    """Set a cookie that no script can read; an age of 0 deletes it."""
    response.set_cookie(
        cookie_name(connection, name),
        value,
        max_age=age,
        secure=_is_secure(connection),
        httponly=True,
        samesite="lax",
    )


def set_person_cookie(connection: HTTPConnection, response: Response, person: str) -> None:
    """Make the browser a person's for another year."""
    signed = services_of(connection).cookie_signer.sign_person(person)
    set_cookie(connection, response, PERSON_COOKIE, signed, YEAR)


def cookie_name(connection: HTTPConnection, name: str) -> str:
    """Return the full name of a cookie, which over https has a prefix.

    Browsers accept a cookie with this prefix from this host over https only. So neither another
    host of the same domain nor anybody who tampers with plain http can replace it.
    """
    return f"{HOST_ONLY}{name}" if _is_secure(connection) else name


def _is_secure(connection: HTTPConnection) -> bool:
    return connection.scope.get("scheme") in ("https", "wss")


@lru_cache(4096)
def _cookies(header: str) -> dict[str, str]:
    """Return the cookies of a header. Browsers send the same header with every request."""
    try:
        return cookie_parser(header)
    except (CookieError, UnicodeError):  # pragma: no cover - depends on Starlette's parser
        return {}


class IdentityMiddleware:
    """Gives every visitor an id on their first visit, and reads it on later ones."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Set `state.person` of a request, and the cookie of its response if it is new."""
        if scope["type"] not in ("http", "websocket") or scope["path"].startswith(ANONYMOUS):
            await self.app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        signer = services_of(connection).cookie_signer
        known = signer.person(cookie_of(connection, PERSON_COOKIE) or "")
        person = known or new_person()
        scope.setdefault("state", {}).update(person=person, known=known is not None)

        async def send_with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                if not _sets_person(connection, headers):
                    response = Response()
                    set_person_cookie(connection, response, person)
                    headers.append("set-cookie", response.headers["set-cookie"])
            await send(message)

        await self.app(scope, receive, send if known else send_with_cookie)


def _sets_person(connection: HTTPConnection, headers: MutableHeaders) -> bool:
    """Return whether a response sets the person's cookie already."""
    beginning = cookie_name(connection, PERSON_COOKIE) + "="
    return any(value.startswith(beginning) for value in headers.getlist("set-cookie"))
