"""The language of a request: what the visitor chose, else what the browser prefers."""

from __future__ import annotations

from functools import lru_cache

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kingup.language import LANGUAGES, use_language
from kingup.web.http.identity import cookie_of

LANGUAGE_COOKIE = "language"


def language_of(connection: HTTPConnection) -> str:
    """Return the language to answer in."""
    chosen = cookie_of(connection, LANGUAGE_COOKIE)
    if chosen in LANGUAGES:
        return chosen
    return preferred(connection.headers.get("accept-language", ""))


@lru_cache(1024)
def preferred(header: str) -> str:
    """Return the language of ours that an Accept-Language header likes best, or English."""
    wishes: list[tuple[float, int, str]] = []
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
            wishes.append((-quality, place, code))
    return min(wishes)[2] if wishes else "en"


class LanguageMiddleware:
    """Speaks the visitor's language during a request, or as long as a socket is open.

    Plain ASGI: the request's own task sets the language, so that all it calls speaks it.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        language = language_of(HTTPConnection(scope))
        # uvicorn serves all requests of one connection in contexts that may share this
        # variable: it is set for each request, never left as it was.
        use_language(language)
        scope.setdefault("state", {})["language"] = language

        async def named(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                if headers.get("content-type", "").startswith("text/html"):
                    headers["content-language"] = language
                    headers.add_vary_header("Cookie, Accept-Language")
            await send(message)

        await self.app(scope, receive, named)
