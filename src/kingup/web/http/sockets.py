"""Our end of a WebSocket: reads messages, sends what is new, runs actions one after another.

A page's socket and a bot's are the same loop with other messages. Two tasks serve each socket: a
slow reader delays nobody else, and is sent the newest state only. Actions have a task of their own
while there are any: a socket that closes takes back nothing that has begun.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from kingup.web.observability.request_log import RequestLog, new_id
from kingup.web.services import services_of

log = logging.getLogger("kingup.web")

DISCONNECTED = (WebSocketDisconnect, OSError, RuntimeError)
"""What sending raises once the other end has gone."""
INVALID_MESSAGE = 1008
SERVER_ERROR = 1011
"""Close codes of RFC 6455."""
MOST_WAITING_ACTIONS = 16
"""Actions of one socket that have not begun: a page has one, a hasty bot some."""

Action = Callable[[], Awaitable[tuple[int, str]]]
"""Does something; returns a status for the request log, and the answer to send."""


class CloseSocket(Exception):
    """The socket must be closed, with this code and for this reason."""

    def __init__(self, code: int, reason: str = "") -> None:
        super().__init__(code, reason)
        self.code = code
        self.reason = reason


class SocketActions:
    """The actions that arrive over one socket, run in order and each to its end."""

    def __init__(self, websocket: WebSocket, request_log: RequestLog) -> None:
        self._websocket = websocket
        self._request_log = request_log
        self._waiting: deque[tuple[str, Action]] = deque()
        self._task: asyncio.Task[None] | None = None

    def add(self, route: str, action: Action) -> None:
        """Run an action after those before it; too many at once close the socket."""
        if len(self._waiting) >= MOST_WAITING_ACTIONS:
            raise CloseSocket(INVALID_MESSAGE)
        self._waiting.append((route, action))
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="socket actions")

    async def finish(self) -> None:
        """Wait until every action is done."""
        if self._task is not None:
            await asyncio.wait((self._task,))

    async def _run(self) -> None:
        while self._waiting:
            route, action = self._waiting.popleft()
            structlog.contextvars.bind_contextvars(request=new_id())
            started, status = time.perf_counter(), 500
            try:
                status, answer = await action()
                # Commit, answer, broadcast: nothing is awaited between the first two.
                with contextlib.suppress(*DISCONNECTED):
                    await self._websocket.send_text(answer)
            except Exception:
                log.exception("unhandled error in websocket action: route=%s", route)
                with contextlib.suppress(*DISCONNECTED):
                    await self._websocket.close(SERVER_ERROR)
            self._request_log.note("WS", route, status, time.perf_counter() - started)
        self._task = None


class SocketSession(ABC):
    """One open socket, from its acceptance to its end."""

    route = ""
    """The address, with its parameters by name, for the log."""

    def __init__(self, websocket: WebSocket) -> None:
        self.websocket = websocket
        self.services = services_of(websocket)
        self.actions = SocketActions(websocket, self.services.request_log)
        self._news = asyncio.Event()

    @abstractmethod
    def enter(self) -> None:
        """Register with whatever has news for this socket."""

    @abstractmethod
    def leave(self) -> None:
        """Undo `enter`."""

    @abstractmethod
    def receive(self, text: str | None) -> None:
        """Handle a message (None: a binary one); raise `CloseSocket` for an invalid one."""

    @property
    @abstractmethod
    def is_current(self) -> bool:
        """Whether everything new has been sent."""

    @abstractmethod
    async def send_news(self) -> None:
        """Send what is new; raise `CloseSocket` to end the session."""

    def wake(self) -> None:
        """Send what is new soon: once, however often this is called meanwhile."""
        self._news.set()

    async def run(self) -> None:
        """Serve the socket until either end closes it."""
        await self.websocket.accept()
        self.enter()
        self.wake()
        tasks = (asyncio.create_task(self._read()), asyncio.create_task(self._write()))
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.leave()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self.actions.finish()

    async def _read(self) -> None:
        async with self._closing():
            while True:
                message = await self.websocket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                self.receive(message.get("text"))

    async def _write(self) -> None:
        async with self._closing():
            while True:
                await self._news.wait()
                self._news.clear()
                while not self.is_current:
                    await self.send_news()

    @contextlib.asynccontextmanager
    async def _closing(self) -> AsyncIterator[None]:
        """Close the socket when what runs here fails or asks for it."""
        try:
            yield
        except CloseSocket as close:
            await self._close(close.code, close.reason)
        except Exception:
            if not self._is_disconnected:
                log.exception("unhandled error in websocket: route=%s", self.route)
                await self._close(SERVER_ERROR)

    @property
    def _is_disconnected(self) -> bool:
        socket = self.websocket
        return WebSocketState.DISCONNECTED in (socket.client_state, socket.application_state)

    async def _close(self, code: int, reason: str = "") -> None:
        with contextlib.suppress(*DISCONNECTED):
            await self.websocket.close(code, reason)


def read_object(text: str | None) -> dict[str, Any] | None:
    """Return the JSON object of a message; None for anything else."""
    try:
        said = json.loads(text or "")
    except (ValueError, RecursionError):
        return None
    return said if isinstance(said, dict) else None
