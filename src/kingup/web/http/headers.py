"""Headers that every answer has: what a browser may do with our pages."""

from __future__ import annotations

import re
from functools import lru_cache

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

ALWAYS = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    # Not "no-referrer", which would make browsers hide a form's Origin, too.
    (b"referrer-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)
UNLESS_GIVEN = (
    (b"cross-origin-resource-policy", b"same-origin"),
    # Pages hold somebody's cards: no cache may keep them, not even the browser's.
    (b"cache-control", b"no-store"),
)
SECURE = (
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"strict-transport-security", STRICT_TRANSPORT.encode()),
)

ALONE = "default-src 'none'; style-src 'unsafe-inline'"


@lru_cache(1000)
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
                # What an answer says itself stays; it never says any of the others.
                given = {name for name, _value in message["headers"]}
                pairs = [*message["headers"], *ALWAYS]
                pairs.append((b"content-security-policy", content_policy(host).encode()))
                pairs += [pair for pair in UNLESS_GIVEN if pair[0] not in given]
                if scope["scheme"] == "https":
                    pairs += SECURE
                message = {**message, "headers": pairs}
            await send(message)

        await self.app(scope, receive, dressed)
