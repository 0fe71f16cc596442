"""Lets bots decide in workers, so that they do not slow down the server.

If no worker is running, or one is late, the server decides in its own threads.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from kingup.server.bot_threads import BotThreads, SeatBot
from kingup.store import Bus, Unavailable
from kingup.store.bot_jobs import BEAT_SECONDS, TOPIC, BotJobs, BotQuestion
from kingup.tables import Table

log = logging.getLogger("kingup.web")

WORKER_TIMEOUT = 4.0
"""Seconds for which a server waits for a worker's answer."""


class WorkerClient:
    """Asks workers for the decisions of bots."""

    def __init__(self, jobs: BotJobs, bus: Bus, threads: BotThreads) -> None:
        self._jobs = jobs
        self._bus = bus
        self._threads = threads
        self._waiting: dict[str, asyncio.Event] = {}
        self.workers_up = False
        """Whether a worker was running at the last check."""
        self._task: asyncio.Task[None] | None = None
        self._unsubscribe: Callable[[], None] = lambda: None

    async def open(self) -> None:
        """Connect to the queue, and start checking whether workers are running."""
        await self._jobs.open()
        self._unsubscribe = self._bus.subscribe(TOPIC, self._on_notice)
        self.workers_up = await self._jobs.workers_are_up()
        self._task = asyncio.create_task(self._keep_checking(), name="workers")

    async def close(self) -> None:
        """Disconnect from the queue."""
        self._unsubscribe()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._jobs.close()

    async def choose(self, bot: SeatBot, table: Table, player: int) -> str:
        """Return a bot's action for a player, from a worker if one answers in time."""
        view = table.view(player)
        if self.workers_up:
            question = BotQuestion(table.code, table.question_number, player)
            try:
                action = await asyncio.wait_for(self._ask(question), WORKER_TIMEOUT)
            except (TimeoutError, Unavailable):
                log.warning("no worker answered in time: table=%s player=%d", table.code, player)
            else:
                if action in view.actions:
                    return action
        return await self._threads.choose(bot, view)

    async def _ask(self, question: BotQuestion) -> str:
        answered = self._waiting.setdefault(str(question), asyncio.Event())
        try:
            action = await self._jobs.answer(question)
            if action is None:
                await self._jobs.ask(question)
            while action is None:
                await answered.wait()
                answered.clear()
                action = await self._jobs.answer(question)
            return action
        finally:
            self._waiting.pop(str(question), None)

    def _on_notice(self, question: str | None) -> None:
        if question is not None:
            event = self._waiting.get(question)
            if event is not None:
                event.set()
            return
        for event in self._waiting.values():
            event.set()

    async def _keep_checking(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            try:
                self.workers_up = await self._jobs.workers_are_up()
            except Unavailable:
                continue
            except Exception:
                log.exception("state of workers not read")
