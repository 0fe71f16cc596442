"""Errors as responses: a sentence for people or JSON for scripts; unhandled ones are logged."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kingup.language import _, sentence_of
from kingup.rules.errors import InvalidAction, KingUpError, SetupError
from kingup.server.refusals import Refusal
from kingup.store import Unavailable
from kingup.tables.errors import NotAllowed, StaleAction, TableError
from kingup.web.http.responses import theme_of, wants_json
from kingup.web.observability.request_log import route_of
from kingup.web.services import services_of

log = logging.getLogger("kingup.web")

RETRYABLE = (429, 500, 503)
"""Statuses after which trying again may help."""
RETRY_SECONDS = 2
"""Sent as Retry-After if the database is unavailable."""


def status_of(error: KingUpError) -> int:
    """Return the HTTP status for an error."""
    if isinstance(error, Refusal):
        return error.status
    if isinstance(error, Unavailable):
        return 503
    if isinstance(error, NotAllowed):
        return 403
    if isinstance(error, (InvalidAction, SetupError)):
        return 400
    if isinstance(error, (StaleAction, TableError, KingUpError)):
        return 409
    raise TypeError(error)  # pragma: no cover


def retry_after(error: KingUpError) -> int | None:
    """Return the seconds after which to try again; None if that would not help."""
    if isinstance(error, Unavailable):
        return RETRY_SECONDS
    return error.retry_after if isinstance(error, Refusal) else None


def error_body(error: KingUpError, **more: Any) -> dict[str, Any]:
    """Return an error as JSON for scripts."""
    return {"error": sentence_of(error), **more}


def error_answer(connection: HTTPConnection, error: KingUpError, **more: Any) -> Response:
    """Return an error as JSON or as a page."""
    status = status_of(error)
    response: Response
    if wants_json(connection):
        response = JSONResponse(error_body(error, **more), status_code=status)
    else:
        html = services_of(connection).renderer.document(
            "common/error.html",
            theme=theme_of(connection),
            flash=None,
            person=getattr(connection.state, "person", None),
            path=connection.url.path,
            title=title_of(status),
            sentence=sentence_of(error),
            status=status,
            again=connection.url.path if status in RETRYABLE else None,
        )
        response = HTMLResponse(html, status_code=status)
    seconds = retry_after(error)
    if seconds is not None:
        response.headers["retry-after"] = str(seconds)
    return response


def title_of(status: int) -> str:
    """Return the headline of an error page."""
    if status == 404:
        return _("Nobody lives here")
    if status == 403:
        return _("The guard shakes his head")
    if status in (429, 503):
        return _("One moment")
    if status >= 500:
        return _("Something broke")
    return _("That does not work")


def our_fault() -> Refusal:
    """Return the refusal that stands for an unhandled error."""
    return Refusal(
        "Something broke on our side. Your game is safe: try again in a moment.", status=500
    )


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
