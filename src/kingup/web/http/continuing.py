"""A stream that stays open for hours is served outside of all that a request goes through.

A request passes some twenty layers, each of which waits for the next: fifty coroutines as long as
a stream is open, thirty kilobytes, and more to look at whenever garbage is collected. So a stream
leaves behind how to go on, and returns; when all layers have done their part, the server goes on
with that. (At sockets somebody stays: `web/live/staying.py`.)
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import structlog
from fastapi import FastAPI
from starlette.types import Receive, Scope, Send

GoOn = Callable[[Receive, Send], Awaitable[None]]

LEFT = "kingup.left"
"""Where a request's scope holds what was left behind."""
LAYERS = "fastapi_"
"""How names in a scope begin that only matter to the layers."""


class Server(FastAPI):
    """The application, and what goes on when it has done its part."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        left: list[GoOn] = []
        scope[LEFT] = left
        await super().__call__(scope, receive, send)
        if left:
            for name in [name for name in scope if name.startswith(LAYERS)]:
                del scope[name]
            await left.pop()(receive, send)


async def leave(scope: Scope, go_on: GoOn, receive: Receive, send: Send) -> None:
    """Leave behind how a request goes on; at once where no server of ours stands around it."""
    left: list[GoOn] | None = scope.get(LEFT)
    if left is None:
        await go_on(receive, send)
    else:
        left.append(_with_its_id(go_on))


def _with_its_id(go_on: GoOn) -> GoOn:
    """Let what is logged later bear the same id as what was logged before."""
    known: dict[str, Any] = structlog.contextvars.get_contextvars()
    if not known:
        return go_on

    async def going_on(receive: Receive, send: Send) -> None:
        structlog.contextvars.bind_contextvars(**known)
        await go_on(receive, send)

    return going_on
