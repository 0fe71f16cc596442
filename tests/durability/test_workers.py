"""Bots think in workers; where there is none, or one dies, the game goes on all the same."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
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
from tests.waiting import PATIENCE, wait_until_async


class Lazy(BotThreads):
    """Counts how often a server had to think itself."""

    thoughts = 0

    async def choose(self, mind: SeatBot, view: View) -> str:
        self.thoughts += 1
        return await super().choose(mind, view)


@asynccontextmanager
async def server(url: str) -> AsyncIterator[tuple[TableService, Lazy, WorkerClient]]:
    """Open a table service whose bots are asked of workers."""
    store = await Store.open(url)
    service = TableService(store)
    lazy = Lazy(1)
    await lazy.wake(prepare=False)
    workers = WorkerClient(BotJobs(store.database, url), store.database.bus, lazy)
    await workers.open()
    settings = ServerSettings(database=url, bot_speed=200, stand_in="page", prepare=False)
    players = Autoplayer(service, workers.choose, settings)
    try:
        yield service, lazy, workers
    finally:
        await players.close()
        await workers.close()
        await service.close()
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


async def bots_alone(service: TableService) -> LiveTable:
    """Begin a game that bots play to its end."""
    live = await table_of(service, ["ana"])
    await service.change(live.code, lambda table: decisions.leave(table, "ana", 0))
    return live


@pytest.fixture(autouse=True)
def _looking_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let servers notice at once that a worker is up."""
    monkeypatch.setattr(workers_module, "BEAT_SECONDS", 0.05)


async def test_workers_think_and_servers_do_not(postgresql_url: str) -> None:
    async with asyncio.timeout(PATIENCE):
        async with worker(postgresql_url), server(postgresql_url) as (service, lazy, workers):
            await wait_until_async(lambda: workers.workers_up)
            live = await bots_alone(service)
            await wait_until_async(lambda: live.table.number > 60)
            assert lazy.thoughts == 0
            rows = await service.store.database.rows(select(func.count()).select_from(THOUGHTS))
            assert rows[0][0] <= 4  # what is done is forgotten


async def test_without_workers_a_server_thinks_itself(postgresql_url: str) -> None:
    async with asyncio.timeout(PATIENCE):
        async with server(postgresql_url) as (service, lazy, _):
            live = await bots_alone(service)
            await wait_until_async(lambda: live.table.number > 30)
            assert lazy.thoughts > 10


async def test_a_worker_that_died_keeps_nobody_waiting_for_long(
    postgresql_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(workers_module, "WORKER_TIMEOUT", 0.2)

    async with asyncio.timeout(PATIENCE):
        async with server(postgresql_url) as (service, lazy, workers):
            async with service.store.database.writing() as connection:  # its last heartbeat
                await connection.execute(
                    text("INSERT INTO jobs.procrastinate_workers DEFAULT VALUES")
                )
            await wait_until_async(lambda: workers.workers_up)
            live = await bots_alone(service)
            await wait_until_async(lambda: live.table.number > 20)
            assert lazy.thoughts > 0
    assert "in time" in caplog.text


async def test_a_worker_goes_on_when_postgresql_was_away() -> None:
    async def work(cluster: PostgreSQL, url: str) -> None:
        async with worker(url), server(url) as (service, lazy, workers):
            live = await bots_alone(service)
            await wait_until_async(lambda: live.table.number > 12)
            await asyncio.to_thread(cluster.stop)
            await asyncio.to_thread(cluster.start)
            number = live.table.number
            await wait_until_async(lambda: live.table.number > number)
            await wait_until_async(lambda: workers.workers_up)
            thoughts, number = lazy.thoughts, live.table.number
            await wait_until_async(lambda: live.table.number > number + 12)
            # The first questions may still be those that were asked before.
            assert lazy.thoughts <= thoughts + 4

    try:
        with postgresql() as cluster:
            url = cluster.new_database()
            async with asyncio.timeout(PATIENCE):
                await work(cluster, url)
    except NoPostgreSQL as error:
        pytest.skip(f"no PostgreSQL: {error}")


async def test_a_question_is_asked_and_answered_once(postgresql_url: str) -> None:
    async with asyncio.timeout(PATIENCE):
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


def test_wrong_words_are_sentences(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["--database", "tables.sqlite"],
                  ["--database", "postgresql://127.0.0.1:1/none"],
                  ["--database", "postgresql://127.0.0.1:1/none", "--threads", "0"]):  # fmt: skip
        assert main(["worker", *words]) == 2
        assert capsys.readouterr().err.strip()
