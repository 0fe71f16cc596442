"""The store: what was confirmed is kept, nothing happens twice, tables are found again."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from kingup.store import Conflict, Duplicate, Store
from kingup.store.engine import connect
from kingup.store.errors import Unavailable
from kingup.tables import Numbered, Pace, Table, decisions
from kingup.tables.events import Paused
from kingup.tables.listing import summary_of
from tests.store.databases import open_store
from tests.tables.sample_tables import HOST, LEVELS, SampleTable, everything


def played(code: str = "rook-23456", **setting: Any) -> SampleTable:
    sample = SampleTable(code=code, seats=(1, 1, 1), **setting).seat([0, 1])
    return sample.play(random.Random(1), lambda table: table.number > 40)


async def keep(store: Store, sample: SampleTable) -> None:
    await store.create(sample.log, summary_of(sample.table))


async def test_a_table_is_read_back_unchanged(
    database_url: str,
) -> None:
    sample = played()

    async with open_store(database_url) as store:
        await keep(store, sample)
    async with open_store(database_url) as store:
        again = Table.of(await store.events("rook-23456"))
        assert everything(again) == everything(sample.table)
        assert await store.events("rook-23456", after=40) == sample.log[40:]
        assert await store.events("king-23456") == []


async def test_a_code_is_used_once(database_url: str) -> None:
    async with open_store(database_url) as store:
        await keep(store, played())
        with pytest.raises(Conflict):
            await keep(store, played())
        assert len(await store.events("rook-23456")) == 41


async def test_only_one_of_several_appends_after_a_number_succeeds(database_url: str) -> None:
    sample = played()
    event = Numbered(sample.table.number + 1, 5.0, Paused())

    async def attempt(store: Store) -> bool:
        try:
            await store.append(sample.table.code, [event])
        except Conflict:
            return False
        return True

    async with open_store(database_url) as store:
        await keep(store, sample)
        assert sorted(await asyncio.gather(*(attempt(store) for _ in range(5)))) == [False] * 4 + [
            True
        ]


async def test_simultaneous_appends_of_two_processes_conflict(database_url: str) -> None:
    sample = played()
    event = Numbered(sample.table.number + 1, 5.0, Paused())

    async with open_store(database_url) as store:
        await keep(store, sample)
        other = await Store.open(database_url)
        try:
            done = await asyncio.gather(
                *(
                    one.append(sample.table.code, [event], key=f"k{i}")
                    for i, one in enumerate((store, other))
                ),
                return_exceptions=True,
            )
        finally:
            await other.close()
        assert [type(one) for one in done].count(Conflict) == 1
        assert len(await store.events(sample.table.code)) == sample.table.number + 1


async def test_a_repeated_key_reports_the_first_event_number(database_url: str) -> None:
    sample = played()
    number = sample.table.number + 1

    async with open_store(database_url) as store:
        await keep(store, sample)
        await store.append(sample.table.code, [Numbered(number, 5.0, Paused())], key="tap")
        for again in (number, number + 1):
            with pytest.raises(Duplicate) as caught:
                await store.append(sample.table.code, [Numbered(again, 5.0, Paused())], key="tap")
            assert caught.value.number == number
        assert await store.number_of(sample.table.code, "tap") == number
        assert await store.number_of(sample.table.code, "other") is None


async def test_events_are_stored_all_or_none(database_url: str) -> None:
    sample = played()
    number = sample.table.number
    events = [Numbered(number + 1, 5.0, Paused()), Numbered(number, 5.0, Paused())]

    async with open_store(database_url) as store:
        await keep(store, sample)
        with pytest.raises(Conflict):
            await store.append(sample.table.code, events, summary=summary_of(sample.table))
        await store.append(sample.table.code, [])
        assert len(await store.events(sample.table.code)) == number


async def test_events_need_a_table(database_url: str) -> None:
    async with open_store(database_url) as store:
        with pytest.raises(Conflict):
            await store.append("king-23456", [Numbered(1, 5.0, Paused())])


async def test_the_lobby_lists_the_latest_tables_first(database_url: str) -> None:
    samples = [
        sample
        for number in range(4)
        for sample in (
            SampleTable(code=f"king-2345{number}", private=False),
            played(f"rook-2345{number}", private=False),
        )
    ]

    async with open_store(database_url) as store:
        for at, sample in enumerate(samples):
            log = [Numbered(one.number, float(at), one.event) for one in sample.log]
            await store.create(log, summary_of(sample.table))
        latest = [sample.table.code for sample in reversed(samples)]
        assert [entry.code for entry in await store.listing()] == latest
        assert [entry.code for entry in await store.listing(limit=3)] == latest[:3]
        assert [entry.code for entry in await store.listing(["open"])] == latest[1::2]


async def test_the_lobby_lists_public_tables_and_people_find_their_own(database_url: str) -> None:
    public = SampleTable(code="king-23456", private=False, title="Friday")
    private = played()

    async with open_store(database_url) as store:
        await keep(store, public)
        await keep(store, private)
        assert [entry.code for entry in await store.listing()] == ["king-23456"]
        assert (await store.listing())[0].about["title"] == "Friday"
        assert [entry.code for entry in await store.of_person("person-1")] == ["rook-23456"]
        assert {entry.code for entry in await store.of_person(HOST)} == {
            "king-23456",
            "rook-23456",
        }
        assert await store.running() == ["rook-23456"]

        stored = private.do(decisions.give_seat(private.table, HOST, 1, "page", LEVELS))
        await store.append("rook-23456", stored, summary=summary_of(private.table))
        assert await store.of_person("person-1") == []

        stored = public.do(decisions.abandon(public.table, HOST))
        await store.append("king-23456", stored, summary=summary_of(public.table))
        assert await store.listing() == []
        assert [entry.status for entry in await store.listing(["abandoned"])] == ["abandoned"]


async def test_a_table_with_a_clock_is_found_when_it_is_due(
    database_url: str,
) -> None:
    bots = SampleTable(code="king-23456", seats=(1, 1, 1), first=0).seat([0])
    clock = SampleTable(code="rook-23456", seats=(1, 1, 1), pace=Pace("seconds", 30)).seat(
        [0, 1, 2]
    )
    alone = SampleTable(code="lion-23456", seats=(1, 1, 1)).seat([0, 1, 2])

    async with open_store(database_url) as store:
        for sample in (bots, clock, alone):
            await keep(store, sample)
        begun = clock.table.waiting_since
        assert await store.due(begun + 29) == []
        assert await store.due(begun + 31) == ["rook-23456"]
        stored = clock.do(decisions.pause(clock.table, HOST))
        await store.append("rook-23456", stored, summary=summary_of(clock.table))
        assert await store.due(1e12) == []


async def test_a_setting_keeps_its_first_value(database_url: str) -> None:
    async with open_store(database_url) as store:
        assert await store.setting("secret") is None
        assert await store.get_or_store_setting("secret", "one") == "one"
        assert await store.get_or_store_setting("secret", "two") == "one"
        assert await store.setting("secret") == "one"


async def test_commits_to_a_file_are_synced_to_disk(tmp_path: Path) -> None:
    async with open_store(f"sqlite:///{tmp_path / 'tables.db'}") as store:
        async with store.database.engine.connect() as connection:
            found = {
                name: (await connection.execute(text(f"PRAGMA {name}"))).scalar()
                for name in ("journal_mode", "synchronous", "foreign_keys")
            }
        assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


async def test_a_new_file_that_another_process_writes_is_waited_for(tmp_path: Path) -> None:
    """SQLite itself does not wait when a file is switched to a write-ahead log."""
    file = tmp_path / "tables.db"
    engine = connect(f"sqlite:///{file}")
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("CREATE TABLE early (row)")
    other.execute("BEGIN IMMEDIATE")
    waiting = asyncio.create_task(engine.connect().start())
    done, _ = await asyncio.wait([waiting], timeout=0.2)
    assert not done
    other.execute("COMMIT")
    connection = await waiting
    assert (await connection.execute(text("PRAGMA journal_mode"))).scalar() == "wal"
    await connection.close()
    await engine.dispose()
    other.close()


@pytest.mark.parametrize("url", ["sqlite+aiosqlite://", "sqlite+aiosqlite:///:memory:"])
def test_a_store_in_memory_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match="file"):
        connect(url)


async def test_closing_a_store_waits_for_running_reads(
    database_url: str,
) -> None:
    """Later reads raise `Unavailable`; no connection is left open."""
    sample = played()

    store = await Store.open(database_url)
    await keep(store, sample)
    reading = [asyncio.create_task(store.events("rook-23456")) for _ in range(4)]
    await asyncio.sleep(0)  # let them start
    await store.close()
    assert [task.result() for task in reading] == [sample.log] * 4
    with pytest.raises(Unavailable):
        await store.events("rook-23456")
