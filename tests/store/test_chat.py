"""Talk on disk: numbered, said once, forgotten in time; mutes; reports."""

from __future__ import annotations

import asyncio
import random

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


def said(text: str = "hello", by: Speaker = ANA, at: float = 5.0) -> Remark:
    return Remark(0, at, by, text)


async def test_remarks_are_numbered_and_read_as_they_were_said(database_url: str) -> None:
    async with open_database(database_url) as database:
        await keep(database, SampleTable())
        talk = ChatStore(database)
        first = await talk.add("rook-23456", said("hello 👑"))
        second = await talk.add("rook-23456", Remark(0, 6.0, BEN, "", "bravo", None))
        third = await talk.add("rook-23456", Remark(0, 7.0, BEN, "psst", None, "ana"))
        assert [one.number for one in (first, second, third)] == [1, 2, 3]
        assert await talk.remarks("rook-23456") == [first, second, third]
        assert await talk.remarks("rook-23456", after=2) == [third]
        assert await talk.remarks("king-23456") == []


async def test_what_is_said_under_a_key_is_said_once(database_url: str) -> None:
    async with open_database(database_url) as database:
        await keep(database, SampleTable())
        talk = ChatStore(database)
        one = await talk.add("rook-23456", said(), "key")
        assert await talk.add("rook-23456", said(), "key") == one
        assert (await talk.add("rook-23456", said())).number == 2


async def test_people_who_speak_at_once_get_different_numbers(database_url: str) -> None:
    async with open_database(database_url) as database:
        await keep(database, SampleTable())
        other = await Database.open(database_url)
        try:
            stores = (ChatStore(database), ChatStore(other))
            spoken = [stores[i % 2].add("rook-23456", said(str(i))) for i in range(8)]
            numbers = [remark.number for remark in await asyncio.gather(*spoken)]
        finally:
            await other.close()
        assert sorted(numbers) == list(range(1, 9))


async def test_the_oldest_remarks_of_a_long_talk_go(database_url: str) -> None:
    async with open_database(database_url) as database:
        await keep(database, SampleTable())
        talk = ChatStore(database)
        for _ in range(MOST_REMARKS + 2):
            await talk.add("rook-23456", said())
        kept = await talk.remarks("rook-23456")
        assert [kept[0].number, kept[-1].number] == [3, MOST_REMARKS + 2]


async def test_talk_is_swept_away_a_day_after_its_table_has_ended(database_url: str) -> None:
    async with open_database(database_url) as database:
        over = SampleTable(seats=(1, 1, 1), code="rook-22222").seat([0, 1]).play(random.Random(1))
        given_up = SampleTable(code="king-22222").seat([0, 1])
        given_up.do(decisions.abandon(given_up.table, HOST))
        running = SampleTable(code="lion-22222").seat([0, 1])
        talk = ChatStore(database)
        for sample in (over, given_up, running):
            await keep(database, sample)
            await talk.add(sample.table.code, said())
        end = max(over.table.updated_at, given_up.table.updated_at)
        codes = ("rook-22222", "king-22222", "lion-22222")
        await talk.sweep(end + DAY / 2)
        assert [len(await talk.remarks(code)) for code in codes] == [1, 1, 1]
        await talk.sweep(end + DAY)
        assert [len(await talk.remarks(code)) for code in codes] == [0, 0, 1]


async def test_a_mute_is_of_one_person_for_another(database_url: str) -> None:
    async with open_database(database_url) as database:
        talk = ChatStore(database)
        for _ in range(2):
            await talk.mute("ana", "ben", on=True)
        await talk.mute("cleo", "ben", on=True)
        assert await talk.mutes_of("ana") == {"ben"}
        assert await talk.mutes_of("ben") == frozenset()
        assert await talk.muted_by(["ben", "ana"]) == {
            "ben": frozenset({"ana", "cleo"}),
            "ana": frozenset(),
        }
        await talk.mute("ana", "ben", on=False)
        assert await talk.mutes_of("ana") == frozenset()


async def test_a_person_can_be_forgotten(database_url: str) -> None:
    async with open_database(database_url) as database:
        await keep(database, SampleTable())
        talk, reports = ChatStore(database), ReportStore(database)
        mine = await talk.add("rook-23456", said())
        theirs = await talk.add("rook-23456", said(by=BEN))
        await talk.mute("ana", "ben", on=True)
        await reports.report("rook-23456", theirs, "ana", [mine, theirs], 9.0)
        await talk.forget("ana")
        await reports.forget("ana")
        assert await talk.remarks("rook-23456") == [theirs]
        assert await talk.mutes_of("ana") == frozenset()
        assert await reports.reports() == []


async def test_a_report_keeps_the_remark_and_what_was_said_around_it(database_url: str) -> None:
    async with open_database(database_url) as database:
        await keep(database, SampleTable())
        talk, reports = ChatStore(database), ReportStore(database)
        before = await talk.add("rook-23456", said("hi"))
        rude = await talk.add("rook-23456", said("you fool", BEN))
        for _ in range(2):  # the same report twice is one
            await reports.report("rook-23456", rude, "ana", [before, rude], 9.0)
        [report] = await reports.reports()
        assert (report.code, report.number, report.name) == ("rook-23456", 2, "Ben")
        assert report.around == ((1, "Ana", "hi"), (2, "Ben", "you fool"))
        assert await reports.find(report.id) == report
        await reports.settle(report.id)
        assert await reports.reports() == []
        assert await reports.find(report.id) is None


async def test_the_operator_closes_a_talk_and_silences_somebody_for_a_time(
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


async def test_a_report_that_nobody_settles_is_forgotten_after_a_month(database_url: str) -> None:
    async with open_database(database_url) as database:
        await keep(database, SampleTable())
        reports = ReportStore(database)
        rude = await ChatStore(database).add("rook-23456", said())
        await reports.report("rook-23456", rude, "ben", [rude], 0.0)
        await reports.silence("ana", 10 * DAY)
        await reports.sweep(29 * DAY)
        assert len(await reports.reports()) == 1
        assert not await reports.is_silenced("ana", 0.0), "it was over, and is forgotten"
        await reports.sweep(30 * DAY)
        assert await reports.reports() == []
