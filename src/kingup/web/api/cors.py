"""The API for pages of other sites: anybody with a token may ask, nobody with a cookie."""

from __future__ import annotations

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

FROM_ANYWHERE = {"access-control-allow-origin": "*"}
PREFLIGHT = {
    **FROM_ANYWHERE,
    "access-control-allow-methods": "GET, POST",
    "access-control-allow-headers": "authorization, content-type",
    "access-control-max-age": "86400",
}


class BordersMiddleware:
    """Lets scripts of other sites in, and leaves cookies outside.

    Browsers send no cookies to an answer that allows every origin; here they would not even
    be read.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        asked = HTTPConnection(scope).headers
        if scope["method"] == "OPTIONS" and "access-control-request-method" in asked:
            await Response(status_code=204, headers=PREFLIGHT)(scope, receive, send)
            return
        scope["headers"] = [pair for pair in scope["headers"] if pair[0] != b"cookie"]

        async def open_to_all(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(FROM_ANYWHERE)
            await send(message)

        await self.app(scope, receive, open_to_all)
