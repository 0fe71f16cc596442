"""Whoever stays at an open socket when the request that opened it is over.

A socket that is open for hours needs nothing of that request any more: no task that waits for the
next message, no queue, no headers. So our own door (`web/http/protection.py`) lets a resident
stay: it is told of every message, and that the socket is closed, and the request ends. At other
servers, and in tests, the request itself sees to that.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextvars import copy_context
from typing import Any, Protocol

from starlette.requests import HTTPConnection
from starlette.types import Send
from starlette.websockets import WebSocket

from kingup.web.live.errands import BROKEN, GONE, Errands, Voice
from kingup.web.services import services_of

log = logging.getLogger("kingup.web")

STAYS = "kingup.stays"
"""Under which extension of ASGI a door says that residents may stay."""
NONSENSE = 1008


class Close(Exception):
    """The socket is to be closed, with this code and for this reason."""

    def __init__(self, code: int, reason: str = "") -> None:
        super().__init__(code, reason)
        self.code = code
        self.reason = reason


class Door(Protocol):
    """What a resident needs of the door through which it hears and speaks."""

    send: Send

    def let_stay(self, resident: Resident) -> None:
        """Tell a resident of everything from now on."""


class Resident(ABC):
    """Our end of an open socket.

    It speaks in a task that is there while there is something to say, so that a slow reader is
    waited for by nobody else, and a silent one costs nothing.
    """

    __slots__ = ("_closing", "_context", "_gone", "_speaking", "connection", "errands", "voice")

    def __init__(self, connection: HTTPConnection, voice: Voice) -> None:
        self.connection = connection
        self.voice = voice
        self._context = copy_context()
        self.errands = Errands(voice, services_of(connection).request_log, self._context)
        self._speaking: asyncio.Task[None] | None = None
        self._closing = False
        self._gone = False

    @abstractmethod
    def enter(self) -> None:
        """Be there."""

    @abstractmethod
    def leave(self) -> None:
        """Be there no longer."""

    @abstractmethod
    def heard(self, text: str | None) -> bool:
        """Take a message in (None: one that is no text); return whether it makes sense."""

    @property
    @abstractmethod
    def is_current(self) -> bool:
        """Whether there is nothing to say."""

    @abstractmethod
    async def say(self) -> None:
        """Say what is new."""

    def begin(self) -> None:
        """Stay, and say the first thing."""
        self.enter()
        self.give()

    def hear(self, text: str | None) -> None:
        """Take a message in; whoever talks nonsense is hung up on."""
        if self._closing or self._gone:
            return
        try:
            makes_sense = self.heard(text)
        except Exception:
            log.exception("a message broke something")
            makes_sense = False
        if not makes_sense:
            self._closing = True
            self.give()

    def give(self) -> None:
        """Say what is new, after what is being said now."""
        if self._speaking is None and not self._gone:
            # In the language of this socket, whoever it was that changed something.
            self._speaking = asyncio.get_running_loop().create_task(
                self._speak(), name="speaking", context=self._context
            )

    def gone(self) -> None:
        """Take note that the socket is closed."""
        if self._gone:
            return
        self._gone = True
        self.leave()
        if self._speaking is not None and self._speaking is not asyncio.current_task():
            self._speaking.cancel()

    async def ended(self) -> None:
        """Wait until all is done that was begun."""
        # A task that was cancelled keeps where that was, and with it whoever was about to speak.
        speaking, self._speaking = self._speaking, None
        if speaking is not None:
            await asyncio.wait((speaking,))
        await self.errands.finish()

    async def _speak(self) -> None:
        try:
            with contextlib.suppress(*GONE):
                while not self.is_current:
                    if self._closing:
                        raise Close(NONSENSE)
                    await self.say()
                if self._closing:
                    raise Close(NONSENSE)
                self._speaking = None  # nothing was waited for since the last look
        except Close as close:
            with contextlib.suppress(*GONE):
                await self.voice.close(close.code, close.reason)
        except Exception:
            log.exception("a socket broke")
            with contextlib.suppress(*GONE):
                await self.voice.close(BROKEN)


def read_object(text: str | None) -> dict[str, Any] | None:
    """Return the JSON object that a message is; None for anything else."""
    try:
        said = json.loads(text or "")
    except (ValueError, RecursionError):
        return None
    return said if isinstance(said, dict) else None


async def stay(websocket: WebSocket, make: Callable[[HTTPConnection, Voice], Resident]) -> None:
    """Accept a socket, and let somebody stay there."""
    await websocket.accept()
    door: Door | None = websocket.scope.get("extensions", {}).get(STAYS)
    resident = make(_little_of(websocket), Voice(websocket.send if door is None else door.send))
    resident.begin()
    if door is not None:
        door.let_stay(resident)
        return
    try:
        while (message := await websocket.receive())["type"] != "websocket.disconnect":
            resident.hear(message.get("text"))
    finally:
        resident.gone()
        await resident.ended()


def _little_of(websocket: WebSocket) -> HTTPConnection:
    """Return what is still needed of a request when it is over: who it was, and from where."""
    scope = websocket.scope
    kept = {"type": "websocket", "app": scope["app"], "client": scope.get("client")}
    return HTTPConnection({**kept, "state": {"person": websocket.state.person}, "headers": []})
