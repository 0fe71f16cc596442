"""Bots that think in workers, so that no server is slowed down by a thought.

Where no worker is up, or one is late, the server thinks itself: the game must go on.
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

PATIENCE = 4.0
"""Seconds after which a server no longer waits for a worker."""


class WorkerClient:
    """Asks workers what bots do."""

    def __init__(self, thoughts: BotJobs, bus: Bus, thinkers: BotThreads) -> None:
        self._thoughts = thoughts
        self._bus = bus
        self._thinkers = thinkers
        self._waiting: dict[str, asyncio.Event] = {}
        self.up = False
        """Whether a worker was up when that was last looked up."""
        self._task: asyncio.Task[None] | None = None
        self._stop_hearing: Callable[[], None] = lambda: None

    async def open(self) -> None:
        """Begin."""
        await self._thoughts.open()
        self._stop_hearing = self._bus.hear(TOPIC, self._heard)
        self.up = await self._thoughts.workers_are_up()
        self._task = asyncio.create_task(self._look_around(), name="workers")

    async def close(self) -> None:
        """Ask no more."""
        self._stop_hearing()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._thoughts.close()

    async def choose(self, mind: SeatBot, table: Table, player: int) -> str:
        """Return what a bot does for a player."""
        view = table.view(player)
        if self.up:
            question = BotQuestion(table.code, table.question_number, player)
            try:
                action = await asyncio.wait_for(self._ask(question), PATIENCE)
            except (TimeoutError, Unavailable):
                log.warning("no worker has answered in time")
            else:
                if action in view.actions:
                    return action
        return await self._thinkers.choose(mind, view)

    async def _ask(self, question: BotQuestion) -> str:
        answered = self._waiting.setdefault(str(question), asyncio.Event())
        try:
            action = await self._thoughts.answer(question)
            if action is None:
                await self._thoughts.ask(question)
            while action is None:
                await answered.wait()
                answered.clear()
                action = await self._thoughts.answer(question)
            return action
        finally:
            self._waiting.pop(str(question), None)

    def _heard(self, question: str | None) -> None:
        if question is not None:
            event = self._waiting.get(question)
            if event is not None:
                event.set()
            return
        for event in self._waiting.values():
            event.set()

    async def _look_around(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            try:
                self.up = await self._thoughts.workers_are_up()
            except Unavailable:
                continue
            except Exception:
                log.exception("nobody knows whether workers are up")
