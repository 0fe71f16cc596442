"""Our own mistakes: a sentence for whoever asked, a line in the log for us."""

from __future__ import annotations

import logging
from collections.abc import Callable

from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kingup.server.refusals import Refusal
from kingup.web.observability.request_log import route_of

log = logging.getLogger("kingup.web")


def our_fault() -> Refusal:
    """Return what somebody is told where something broke that nobody has foreseen."""
    return Refusal(
        "Something broke on our side. Your game is safe: try again in a moment.", status=500
    )


class FaultMiddleware:
    """Answers what nobody has foreseen: with a page, or in the API's own way."""

    def __init__(
        self, app: ASGIApp, *, answer: Callable[[HTTPConnection, Refusal], Response]
    ) -> None:
        self.app = app
        self.answer = answer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun = False

        async def noting(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self.app(scope, receive, noting)
        except Exception:
            # The route, not the path: that may hold the token of a seat.
            log.exception("%s %s failed", scope["method"], route_of(scope))
            if begun:
                raise
            await self.answer(HTTPConnection(scope), our_fault())(scope, receive, send)
