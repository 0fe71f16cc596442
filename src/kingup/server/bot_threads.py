"""Where bots think: in threads of low priority, so that no page waits for them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import random
import secrets
import sys
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Protocol

from kingup.tables import Table
from kingup.view import View

log = logging.getLogger("kingup.web")
NICENESS = 10


class Chooser(Protocol):
    """Anything that answers a view with one of its actions."""

    def choose(self, view: View) -> str:
        """Return one of `view.actions`."""


UNCOMPILED = ("page", "courtier")
"""Levels that can play while the others are still being compiled."""


class SeatBot:
    """A bot of some level for one player. One thought at a time, in whatever thread."""

    def __init__(self, level: str) -> None:
        self._level = level
        self.compiled = level not in UNCOMPILED
        self._lock = threading.Lock()
        self._bot: Chooser | None = None

    def choose(self, view: View) -> str:
        """Return an action. A bot that breaks plays at random: the table must go on."""
        with self._lock:
            try:
                if self._bot is None:
                    self._bot = make_chooser(self._level)
                return self._bot.choose(view)
            except Exception:
                log.exception("the bot %s failed", self._level)
                self._bot = None
                return random.choice(view.actions)


def make_chooser(level: str) -> Chooser:
    """Return a new bot of a level."""
    from kingup.bots import make_bot

    return make_bot(level, secrets.randbits(48))


Choose = Callable[[SeatBot, Table, int], Coroutine[Any, Any, str]]
"""How a bot is asked what it does for a player at a table."""


class BotThreads:
    """The threads in which bots think, once they are awake."""

    def __init__(self, number: int | None = None) -> None:
        number = number or max(2, (os.cpu_count() or 2) - 1)
        self._pool = ThreadPoolExecutor(number, "bot", initializer=_step_back)
        self._awake = asyncio.Event()

    async def wake(self, *, prepare: bool = True) -> None:
        """Compile what bots need, in another process first: compiling would hold up pages."""
        try:
            if prepare:
                await _prepare_apart()
                await asyncio.get_running_loop().run_in_executor(self._pool, _prepare)
        except Exception:
            log.exception("the bots could not be prepared")
        finally:
            self._awake.set()

    async def choose(self, mind: SeatBot, view: View) -> str:
        """Return what a bot does, without keeping anybody else waiting."""
        if mind.compiled:
            await self._awake.wait()
        return await asyncio.wrap_future(self._submit(mind, view))

    async def choose_at(self, mind: SeatBot, table: Table, player: int) -> str:
        """Return what a bot does for a player."""
        # The view is taken here: a thread never touches the table.
        return await self.choose(mind, table.view(player))

    def close(self) -> None:
        """Think no more. A thought that has begun is thought to its end, for nothing."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _submit(self, mind: SeatBot, view: View) -> Future[str]:
        return self._pool.submit(mind.choose, view)


async def _prepare_apart() -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "kingup", "prepare",
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    try:
        await process.wait()
    except asyncio.CancelledError:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        raise


def _prepare() -> None:
    from kingup.prepare import prepare_bots

    prepare_bots()


def _step_back() -> None:
    """Let pages go first where the system can (Linux counts threads like processes)."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
