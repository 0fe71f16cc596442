"""The bus: listeners receive what is committed, and nothing else."""

from __future__ import annotations

import asyncio
import contextlib
import re

import pytest

from kingup.store import Database, Store
from kingup.store.notices import read_notice
from kingup.tables import Numbered
from kingup.tables.events import Paused, Sat
from kingup.tables.listing import summary_of
from tests.store.databases import open_database
from tests.store.test_store import played
from tests.waiting import wait_until_async


async def test_listeners_get_the_notices_of_their_topic_after_the_commit(
    database_url: str,
) -> None:
    async with open_database(database_url) as database:
        received: list[str | None] = []
        other: list[str | None] = []
        stop = database.bus.subscribe("talk", received.append)
        database.bus.subscribe("other", other.append)
        async with database.writing() as connection:
            await database.bus.publish(connection, "talk", "king-23456 7")
            await asyncio.sleep(0.05)
            assert received == []  # not before the commit
        await wait_until_async(lambda: received == ["king-23456 7"])
        await database.publish("talk", "again")
        await wait_until_async(lambda: received == ["king-23456 7", "again"])
        stop()
        await database.publish("talk", "unheard")
        await database.publish("other", "last")
        await wait_until_async(lambda: other == ["last"])
        assert received == ["king-23456 7", "again"]


async def test_notices_of_a_rolled_back_transaction_are_never_sent(database_url: str) -> None:
    async with open_database(database_url) as database:
        received: list[str | None] = []
        database.bus.subscribe("talk", received.append)
        with contextlib.suppress(RuntimeError):
            async with database.writing() as connection:
                await database.bus.publish(connection, "talk", "lost")
                raise RuntimeError("changed my mind")
        await database.publish("talk", "kept")
        await wait_until_async(lambda: bool(received))
        assert received == ["kept"]


async def test_a_failing_listener_does_not_affect_the_others(
    database_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(_: str | None) -> None:
        raise RuntimeError("no idea")

    async with open_database(database_url) as database:
        received: list[str | None] = []
        database.bus.subscribe("talk", broken)
        database.bus.subscribe("talk", received.append)
        await database.publish("talk", "hello")
        await wait_until_async(lambda: received == ["hello"])
    assert "failed" in caplog.text


async def test_other_processes_receive_the_new_events_of_a_table(postgresql_url: str) -> None:
    sample = played()
    code = sample.table.code

    async with open_database(postgresql_url) as database:
        store = Store(await Database.open(postgresql_url))
        await store.create(sample.log, summary_of(sample.table))
        received: list[str | None] = []
        database.bus.subscribe("table", received.append)
        number = sample.table.number + 1
        paused = [Numbered(number, 5.25, Paused())]
        await store.append(code, paused)
        await wait_until_async(lambda: len(received) == 1)
        news = read_notice(received[0] or "")
        assert (news.code, news.number, news.events()) == (code, number, paused)
        assert code not in repr(news)  # so that nothing of it is logged by accident
        sat = [Numbered(number + 1, 6.0, Sat(0, "ana", "Ana", 1))]
        await store.append(
            code, sat, summary=summary_of(sample.table)
        )  # the summary is stored, too
        await wait_until_async(lambda: len(received) == 2)
        assert read_notice(received[1] or "").events() == sat
        await store.close()


async def test_events_too_long_for_a_notice_are_read_from_the_database(
    postgresql_url: str,
) -> None:
    sample = played()
    code, number = sample.table.code, sample.table.number

    async with open_database(postgresql_url) as database:
        store = Store(await Database.open(postgresql_url))
        await store.create(sample.log, summary_of(sample.table))
        received: list[str | None] = []
        database.bus.subscribe("table", received.append)
        many = [Numbered(number + i, 5.0, Paused()) for i in range(1, 400)]
        await store.append(code, many)
        await wait_until_async(lambda: received == [f"{code} {number + 399}"])
        assert read_notice(received[0] or "").events() == []
        assert await store.events(code, after=number) == many
        await store.close()


async def test_the_channel_name_is_a_secret_in_the_database(postgresql_url: str) -> None:
    """PostgreSQL lets anyone who can connect listen to any channel whose name they know."""

    async with open_database(postgresql_url) as database:
        other = await Database.open(postgresql_url)
        name = await Store(database).setting("channel")
        assert re.fullmatch(r"kingup_[0-9a-f]{32}", name or "")
        received: list[str | None] = []
        other.bus.subscribe("talk", received.append)
        await database.publish("talk", "hello")
        await wait_until_async(lambda: received == ["hello"])
        await other.close()
