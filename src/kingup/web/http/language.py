"""The language of a request: the visitor's choice, else the browser's preference."""

from __future__ import annotations

from functools import lru_cache

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kingup.language import LANGUAGES, use_language
from kingup.web.http.identity import cookie_of

LANGUAGE_COOKIE = "language"


def language_of(connection: HTTPConnection) -> str:
    """Return the language of the response."""
    chosen = cookie_of(connection, LANGUAGE_COOKIE)
    if chosen in LANGUAGES:
        return chosen
    return preferred(connection.headers.get("accept-language", ""))


@lru_cache(1024)
def preferred(header: str) -> str:
    """Return the available language that an Accept-Language header prefers, or English."""
    choices: list[tuple[float, int, str]] = []
    for place, part in enumerate(header[:1000].split(",")):
        tag, _, weight = part.partition(";")
        code = tag.strip().lower().partition("-")[0]
        if code not in LANGUAGES:
            continue
        try:
            quality = float(weight.strip().removeprefix("q=")) if weight.strip() else 1.0
        except ValueError:
            quality = 0.0
        if quality > 0:
            choices.append((-quality, place, code))
    return min(choices)[2] if choices else "en"


class LanguageMiddleware:
    """Sets the visitor's language for a request, or for the life of a socket.

    Plain ASGI, so that the language is set in the request's own task, for everything it calls.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        language = language_of(HTTPConnection(scope))
        # uvicorn may serve several requests of a connection in one context: the language is set
        # for every request, and never taken from the one before.
        use_language(language)
        scope.setdefault("state", {})["language"] = language

        async def send_with_language(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                if headers.get("content-type", "").startswith("text/html"):
                    headers["content-language"] = language
                    headers.add_vary_header("Cookie, Accept-Language")
            await send(message)

        await self.app(scope, receive, send_with_language)
