"""Workers choose for bots; without one, or if one dies, games continue all the same."""

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
from kingup.store.bot_job_schema import BOT_ANSWERS
from kingup.store.bot_jobs import BotJobs, BotQuestion
from kingup.tables import decisions
from kingup.view import View
from tests.postgresql import NoPostgreSQL, PostgreSQL, postgresql
from tests.server.table_services import table_of
from tests.waiting import PATIENCE, wait_until_async


class CountingBotThreads(BotThreads):
    """Counts how often the server had to choose itself."""

    choices = 0

    async def choose(self, bot: SeatBot, view: View) -> str:
        self.choices += 1
        return await super().choose(bot, view)


@asynccontextmanager
async def server(url: str) -> AsyncIterator[tuple[TableService, CountingBotThreads, WorkerClient]]:
    """Open a table service whose bots are run by workers."""
    store = await Store.open(url)
    service = TableService(store)
    threads = CountingBotThreads(1)
    await threads.wake(prepare=False)
    workers = WorkerClient(BotJobs(store.database, url), store.database.bus, threads)
    await workers.open()
    settings = ServerSettings(database=url, bot_speed=200, stand_in="page", prepare=False)
    autoplayer = Autoplayer(service, workers.choose, settings)
    try:
        yield service, threads, workers
    finally:
        await autoplayer.close()
        await workers.close()
        await service.close()
        threads.close()
        await store.close()


@asynccontextmanager
async def worker(url: str) -> AsyncIterator[None]:
    """Run a worker as long as the context lasts."""
    task = asyncio.create_task(run_worker(url, 2, "page", prepare=False))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def bots_alone(service: TableService) -> LiveTable:
    """Start a game that bots play to its end."""
    live = await table_of(service, ["ana"])
    await service.change(live.code, lambda table: decisions.leave(table, "ana", 0))
    return live


@pytest.fixture(autouse=True)
def _fast_heartbeats(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make servers notice at once that a worker is up."""
    monkeypatch.setattr(workers_module, "BEAT_SECONDS", 0.05)


async def test_workers_choose_for_bots_instead_of_the_server(
    postgresql_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers_module, "WORKER_TIMEOUT", PATIENCE)
    async with asyncio.timeout(PATIENCE):
        async with worker(postgresql_url), server(postgresql_url) as (service, threads, workers):
            await wait_until_async(lambda: workers.workers_up)
            live = await bots_alone(service)
            await wait_until_async(lambda: live.table.number > 60)
            assert threads.choices == 0
            rows = await service.store.database.rows(select(func.count()).select_from(BOT_ANSWERS))
            assert rows[0][0] <= 4  # finished jobs are deleted


async def test_a_server_without_workers_chooses_itself(postgresql_url: str) -> None:
    async with asyncio.timeout(PATIENCE):
        async with server(postgresql_url) as (service, threads, _):
            live = await bots_alone(service)
            await wait_until_async(lambda: live.table.number > 30)
            assert threads.choices > 10


async def test_a_server_takes_over_from_a_dead_worker(
    postgresql_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(workers_module, "WORKER_TIMEOUT", 0.2)

    async with asyncio.timeout(PATIENCE):
        async with server(postgresql_url) as (service, threads, workers):
            async with service.store.database.writing() as connection:  # its last heartbeat
                await connection.execute(
                    text("INSERT INTO jobs.procrastinate_workers DEFAULT VALUES")
                )
            await wait_until_async(lambda: workers.workers_up)
            live = await bots_alone(service)
            await wait_until_async(lambda: live.table.number > 20)
            assert threads.choices > 0
    assert "in time" in caplog.text


@pytest.mark.full
async def test_a_worker_continues_after_postgresql_restarts() -> None:
    async def work(cluster: PostgreSQL, url: str) -> None:
        async with worker(url), server(url) as (service, threads, workers):
            live = await bots_alone(service)
            await wait_until_async(lambda: live.table.number > 12)
            await asyncio.to_thread(cluster.stop)
            await asyncio.to_thread(cluster.start)
            number = live.table.number
            await wait_until_async(lambda: live.table.number > number)
            await wait_until_async(lambda: workers.workers_up)
            # Another game: the first one may be over by now.
            choices, live = threads.choices, await bots_alone(service)
            await wait_until_async(lambda: live.table.number > 40)
            # The first jobs may still be those queued before.
            assert threads.choices <= choices + 4

    try:
        with postgresql() as cluster:
            url = cluster.new_database()
            async with asyncio.timeout(PATIENCE):
                await work(cluster, url)
    except NoPostgreSQL as error:
        pytest.skip(f"no PostgreSQL: {error}")


async def test_a_job_is_queued_and_answered_once(postgresql_url: str) -> None:
    async with asyncio.timeout(PATIENCE):
        store = await Store.open(postgresql_url)
        choices = BotJobs(store.database, postgresql_url)
        await choices.open()
        question = BotQuestion("king-23456", 7, 1)
        for _ in range(3):
            await choices.ask(question)
        jobs = list(await choices.jobs.job_manager.list_jobs_async())
        assert [job.task_kwargs for job in jobs] == [
            {"code": "king-23456", "number": 7, "player": 1}
        ]
        assert await choices.answer(question) is None
        await choices.keep(question, "A")
        await choices.keep(question, "B")
        assert await choices.answer(question) == "A"
        await choices.keep(BotQuestion("king-23456", 9, 0), "C")
        assert await choices.answer(question) is None
        await choices.close()
        await store.close()


def test_wrong_arguments_are_explained(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["--database", "tables.sqlite"],
                  ["--database", "postgresql://127.0.0.1:1/none"],
                  ["--database", "postgresql://127.0.0.1:1/none", "--threads", "0"]):  # fmt: skip
        assert main(["worker", *words]) == 2
        assert capsys.readouterr().err.strip()
