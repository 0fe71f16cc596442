"""Runs bots in low-priority threads, so that pages never wait for them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import random
import sys
import threading
from asyncio.subprocess import DEVNULL
from collections.abc import Callable, Coroutine
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Protocol, TypeVar

from kingup.server.child_process import running_module
from kingup.tables import Table
from kingup.view import View

log = logging.getLogger("kingup.web")
NICENESS = 10
T = TypeVar("T")


class Chooser(Protocol):
    """Anything that answers a view with one of its actions."""

    def choose(self, view: View) -> str:
        """Return one of `view.actions`."""


UNCOMPILED = ("page", "courtier")
"""Levels that need no compilation, and so can play at once."""


class SeatBot:
    """A bot of some level for one player. It decides one thing at a time, in any thread."""

    def __init__(self, level: str) -> None:
        self._level = level
        self.compiled = level not in UNCOMPILED
        self._lock = threading.Lock()
        self._bot: Chooser | None = None

    def choose(self, view: View) -> str:
        """Return an action: a random one if the bot fails, because the table must go on."""
        with self._lock:
            try:
                if self._bot is None:
                    self._bot = make_chooser(self._level)
                return self._bot.choose(view)
            except Exception:
                log.exception("bot failed: level=%s", self._level)
                self._bot = None
                return random.choice(view.actions)


def make_chooser(level: str) -> Chooser:
    """Return a new bot of a level."""
    from kingup.bots import make_bot

    return make_bot(level)


Choose = Callable[[SeatBot, Table, int], Coroutine[Any, Any, str]]
"""Asks a bot for the action of a player at a table."""


class BotThreads:
    """A pool of threads for bots."""

    def __init__(self, number: int | None = None) -> None:
        number = number or max(2, (os.cpu_count() or 2) - 1)
        self._pool = ThreadPoolExecutor(number, "bot", initializer=_lower_priority)
        self._ready = asyncio.Event()

    async def wake(self, *, prepare: bool = True) -> None:
        """Compile what bots need: first in a subprocess, because compiling would block pages."""
        loop = asyncio.get_running_loop()
        try:
            if prepare:
                if await loop.run_in_executor(self._pool, _needs_subprocess):
                    await _prepare_in_subprocess()
                await loop.run_in_executor(self._pool, _prepare)
        except Exception:
            log.exception("bots not compiled ahead")
        finally:
            self._ready.set()

    async def choose(self, bot: SeatBot, view: View) -> str:
        """Return a bot's action, computed in a thread."""
        if bot.compiled:
            await self._ready.wait()
        return await asyncio.wrap_future(self._submit(bot, view))

    async def choose_at(self, bot: SeatBot, table: Table, player: int) -> str:
        """Return a bot's action for a player at a table."""
        # The view is made here, so that no thread touches the table.
        return await self.choose(bot, table.view(player))

    @property
    def ready(self) -> bool:
        """Whether the server has compiled what bots need."""
        return self._ready.is_set()

    async def run(self, work: Callable[[], T]) -> T:
        """Return what a function returns, called in a thread."""
        return await asyncio.wrap_future(self._pool.submit(work))

    def close(self) -> None:
        """Cancel waiting decisions. Those that are running finish, unused."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _submit(self, bot: SeatBot, view: View) -> Future[str]:
        return self._pool.submit(bot.choose, view)


def _needs_subprocess() -> bool:
    from kingup.prepare import can_be_kept, is_prepared

    return can_be_kept() and not is_prepared()


async def _prepare_in_subprocess() -> None:
    child = running_module("kingup.prepare", stdout=DEVNULL, stderr=DEVNULL)
    async with child as process:
        await process.wait()


def _prepare() -> None:
    from kingup.prepare import prepare_bots

    prepare_bots()


def _lower_priority() -> None:
    """Lower this thread's priority below the pages' on Linux, which has priorities per thread."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
