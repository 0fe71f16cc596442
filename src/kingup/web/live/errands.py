"""What is asked for over an open socket: done one after another, whoever hangs up meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable
from contextvars import Context

import structlog
from starlette.types import Send
from starlette.websockets import WebSocketDisconnect

from kingup.web.observability.request_log import RequestLog, new_id

log = logging.getLogger("kingup.web")

GONE = (WebSocketDisconnect, OSError, RuntimeError)
"""What is raised by a socket that nobody holds the other end of."""
BROKEN = 1011
MOST_WAITING = 16
"""Errands of one socket that have not been begun: a page has one, a hasty bot some."""

Errand = Callable[[], Awaitable[tuple[int, str]]]
"""Does something, and returns a status for the books and the answer as it is sent."""


class Voice:
    """How something is said over a socket."""

    __slots__ = ("_send",)

    def __init__(self, send: Send) -> None:
        self._send = send

    async def say(self, message: str | bytes) -> None:
        """Send a message, as soon as those before it are on their way."""
        kind = "bytes" if isinstance(message, bytes) else "text"
        await self._send({"type": "websocket.send", kind: message})

    async def close(self, code: int, reason: str = "") -> None:
        """Hang up."""
        await self._send({"type": "websocket.close", "code": code, "reason": reason})


class Errands:
    """The errands of one socket.

    They have a task of their own, which nobody cancels: a socket that closes takes nothing back
    that is half done, and one whose errand waits for the database still hears a ping.
    """

    __slots__ = ("_context", "_notes", "_task", "_voice", "_waiting")

    def __init__(self, voice: Voice, notes: RequestLog, context: Context) -> None:
        self._voice = voice
        self._notes = notes
        self._context = context
        self._waiting: deque[tuple[str, Errand]] | None = None
        self._task: asyncio.Task[None] | None = None

    def add(self, route: str, errand: Errand) -> bool:
        """Do something as soon as all before it is done; False if too much waits already."""
        if self._waiting is None:
            self._waiting = deque()
        if len(self._waiting) >= MOST_WAITING:
            return False
        self._waiting.append((route, errand))
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(
                self._work(self._waiting), name="errands", context=self._context.copy()
            )
        return True

    async def finish(self) -> None:
        """Wait until all is done."""
        if self._task is not None:
            await asyncio.wait((self._task,))

    async def _work(self, waiting: deque[tuple[str, Errand]]) -> None:
        while waiting:
            route, errand = waiting.popleft()
            structlog.contextvars.bind_contextvars(request=new_id())
            begun, status = time.perf_counter(), 500
            try:
                status, answer = await errand()
                # Commit, answer, broadcast: nothing is waited for between the first two.
                with contextlib.suppress(*GONE):
                    await self._voice.say(answer)
            except Exception:
                log.exception("WS %s failed", route)
                with contextlib.suppress(*GONE):
                    await self._voice.close(BROKEN)
            self._notes.note("WS", route, status, time.perf_counter() - begun)
        # Nobody adds anything between the last look and this line.
        self._task = self._waiting = None
