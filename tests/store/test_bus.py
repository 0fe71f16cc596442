"""The bus: everybody hears what is stored, nobody what is not."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Awaitable, Callable

import pytest

from kingup.store import Database, Store
from kingup.store.notices import read_notice
from kingup.tables import Numbered
from kingup.tables.events import Paused, Sat
from kingup.tables.listing import summary_of
from tests.store.test_store import played


async def until(what: Callable[[], bool], seconds: float = 10) -> None:
    for _ in range(int(seconds / 0.01)):
        if what():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it never happened")


def in_database(url: str, work: Callable[[Database], Awaitable[None]]) -> None:
    async def run() -> None:
        database = await Database.open(url)
        try:
            await work(database)
        finally:
            await database.close()

    asyncio.run(run())


def test_what_is_stored_is_heard_by_those_who_listen_to_its_topic(database_url: str) -> None:
    async def work(database: Database) -> None:
        talk: list[str | None] = []
        other: list[str | None] = []
        stop = database.bus.hear("talk", talk.append)
        database.bus.hear("other", other.append)
        async with database.writing() as connection:
            await database.bus.say(connection, "talk", "king-23456 7")
            await asyncio.sleep(0.05)
            assert talk == []  # not before it is stored
        await until(lambda: talk == ["king-23456 7"])
        await database.say("talk", "again")
        await until(lambda: talk == ["king-23456 7", "again"])
        stop()
        await database.say("talk", "unheard")
        await database.say("other", "last")
        await until(lambda: other == ["last"])
        assert talk == ["king-23456 7", "again"]

    in_database(database_url, work)


def test_what_is_not_stored_is_never_heard(database_url: str) -> None:
    async def work(database: Database) -> None:
        heard: list[str | None] = []
        database.bus.hear("talk", heard.append)
        with contextlib.suppress(RuntimeError):
            async with database.writing() as connection:
                await database.bus.say(connection, "talk", "lost")
                raise RuntimeError("changed my mind")
        await database.say("talk", "kept")
        await until(lambda: bool(heard))
        assert heard == ["kept"]

    in_database(database_url, work)


def test_a_listener_that_breaks_does_not_deafen_the_others(
    database_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(_: str | None) -> None:
        raise RuntimeError("no idea")

    async def work(database: Database) -> None:
        heard: list[str | None] = []
        database.bus.hear("talk", broken)
        database.bus.hear("talk", heard.append)
        await database.say("talk", "hello")
        await until(lambda: heard == ["hello"])

    in_database(database_url, work)
    assert "failed" in caplog.text


def test_other_processes_hear_where_something_is_new_and_what(postgresql_url: str) -> None:
    life = played()
    code = life.table.code

    async def work(database: Database) -> None:
        store = Store(await Database.open(postgresql_url))
        await store.create(life.log, summary_of(life.table))
        heard: list[str | None] = []
        database.bus.hear("table", heard.append)
        number = life.table.number + 1
        paused = [Numbered(number, 5.25, Paused())]
        await store.append(code, paused)
        await until(lambda: len(heard) == 1)
        news = read_notice(heard[0] or "")
        assert (news.code, news.number, news.events()) == (code, number, paused)
        assert code not in repr(news)  # nothing of it gets into a log by accident
        sat = [Numbered(number + 1, 6.0, Sat(0, "ana", "Ana", 1))]
        await store.append(code, sat, summary=summary_of(life.table))  # who sits is stored, too
        await until(lambda: len(heard) == 2)
        assert read_notice(heard[1] or "").events() == sat
        await store.close()

    in_database(postgresql_url, work)


def test_what_is_too_long_for_the_bus_is_read_from_the_database(postgresql_url: str) -> None:
    life = played()
    code, number = life.table.code, life.table.number

    async def work(database: Database) -> None:
        store = Store(await Database.open(postgresql_url))
        await store.create(life.log, summary_of(life.table))
        heard: list[str | None] = []
        database.bus.hear("table", heard.append)
        many = [Numbered(number + i, 5.0, Paused()) for i in range(1, 400)]
        await store.append(code, many)
        await until(lambda: heard == [f"{code} {number + 399}"])
        assert read_notice(heard[0] or "").events() == []
        assert await store.events(code, after=number) == many
        await store.close()

    in_database(postgresql_url, work)


def test_the_channel_is_known_to_who_may_read_the_tables(postgresql_url: str) -> None:
    """PostgreSQL lets everybody who can connect listen to any channel that they can name."""

    async def work(database: Database) -> None:
        other = await Database.open(postgresql_url)
        name = await Store(database).setting("channel")
        assert re.fullmatch(r"kingup_[0-9a-f]{32}", name or "")
        heard: list[str | None] = []
        other.bus.hear("talk", heard.append)
        await database.say("talk", "hello")
        await until(lambda: heard == ["hello"])
        await other.close()

    in_database(postgresql_url, work)
