"""Security headers of every response."""

from __future__ import annotations

import re
from functools import lru_cache

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
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
"""A year of https only for browsers that used https once. Subdomains are not included: they may
belong to others."""

NO_FRAME = (b"x-frame-options", b"DENY")
ALWAYS = (
    (b"x-content-type-options", b"nosniff"),
    NO_FRAME,
    # Not "no-referrer", which would make browsers hide a form's Origin, too.
    (b"referrer-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)
UNLESS_GIVEN = (
    (b"cross-origin-resource-policy", b"same-origin"),
    # Pages contain a player's cards: no cache may store them, not even the browser's.
    (b"cache-control", b"no-store"),
)
SECURE = (
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"strict-transport-security", STRICT_TRANSPORT.encode()),
)

ANY_FRAME = ("frame-ancestors 'none'", "frame-ancestors *")
FRAMED = "may_be_framed"

STATIC_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


@lru_cache(1000)
def content_policy(host: str) -> str:
    """Return the Content-Security-Policy of a page: only our own files, nothing inline."""
    connect = "connect-src 'self'"
    if HOST.fullmatch(host):
        # Older browsers do not count a socket to the same host as 'self'.
        connect += f" ws://{host} wss://{host}"
    return "; ".join((*POLICY, connect))


def allow_framing(connection: HTTPConnection) -> None:
    """Let other sites show this page in a frame.

    Only for pages that are the same for everybody and on which nothing can be changed: whoever
    frames a page can make people click on it unawares.
    """
    setattr(connection.state, FRAMED, True)


class HeadersMiddleware:
    """Adds the headers to every HTTP response."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        host = Headers(scope=scope).get("host", "")
        is_static = scope["path"].startswith("/static/")

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start" and is_static:
                # Static files hold no secrets and are many: they get few headers.
                headers = MutableHeaders(scope=message)
                if scope["path"].endswith(".svg"):  # it may be opened by itself
                    headers["content-security-policy"] = STATIC_POLICY
                headers["x-content-type-options"] = "nosniff"
            elif message["type"] == "http.response.start":
                # A response may set those in UNLESS_GIVEN itself; it never sets the others.
                given = {name for name, _value in message["headers"]}
                pairs = [*message["headers"], *ALWAYS]
                policy = content_policy(host)
                if scope.get("state", {}).get(FRAMED):
                    pairs.remove(NO_FRAME)
                    policy = policy.replace(*ANY_FRAME)
                pairs.append((b"content-security-policy", policy.encode()))
                pairs += [pair for pair in UNLESS_GIVEN if pair[0] not in given]
                if scope["scheme"] == "https":
                    pairs += SECURE
                message = {**message, "headers": pairs}
            await send(message)

        await self.app(scope, receive, send_with_headers)
