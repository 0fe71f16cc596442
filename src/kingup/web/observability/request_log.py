"""Gives every request an id, counts it, and logs it if that is configured."""

from __future__ import annotations

import re
import secrets
import time

import structlog
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kingup.web.observability.logs import answers
from kingup.web.observability.metrics import Metrics

ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{7,63}")
"""The ids that are accepted from a proxy's X-Request-ID."""


class RequestLog:
    """Counts every response, and logs it if that is configured."""

    def __init__(self, metrics: Metrics, *, logged: bool) -> None:
        self._metrics = metrics
        self._logged = logged

    def note(self, method: str, route: str, status: int, seconds: float) -> None:
        """Record a response."""
        self._metrics.requests.labels(method, route, str(status)).inc()
        self._metrics.seconds.labels(route).observe(seconds)
        if self._logged:
            answers.info(
                "answered",
                method=method,
                route=route,
                status=status,
                milliseconds=round(1000 * seconds, 1),
            )


class RequestMiddleware:
    """The outermost middleware: it gives requests their ids and records their responses."""

    def __init__(self, app: ASGIApp, *, request_log: RequestLog) -> None:
        self.app = app
        self._request_log = request_log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        given = Headers(scope=scope).get("x-request-id", "")
        request = given if ID.fullmatch(given) else new_id()
        started = time.perf_counter()
        is_noted = False

        def note(status: int) -> None:
            nonlocal is_noted
            is_noted = True
            seconds = time.perf_counter() - started
            self._request_log.note(scope["method"], route_of(scope), status, seconds)

        async def send_with_id(message: Message) -> None:
            if message["type"] == "http.response.start":
                note(message["status"])  # a stream may go on for hours
                if not scope["path"].startswith("/static/"):  # a page loads dozens of those
                    headers = [*message.get("headers", ()), (b"x-request-id", request.encode())]
                    message = {**message, "headers": headers}
            await send(message)

        structlog.contextvars.bind_contextvars(request=request)
        try:
            await self.app(scope, receive, send_with_id)
        finally:
            if not is_noted:
                note(500)
            structlog.contextvars.unbind_contextvars("request")


def new_id() -> str:
    """Return a new id for a request without one."""
    return secrets.token_hex(8)


def route_of(scope: Scope) -> str:
    """Return the pattern of the matched route, never the path of the request."""
    route = scope.get("route")
    path = getattr(route, "path", None)
    # The API is mounted as its own application: its routes do not include the prefix.
    return f"{scope.get('root_path', '')}{path}" if isinstance(path, str) else "none"
