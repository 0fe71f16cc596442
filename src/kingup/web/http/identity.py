"""Who somebody is: an opaque number in a signed cookie. Nobody has an account."""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache
from http.cookies import CookieError, SimpleCookie

from itsdangerous import BadSignature, Signer, URLSafeSerializer
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection, cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kingup.server.accounts import new_person
from kingup.web.services import services_of

PERSON_COOKIE = "person"
HOST_ONLY = "__Host-"
YEAR = 365 * 24 * 3600
ANONYMOUS = ("/static/", "/api/")
"""Where nobody is known by a cookie: files are everybody's, the API has tokens."""
MOST_KNOWN = 10_000
"""Cookies that are not checked again; only those that were ours are remembered."""
PERSON = re.compile(r"[A-Za-z0-9_-]{22}")


class CookieSigner:
    """Signs what the server gives out to get it back unchanged."""

    def __init__(self, secret: str) -> None:
        self.secret = secret
        self._people = Signer(secret, salt="kingup.person", digest_method=hashlib.sha256)
        self._known: dict[str, str] = {}
        """People by their cookies, as far as they have been looked at already."""
        self._texts = URLSafeSerializer(
            secret, salt="kingup.text", signer_kwargs={"digest_method": hashlib.sha256}
        )

    def sign_person(self, person: str) -> str:
        """Return a person's cookie."""
        return self._people.sign(person).decode("ascii")

    def person(self, cookie: str) -> str | None:
        """Return the person of a cookie; None where it is not one of ours."""
        known = self._known.get(cookie)
        if known is not None:
            return known
        try:
            person = self._people.unsign(cookie).decode("ascii")
        except (BadSignature, UnicodeError):
            return None
        if not PERSON.fullmatch(person):
            return None
        if len(self._known) >= MOST_KNOWN:
            self._known.clear()
        self._known[cookie] = person
        return person

    def sign_text(self, text: str) -> str:
        """Return a text as it goes into a cookie."""
        sealed = self._texts.dumps(text)
        return sealed if isinstance(sealed, str) else sealed.decode("ascii")

    def text(self, cookie: str) -> str | None:
        """Return the text of a cookie; None where it is not one of ours."""
        try:
            text = self._texts.loads(cookie)
        except BadSignature:
            return None
        return text if isinstance(text, str) else None


def person_of(connection: HTTPConnection) -> str:
    """Return who asks."""
    person: str = connection.state.person
    return person


def cookie_name(connection: HTTPConnection, name: str) -> str:
    """Return what a cookie is called.

    Under https browsers take a name that begins so from this very host alone: no neighbour in the
    same domain, and nobody on the line who speaks plain http, can put another one in its place.
    """
    return f"{HOST_ONLY}{name}" if _is_secure(connection) else name


def cookie(connection: HTTPConnection, name: str, value: str, age: int) -> str:
    """Return a Set-Cookie header; an age of 0 takes the cookie away."""
    name = cookie_name(connection, name)
    morsel: SimpleCookie = SimpleCookie()
    morsel[name] = value
    morsel[name]["path"] = "/"
    morsel[name]["max-age"] = age
    morsel[name]["httponly"] = True
    morsel[name]["samesite"] = "Lax"
    if _is_secure(connection):
        morsel[name]["secure"] = True
    return morsel[name].OutputString()


def _is_secure(connection: HTTPConnection) -> bool:
    return connection.scope.get("scheme") in ("https", "wss")


def person_cookie(connection: HTTPConnection, person: str) -> str:
    """Return the Set-Cookie header that makes a browser a person's, for another year."""
    seals = services_of(connection).cookie_signer
    return cookie(connection, PERSON_COOKIE, seals.sign_person(person), YEAR)


def _is_introduced(connection: HTTPConnection, headers: MutableHeaders) -> bool:
    """Return whether an answer says already who its reader is from now on."""
    begins = cookie_name(connection, PERSON_COOKIE) + "="
    return any(value.startswith(begins) for value in headers.getlist("set-cookie"))


def cookie_of(connection: HTTPConnection, name: str) -> str | None:
    """Return what a browser's cookie says; None for no cookie, and for garbage."""
    header = "; ".join(connection.headers.getlist("cookie"))
    return _cookies(header).get(cookie_name(connection, name))


@lru_cache(4096)
def _cookies(header: str) -> dict[str, str]:
    """Return the cookies of a header: a browser sends the same ones again and again."""
    try:
        return cookie_parser(header)
    except (CookieError, UnicodeError):  # pragma: no cover - depends on Starlette's parser
        return {}


class IdentityMiddleware:
    """Gives everybody an identity at their first visit, and reads it at the next."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] not in ("http", "websocket") or scope["path"].startswith(ANONYMOUS):
            await self.app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        seals: CookieSigner = scope["app"].state.services.cookie_signer
        known = seals.person(cookie_of(connection, PERSON_COOKIE) or "")
        person = known or new_person()
        scope.setdefault("state", {})["person"] = person

        async def introduce(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                if not _is_introduced(connection, headers):
                    headers.append("set-cookie", person_cookie(connection, person))
            await send(message)

        await self.app(scope, receive, send if known else introduce)
