"""Chat on disk: numbered remarks, stored once and deleted in time; mutes; reports."""

from __future__ import annotations

import asyncio
import random

import pytest

from kingup.store import ChatStore, Database, ReportStore, Store
from kingup.store.chat import MOST_REMARKS
from kingup.tables import decisions
from kingup.tables.chat import Remark, Speaker
from kingup.tables.listing import summary_of
from kingup.tables.setting import DAY
from tests.store.databases import open_database
from tests.tables.sample_tables import HOST, SampleTable

ANA, BEN = Speaker("ana", "Ana", 0), Speaker("ben", "Ben", 1)


async def keep(database: Database, sample: SampleTable) -> None:
    store, summary = Store(database), summary_of(sample.table)
    await store.create(sample.log[:1], summary)
    await store.append(sample.table.code, sample.log[1:], summary=summary)


def remark(text: str = "hello", by: Speaker = ANA, at: float = 5.0) -> Remark:
    return Remark(0, at, by, text)


async def test_remarks_are_numbered_and_read_back_unchanged(database_url: str) -> None:
    async with open_database(database_url) as database:
        await keep(database, SampleTable())
        chat = ChatStore(database)
        first = await chat.add("rook-23456", remark("hello 👑"))
        second = await chat.add("rook-23456", Remark(0, 6.0, BEN, "", "bravo", None))
        third = await chat.add("rook-23456", Remark(0, 7.0, BEN, "psst", None, "ana"))
        assert [one.number for one in (first, second, third)] == [1, 2, 3]
        assert await chat.remarks("rook-23456") == [first, second, third]
        assert await chat.remarks("rook-23456", after=2) == [third]
        assert await chat.remarks("king-23456") == []


async def test_a_remark_with_the_same_key_is_stored_once(database_url: str) -> None:
    async with open_database(database_url) as database:
        await keep(database, SampleTable())
        chat = ChatStore(database)
        one = await chat.add("rook-23456", remark(), "key")
        assert await chat.add("rook-23456", remark(), "key") == one
        assert (await chat.add("rook-23456", remark())).number == 2


async def test_simultaneous_remarks_get_different_numbers(database_url: str) -> None:
    async with open_database(database_url) as database:
        await keep(database, SampleTable())
        other = await Database.open(database_url)
        try:
            stores = (ChatStore(database), ChatStore(other))
            spoken = [stores[i % 2].add("rook-23456", remark(str(i))) for i in range(8)]
            numbers = [remark.number for remark in await asyncio.gather(*spoken)]
        finally:
            await other.close()
        assert sorted(numbers) == list(range(1, 9))


@pytest.mark.full
async def test_a_long_chat_drops_its_oldest_remarks(database_url: str) -> None:
    async with open_database(database_url) as database:
        await keep(database, SampleTable())
        chat = ChatStore(database)
        for _ in range(MOST_REMARKS + 2):
            await chat.add("rook-23456", remark())
        kept = await chat.remarks("rook-23456")
        assert [kept[0].number, kept[-1].number] == [3, MOST_REMARKS + 2]


async def test_chat_is_deleted_a_day_after_its_table_has_ended(database_url: str) -> None:
    async with open_database(database_url) as database:
        over = SampleTable(seats=(1, 1, 1), code="rook-22222").seat([0, 1]).play(random.Random(1))
        given_up = SampleTable(code="king-22222").seat([0, 1])
        given_up.do(decisions.abandon(given_up.table, HOST))
        running = SampleTable(code="lion-22222").seat([0, 1])
        chat = ChatStore(database)
        for sample in (over, given_up, running):
            await keep(database, sample)
            await chat.add(sample.table.code, remark())
        end = max(over.table.updated_at, given_up.table.updated_at)
        codes = ("rook-22222", "king-22222", "lion-22222")
        await chat.sweep(end + DAY / 2)
        assert [len(await chat.remarks(code)) for code in codes] == [1, 1, 1]
        await chat.sweep(end + DAY)
        assert [len(await chat.remarks(code)) for code in codes] == [0, 0, 1]


async def test_a_mute_affects_only_the_pair(database_url: str) -> None:
    async with open_database(database_url) as database:
        chat = ChatStore(database)
        for _ in range(2):
            await chat.mute("ana", "ben", on=True)
        await chat.mute("cleo", "ben", on=True)
        assert await chat.mutes_of("ana") == {"ben"}
        assert await chat.mutes_of("ben") == frozenset()
        assert await chat.muted_by(["ben", "ana"]) == {
            "ben": frozenset({"ana", "cleo"}),
            "ana": frozenset(),
        }
        await chat.mute("ana", "ben", on=False)
        assert await chat.mutes_of("ana") == frozenset()


async def test_a_persons_remarks_mutes_and_reports_are_deleted(database_url: str) -> None:
    async with open_database(database_url) as database:
        await keep(database, SampleTable())
        chat, reports = ChatStore(database), ReportStore(database)
        mine = await chat.add("rook-23456", remark())
        theirs = await chat.add("rook-23456", remark(by=BEN))
        await chat.mute("ana", "ben", on=True)
        await reports.report("rook-23456", theirs, "ana", [mine, theirs], 9.0)
        await chat.forget("ana")
        await reports.forget("ana")
        assert await chat.remarks("rook-23456") == [theirs]
        assert await chat.mutes_of("ana") == frozenset()
        assert await reports.reports() == []


async def test_a_report_keeps_the_remark_and_its_context(database_url: str) -> None:
    async with open_database(database_url) as database:
        await keep(database, SampleTable())
        chat, reports = ChatStore(database), ReportStore(database)
        before = await chat.add("rook-23456", remark("hi"))
        rude = await chat.add("rook-23456", remark("you fool", BEN))
        for _ in range(2):  # the same report twice is one
            await reports.report("rook-23456", rude, "ana", [before, rude], 9.0)
        [report] = await reports.reports()
        assert (report.code, report.number, report.name) == ("rook-23456", 2, "Ben")
        assert report.around == ((1, "Ana", "hi"), (2, "Ben", "you fool"))
        assert await reports.find(report.id) == report
        await reports.settle(report.id)
        assert await reports.reports() == []
        assert await reports.find(report.id) is None


async def test_chats_are_closed_and_people_silenced_for_a_time(
    database_url: str,
) -> None:
    async with open_database(database_url) as database:
        reports = ReportStore(database)
        await reports.close_talk("rook-23456", 1.0)
        await reports.close_talk("rook-23456", 2.0)
        assert await reports.is_closed("rook-23456")
        assert not await reports.is_closed("king-23456")
        await reports.silence("ben", 100.0)
        await reports.silence("ben", 200.0)
        assert await reports.is_silenced("ben", 150.0)
        assert not await reports.is_silenced("ben", 200.0)
        assert not await reports.is_silenced("ana", 150.0)
        await reports.lift("ben")
        assert not await reports.is_silenced("ben", 150.0)


async def test_an_unsettled_report_is_deleted_after_a_month(database_url: str) -> None:
    async with open_database(database_url) as database:
        await keep(database, SampleTable())
        reports = ReportStore(database)
        rude = await ChatStore(database).add("rook-23456", remark())
        await reports.report("rook-23456", rude, "ben", [rude], 0.0)
        await reports.silence("ana", 10 * DAY)
        await reports.sweep(29 * DAY)
        assert len(await reports.reports()) == 1
        assert not await reports.is_silenced("ana", 0.0), "it was over, and is forgotten"
        await reports.sweep(30 * DAY)
        assert await reports.reports() == []
