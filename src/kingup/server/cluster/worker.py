"""A worker: takes questions to bots from the queue, thinks, and keeps the answers."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict

from kingup.rules.errors import KingUpError
from kingup.server.bot_threads import BotThreads, SeatBot
from kingup.server.live_table import Signal
from kingup.server.table_service import TableService
from kingup.store import Store
from kingup.store.bot_jobs import BEAT_SECONDS, QUEUE, TASK, TOPIC, BotJobs, BotQuestion

log = logging.getLogger("kingup.web")

MOST_MINDS = 2000
"""Bots that are remembered from one thought to the next."""
SECONDS_TO_STOP = 3
AFTER_A_FAULT = 1.0
POLL_SECONDS = 2.0
TIDYING_SECONDS = 60.0


async def run_worker(address: str, threads: int, stand_in: str, *, prepare: bool = True) -> None:
    """Think about what the servers of a PostgreSQL ask, until cancelled."""
    store = await Store.open(address)
    hall = TableService(store)
    thinkers = BotThreads(threads)
    thoughts = BotJobs(store.database, address)
    try:
        await thinkers.wake(prepare=prepare)
        await thoughts.open()
        worker = Worker(hall, thoughts, thinkers, stand_in)
        tidying = asyncio.create_task(worker.tidy_up(), name="tidying up")
        try:
            await worker.run(threads)
        finally:
            tidying.cancel()
            await asyncio.gather(tidying, return_exceptions=True)
    finally:
        thinkers.close()
        await thoughts.close()
        await hall.close()
        await store.close()


class Worker:
    """One process that thinks."""

    def __init__(
        self, hall: TableService, thoughts: BotJobs, thinkers: BotThreads, stand_in: str
    ) -> None:
        self._hall = hall
        self._bus = hall.store.database.bus
        self._thoughts = thoughts
        self._thinkers = thinkers
        self._stand_in = stand_in
        self._minds: OrderedDict[tuple[str, int, str], SeatBot] = OrderedDict()
        thoughts.jobs.task(name=TASK, queue=QUEUE)(self.think)

    async def run(self, threads: int) -> None:
        """Take questions, and go on when PostgreSQL has been away."""
        again = Signal()
        stop_hearing = self._bus.hear(TOPIC, lambda text: None if text else again.wake())
        try:
            while True:
                working = asyncio.create_task(self._take_questions(threads), name="questions")
                try:
                    # The queue's own line does not come back after a restart of PostgreSQL.
                    await again.wait()
                finally:
                    working.cancel()
                    await asyncio.gather(working, return_exceptions=True)
        finally:
            stop_hearing()

    async def _take_questions(self, threads: int) -> None:
        while True:
            try:
                await self._thoughts.jobs.run_worker_async(
                    queues=[QUEUE],
                    concurrency=threads,
                    delete_jobs="always",
                    fetch_job_polling_interval=POLL_SECONDS,
                    update_heartbeat_interval=BEAT_SECONDS,
                    shutdown_graceful_timeout=SECONDS_TO_STOP,
                    install_signal_handlers=False,
                )
            except Exception as error:
                log.warning("the queue is out of reach: %s", type(error).__name__)
            await asyncio.sleep(AFTER_A_FAULT)

    async def think(self, code: str, number: int, player: int) -> None:
        """Answer a question, unless it is answered or no longer asked."""
        question = BotQuestion(code, number, player)
        try:
            live = await self._hall.table(code, seen=number)
            table = live.table
            asked = table.question_number == number and player in table.for_bots()
            if not asked or await self._thoughts.answer(question) is not None:
                return
            level = table.sitter(player).level or self._stand_in
            action = await self._thinkers.choose(self._mind(code, player, level),
                                                 table.view(player))  # fmt: skip
            await self._thoughts.keep(question, action)
        except KingUpError as error:
            # Whoever asked thinks themselves after a while.
            log.warning("a question was not answered: %s", error)

    async def tidy_up(self) -> None:
        """Forget what workers that died have left behind."""
        while True:
            try:
                await self._thoughts.forget_stalled()
            except Exception as error:
                log.warning("the queue could not be tidied up: %s", type(error).__name__)
            await asyncio.sleep(TIDYING_SECONDS)

    def _mind(self, code: str, player: int, level: str) -> SeatBot:
        key = (code, player, level)
        mind = self._minds.pop(key, None) or SeatBot(level)
        self._minds[key] = mind
        if len(self._minds) > MOST_MINDS:
            self._minds.popitem(last=False)
        return mind
