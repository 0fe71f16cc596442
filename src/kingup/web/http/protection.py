"""Protection against slow and crowding clients, as far as an ASGI application can see them.

The documented proxy (deploy/nginx.conf) deals with what happens before a request reaches us:
heads that drip or never end, silent connections, connections that are opened by the thousand.
docs/security.md says which promise holds where.
"""

from __future__ import annotations

import asyncio
from collections import Counter

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kingup.server.refusals import Refusal
from kingup.web.http.client_address import source_behind

LARGEST_BODY = 64 * 1024
"""Bytes of a form, or of a request to the API."""
BODY_SECONDS = 30.0
"""How long a body may take: 64 KB are little even on a bad line."""
MOST_OPEN = 400
"""Open requests, streams and sockets of one address: all browsers of a school."""
RETRY_SECONDS = b"5"


class RequestBodyMiddleware:
    """Refuses bodies that are too large or too slow, and closes such connections."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        size = 0
        is_complete = is_refused = False
        deadline: float | None = None

        async def limited() -> Message:
            nonlocal size, is_complete, is_refused, deadline
            if is_complete:
                return await receive()  # from here on only a disconnection can come
            deadline = deadline or asyncio.get_running_loop().time() + BODY_SECONDS
            try:
                async with asyncio.timeout_at(deadline):
                    message = await receive()
            except TimeoutError:
                is_refused = True
                raise too_slow() from None
            size += len(message.get("body", b""))
            if size > LARGEST_BODY:
                is_refused = True
                raise too_large()
            is_complete = not message.get("more_body", False)
            return message

        async def closing(message: Message) -> None:
            starts = message["type"] == "http.response.start"
            if starts and not is_complete and (is_refused or _has_large_body(scope)):
                # Nobody will read the rest of the body.
                MutableHeaders(scope=message)["connection"] = "close"
            await send(message)

        await self.app(scope, limited, closing)


def _has_large_body(scope: Scope) -> bool:
    """Return whether a request announces a body that is too large, or of unknown size."""
    headers = Headers(scope=scope)
    return "transfer-encoding" in headers or announced_size(headers) > LARGEST_BODY


def announced_size(headers: Headers) -> int:
    """Return the content length of a request; 0 where it has none that is a number."""
    length = headers.get("content-length", "")
    return int(length[:12]) if length.isascii() and length.isdigit() else 0


class OpenConnectionsMiddleware:
    """Lets one address have only so many requests, streams and sockets open at a time.

    Behind a proxy, addresses are those that the proxy forwards.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._open: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or socket."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        source = source_behind(HTTPConnection(scope))
        if self._open[source] >= MOST_OPEN:
            await _refuse(scope, send)
            return
        self._open[source] += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self._open[source] -= 1
            if not self._open[source]:
                del self._open[source]


async def _refuse(scope: Scope, send: Send) -> None:
    prefix = "websocket." if scope["type"] == "websocket" else ""
    headers = [
        (b"retry-after", RETRY_SECONDS),
        (b"connection", b"close"),
        (b"content-length", b"0"),
    ]
    await send({"type": f"{prefix}http.response.start", "status": 503, "headers": headers})
    await send({"type": f"{prefix}http.response.body", "body": b""})


def too_large() -> Refusal:
    """Return the refusal of a body that is far larger than any of our forms."""
    return Refusal("That is more data than this page accepts.", status=413)


def too_slow() -> Refusal:
    """Return the refusal of a body that did not arrive in time."""
    return Refusal("That took too long, or was sent twice. Try again.", status=408)
