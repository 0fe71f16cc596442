"""A pool of bots: one of ours by name, or any program that speaks the line protocol."""

from __future__ import annotations

import asyncio
import secrets
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from kingup.bots.bot import Bot
from kingup.bots.bot_names import make_bot
from kingup.bots.external import ExternalBot
from kingup.bots.programs import is_program
from kingup.view import View

MOST_THREADS = 32

T = TypeVar("T")


class PooledBot:
    """A bot for one game at a time. It thinks in a thread."""

    def __init__(self, bot: Bot, run: ThreadPoolExecutor) -> None:
        self._bot = bot
        self._run = run
        self._lock = threading.Lock()

    async def choose(self, view: View) -> str:
        """Return one of `view.actions`."""
        return await self._in_thread(lambda: self._bot.choose(view))

    async def game_over(self, view: View | None) -> None:
        """Tell an external program how its game ended; None if the game was aborted."""
        bot = self._bot
        if isinstance(bot, ExternalBot):
            if view is None:
                await self._in_thread(lambda: bot.new_game(secrets.randbits(31)))
            else:
                await self._in_thread(lambda: bot.game_over(view))

    def close(self) -> None:
        """End an external program."""
        if isinstance(self._bot, ExternalBot):
            with self._lock:
                self._bot.close()

    async def _in_thread(self, think: Callable[[], T]) -> T:
        def locked() -> T:
            with self._lock:
                return think()

        return await asyncio.get_running_loop().run_in_executor(self._run, locked)


class BotPool:
    """A pool with one instance of a bot per game in progress. Use it in a `with` statement."""

    def __init__(self, spec: str, seconds: float = 5.0) -> None:
        self._spec = spec
        self._seconds = seconds
        self._is_program = is_program(spec)
        self._run = ThreadPoolExecutor(MOST_THREADS, "bot")
        self._idle: list[PooledBot] = []
        self._all: list[PooledBot] = []

    def __enter__(self) -> BotPool:
        return self

    def __exit__(self, *_: object) -> None:
        for bot in self._all:
            bot.close()
        self._run.shutdown(wait=False, cancel_futures=True)

    async def take(self) -> PooledBot:
        """Return an idle bot, or start a new one; if that fails, raise an error."""
        if self._idle:
            return self._idle.pop()
        loop = asyncio.get_running_loop()
        bot = PooledBot(await loop.run_in_executor(self._run, self._make), self._run)
        self._all.append(bot)
        return bot

    def give_back(self, bot: PooledBot) -> None:
        """Return a bot to the pool."""
        self._idle.append(bot)

    def dismiss(self, bot: PooledBot) -> None:
        """Close a bot that failed, and remove it from the pool."""
        self._all.remove(bot)
        bot.close()

    def _make(self) -> Bot:
        seed = secrets.randbits(31)
        if not self._is_program:
            return make_bot(self._spec, seed)
        return ExternalBot(self._spec, seed=seed, seconds=self._seconds)
