"""Headers that every answer has: what a browser may do with our pages."""

from __future__ import annotations

import re

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HOST = re.compile(r"[A-Za-z0-9.\-]+(:\d{1,5})?|\[[0-9A-Fa-f:.]+\](:\d{1,5})?")

POLICY = (
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
)

STRICT_TRANSPORT = "max-age=31536000"
"""Who has come by https once comes by https for a year; other names of the domain are not ours
to decide about."""

ALONE = "default-src 'none'; style-src 'unsafe-inline'"


def content_policy(host: str) -> str:
    """Return what a page at a host may load: nothing that is not ours, nothing inline."""
    connect = "connect-src 'self'"
    if HOST.fullmatch(host):
        # Older browsers do not count a socket to the same host as 'self'.
        connect += f" ws://{host} wss://{host}"
    return "; ".join((*POLICY, connect))


class HeadersMiddleware:
    """Adds them."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        host = Headers(scope=scope).get("host", "")
        is_static = scope["path"].startswith("/static/")

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start" and is_static:
                # They hold no secrets and there are many of them: only what a drawing needs
                # that somebody opens by itself.
                headers = MutableHeaders(scope=message)
                headers["content-security-policy"] = ALONE
                headers["x-content-type-options"] = "nosniff"
            elif message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers["content-security-policy"] = content_policy(host)
                headers["x-content-type-options"] = "nosniff"
                headers["x-frame-options"] = "DENY"
                # Not "no-referrer", which would make browsers hide a form's Origin, too.
                headers["referrer-policy"] = "same-origin"
                headers["permissions-policy"] = "camera=(), microphone=(), geolocation=()"
                headers.setdefault("cross-origin-resource-policy", "same-origin")
                if scope["scheme"] == "https":
                    headers["cross-origin-opener-policy"] = "same-origin"
                    headers["strict-transport-security"] = STRICT_TRANSPORT
                # Pages hold somebody's cards: no cache may keep them, not even the browser's.
                headers.setdefault("cache-control", "no-store")
            await send(message)

        await self.app(scope, receive, dressed)
