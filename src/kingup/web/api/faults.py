"""Our own mistakes: a sentence for whoever asked, a line in the log for us."""

from __future__ import annotations

import logging

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kingup.rules.errors import KingUpError
from kingup.web.api.errors import answer
from kingup.web.refusals import Refusal

log = logging.getLogger("kingup.web")


class FaultMiddleware:
    """Answers what nobody has foreseen, in the API's own way."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        begun = False

        async def noting(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self.app(scope, receive, noting)
        except KingUpError as error:
            if begun:
                raise
            await answer(error)(scope, receive, send)
        except Exception:
            log.exception("%s %s failed", scope["method"], scope["path"])
            if begun:
                raise
            refusal = Refusal(
                "Something broke on our side. Nothing of your game is lost.", status=500
            )
            await answer(refusal)(scope, receive, send)
