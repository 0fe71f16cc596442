"""Unhandled errors: a sentence for the user, a traceback in the log."""

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
    """Return the refusal that stands for an unhandled error."""
    return Refusal("Something broke on our side. Nothing of your game is lost.", status=500)


class FaultMiddleware:
    """Logs unhandled errors, and responds with what `answer` makes of them."""

    def __init__(
        self, app: ASGIApp, *, answer: Callable[[HTTPConnection, Refusal], Response]
    ) -> None:
        self.app = app
        self.answer = answer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = False

        async def send_noted(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self.app(scope, receive, send_noted)
        except Exception:
            # The route, not the path: a path may contain a seat's secret token.
            log.exception("%s %s failed", scope["method"], route_of(scope))
            if started:
                raise
            await self.answer(HTTPConnection(scope), our_fault())(scope, receive, send)
