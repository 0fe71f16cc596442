"""A worker: takes questions for bots from the queue, and stores the answers."""

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

MOST_BOTS = 2000
"""Bots that are cached between two questions."""
STOP_TIMEOUT = 3
RETRY_SECONDS = 1.0
POLL_INTERVAL = 2.0
TIDY_INTERVAL = 60.0


async def run_worker(address: str, threads: int, stand_in: str, *, prepare: bool = True) -> None:
    """Answer the questions of the servers that use a PostgreSQL database, until cancelled."""
    store = await Store.open(address)
    tables = TableService(store)
    bot_threads = BotThreads(threads)
    jobs = BotJobs(store.database, address)
    try:
        await bot_threads.wake(prepare=prepare)
        await jobs.open()
        worker = Worker(tables, jobs, bot_threads, stand_in)
        tidy_task = asyncio.create_task(worker.keep_tidy(), name="tidy queue")
        try:
            await worker.run(threads)
        finally:
            tidy_task.cancel()
            await asyncio.gather(tidy_task, return_exceptions=True)
    finally:
        bot_threads.close()
        await jobs.close()
        await tables.close()
        await store.close()


class Worker:
    """One worker process."""

    def __init__(
        self, tables: TableService, jobs: BotJobs, threads: BotThreads, stand_in: str
    ) -> None:
        self._tables = tables
        self._bus = tables.store.database.bus
        self._jobs = jobs
        self._threads = threads
        self._stand_in = stand_in
        self._bots: OrderedDict[tuple[str, int, str], SeatBot] = OrderedDict()
        jobs.jobs.task(name=TASK, queue=QUEUE)(self.answer)

    async def run(self, threads: int) -> None:
        """Take questions, until cancelled; start again after an outage of PostgreSQL."""
        again = Signal()
        unsubscribe = self._bus.subscribe(TOPIC, lambda text: None if text else again.wake())
        try:
            while True:
                working = asyncio.create_task(self._take_questions(threads), name="questions")
                try:
                    # The queue does not reconnect by itself after a restart of PostgreSQL.
                    await again.wait()
                finally:
                    working.cancel()
                    await asyncio.gather(working, return_exceptions=True)
        finally:
            unsubscribe()

    async def _take_questions(self, threads: int) -> None:
        while True:
            try:
                await self._jobs.jobs.run_worker_async(
                    queues=[QUEUE],
                    concurrency=threads,
                    delete_jobs="always",
                    fetch_job_polling_interval=POLL_INTERVAL,
                    update_heartbeat_interval=BEAT_SECONDS,
                    shutdown_graceful_timeout=STOP_TIMEOUT,
                    install_signal_handlers=False,
                )
            except Exception as error:
                log.warning("bot queue unreachable: error=%s", type(error).__name__)
            await asyncio.sleep(RETRY_SECONDS)

    async def answer(self, code: str, number: int, player: int) -> None:
        """Answer a question, unless it has an answer or is no longer open."""
        question = BotQuestion(code, number, player)
        try:
            live = await self._tables.table(code, seen=number)
            table = live.table
            is_open = table.question_number == number and player in table.for_bots()
            if not is_open or await self._jobs.answer(question) is not None:
                return
            level = table.sitter(player).level or self._stand_in
            action = await self._threads.choose(self._bot(code, player, level),
                                                 table.view(player))  # fmt: skip
            await self._jobs.keep(question, action)
        except KingUpError as error:
            # The server that asked decides by itself after a timeout.
            log.warning("bot question not answered: table=%s player=%d error=%s",
                        code, player, error)  # fmt: skip

    async def keep_tidy(self) -> None:
        """Delete the jobs of workers that died, until cancelled."""
        while True:
            try:
                await self._jobs.forget_stalled()
            except Exception as error:
                log.warning("bot queue not tidied: error=%s", type(error).__name__)
            await asyncio.sleep(TIDY_INTERVAL)

    def _bot(self, code: str, player: int, level: str) -> SeatBot:
        key = (code, player, level)
        bot = self._bots.pop(key, None) or SeatBot(level)
        self._bots[key] = bot
        if len(self._bots) > MOST_BOTS:
            self._bots.popitem(last=False)
        return bot
