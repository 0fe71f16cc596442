"""Bots think in workers; where there is none, or one dies, the game goes on all the same."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
from sqlalchemy import func, select, text

from kingup.cli import main
from kingup.server.autoplay import Autoplayer
from kingup.server.bot_threads import BotThreads, SeatBot
from kingup.server.cluster import worker_client as workers_module
from kingup.server.cluster.worker import run_worker
from kingup.server.cluster.worker_client import WorkerClient
from kingup.server.live_table import LiveTable
from kingup.server.settings import ServerSettings
from kingup.server.table_service import TableService
from kingup.store import Store
from kingup.store.bot_job_schema import THOUGHTS
from kingup.store.bot_jobs import BotJobs, BotQuestion
from kingup.tables import decisions
from kingup.view import View
from tests.postgresql import NoPostgreSQL, PostgreSQL, postgresql
from tests.server.table_services import table_of
from tests.store.test_bus import until


class Lazy(BotThreads):
    """Counts how often a server had to think itself."""

    thoughts = 0

    async def choose(self, mind: SeatBot, view: View) -> str:
        self.thoughts += 1
        return await super().choose(mind, view)


@asynccontextmanager
async def server(url: str) -> AsyncIterator[tuple[TableService, Lazy, WorkerClient]]:
    """Open a hall whose bots are asked of workers."""
    store = await Store.open(url)
    hall = TableService(store)
    lazy = Lazy(1)
    await lazy.wake(prepare=False)
    workers = WorkerClient(BotJobs(store.database, url), store.database.bus, lazy)
    await workers.open()
    settings = ServerSettings(database=url, bot_speed=200, stand_in="page", prepare=False)
    players = Autoplayer(hall, workers.choose, settings)
    try:
        yield hall, lazy, workers
    finally:
        await players.close()
        await workers.close()
        await hall.close()
        lazy.close()
        await store.close()


@asynccontextmanager
async def worker(url: str) -> AsyncIterator[None]:
    """Let a worker think as long as the context lasts."""
    task = asyncio.create_task(run_worker(url, 2, "page", prepare=False))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def bots_alone(hall: TableService) -> LiveTable:
    """Begin a game that bots play to its end."""
    live = await table_of(hall, ["ana"])
    await hall.change(live.code, lambda table: decisions.leave(table, "ana", 0))
    return live


def run(work: Callable[[], Awaitable[None]]) -> None:
    async def limited() -> None:
        await asyncio.wait_for(work(), 90)

    asyncio.run(limited())


def test_workers_think_and_servers_do_not(postgresql_url: str) -> None:
    async def work() -> None:
        async with worker(postgresql_url), server(postgresql_url) as (hall, lazy, workers):
            while not await workers._jobs.workers_are_up():
                await asyncio.sleep(0.05)
            workers._workers_up = True
            live = await bots_alone(hall)
            await until(lambda: live.table.number > 60, 60)
            assert lazy.thoughts == 0
            rows = await hall.store.database.rows(select(func.count()).select_from(THOUGHTS))
            assert rows[0][0] <= 4  # what is done is forgotten

    run(work)


def test_without_workers_a_server_thinks_itself(postgresql_url: str) -> None:
    async def work() -> None:
        async with server(postgresql_url) as (hall, lazy, _):
            live = await bots_alone(hall)
            await until(lambda: live.table.number > 30, 60)
            assert lazy.thoughts > 10

    run(work)


def test_a_worker_that_died_keeps_nobody_waiting_for_long(
    postgresql_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(workers_module, "WORKER_TIMEOUT", 0.2)

    async def work() -> None:
        async with server(postgresql_url) as (hall, lazy, workers):
            async with hall.store.database.writing() as connection:  # its last heartbeat
                await connection.execute(
                    text("INSERT INTO jobs.procrastinate_workers DEFAULT VALUES")
                )
            assert await workers._jobs.workers_are_up()
            workers._workers_up = True
            live = await bots_alone(hall)
            await until(lambda: live.table.number > 20, 60)
            assert lazy.thoughts > 0

    run(work)
    assert "in time" in caplog.text


def test_a_worker_goes_on_when_postgresql_was_away() -> None:
    async def work(cluster: PostgreSQL, url: str) -> None:
        async with worker(url), server(url) as (hall, lazy, workers):
            live = await bots_alone(hall)
            await until(lambda: live.table.number > 12, 30)
            await asyncio.to_thread(cluster.stop)
            await asyncio.to_thread(cluster.start)
            number = live.table.number
            await until(lambda: live.table.number > number, 30)
            while not await workers._jobs.workers_are_up():
                await asyncio.sleep(0.05)
            workers._workers_up = True
            thoughts, number = lazy.thoughts, live.table.number
            await until(lambda: live.table.number > number + 12, 60)
            # The first questions may still be those that were asked before.
            assert lazy.thoughts <= thoughts + 4

    try:
        with postgresql() as cluster:
            url = cluster.new_database()
            run(lambda: work(cluster, url))
    except NoPostgreSQL as error:
        pytest.skip(f"no PostgreSQL: {error}")


def test_a_question_is_asked_and_answered_once(postgresql_url: str) -> None:
    async def work() -> None:
        store = await Store.open(postgresql_url)
        thoughts = BotJobs(store.database, postgresql_url)
        await thoughts.open()
        question = BotQuestion("king-23456", 7, 1)
        for _ in range(3):
            await thoughts.ask(question)
        jobs = list(await thoughts.jobs.job_manager.list_jobs_async())
        assert [job.task_kwargs for job in jobs] == [
            {"code": "king-23456", "number": 7, "player": 1}
        ]
        assert await thoughts.answer(question) is None
        await thoughts.keep(question, "A")
        await thoughts.keep(question, "B")
        assert await thoughts.answer(question) == "A"
        await thoughts.keep(BotQuestion("king-23456", 9, 0), "C")
        assert await thoughts.answer(question) is None
        await thoughts.close()
        await store.close()

    run(work)


def test_wrong_words_are_sentences(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["--database", "tables.sqlite"],
                  ["--database", "postgresql://127.0.0.1:1/none"],
                  ["--database", "postgresql://127.0.0.1:1/none", "--threads", "0"]):  # fmt: skip
        assert main(["worker", *words]) == 2
        assert capsys.readouterr().err.strip()
