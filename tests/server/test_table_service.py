"""The table service: decide, commit, take over, tell."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from kingup.server import table_cache
from kingup.server.live_table import LiveTable
from kingup.server.refusals import Refusal
from kingup.store import Store
from kingup.tables import MovedOn, TableError, TableSetting, decisions
from tests.server.table_services import (
    acting,
    ready,
    sitting,
    table_of,
    table_service_at,
    url_of,
    with_bot,
)

PEOPLE = ("ana", "ben", "cleo", "dov")


def first_move(live: LiveTable) -> tuple[str, int, str]:
    """Return who is to act, as which player, and what they could do."""
    player = live.table.waiting_for()[0]
    return PEOPLE[player], player, live.table.view(player).actions[0]


async def test_a_table_begins_when_everybody_is_ready(tmp_path: Path) -> None:
    async with table_service_at(tmp_path) as service:
        live = await service.create("ana", TableSetting(), sitting("ana", 0))
        assert live.table.game is None
        for player in (1, 2, 3):
            await service.do(live.code, with_bot("ana", player))
        number = await service.do(live.code, ready("ana"))
        assert live.table.status == "playing"
        assert number == live.table.number
        assert live.table.view(0).own is not None


async def test_what_is_shown_has_been_stored_before(tmp_path: Path) -> None:
    async with table_service_at(tmp_path) as service:
        live = await table_of(service, PEOPLE)
        person, player, action = first_move(live)
        stored_when_told: list[int] = []

        async def watch() -> None:
            with live.watch() as signal:
                await signal.wait()
                other = await Store.open(url_of(tmp_path))
                stored_when_told.append((await other.events(live.code))[-1].number)
                await other.close()

        watching = asyncio.create_task(watch())
        await asyncio.sleep(0)
        number = await service.do(live.code, acting(person, player, action))
        assert not stored_when_told  # answered first, told afterwards
        await watching
        assert stored_when_told == [number]


async def test_an_error_changes_nothing_and_tells_nobody(tmp_path: Path) -> None:
    async with table_service_at(tmp_path) as service:
        live = await table_of(service, PEOPLE)
        before, version = live.table, live.version
        person, player, _ = first_move(live)
        with pytest.raises(Exception, match="Z"):
            await service.do(live.code, acting(person, player, "Z9"))
        with pytest.raises(TableError):
            await service.do(live.code, acting("somebody", player, "A3"))
        assert live.table is before
        assert live.version == version


async def test_a_key_does_its_deed_once(tmp_path: Path) -> None:
    async with table_service_at(tmp_path) as service:
        live = await table_of(service, PEOPLE)
        person, player, action = first_move(live)
        deed = acting(person, player, action)
        once = await service.do(live.code, deed, key="k")
        again = await asyncio.gather(*(service.do(live.code, deed, key="k") for _ in range(5)))
        assert again == [once] * 5
        assert live.table.number == once
        with pytest.raises(TableError):
            await service.do(live.code, acting(person, player, action, once - 1), key="other")


async def test_of_two_who_act_at_once_the_second_is_told_what_happened(tmp_path: Path) -> None:
    async with table_service_at(tmp_path) as service:
        live = await table_of(service, PEOPLE)
        person, player, action = first_move(live)
        seen = live.table.number
        results = await asyncio.gather(
            service.do(live.code, acting(person, player, action, seen)),
            service.do(live.code, acting(person, player, action, seen)),
            return_exceptions=True,
        )
        assert results[0] == seen + 1
        assert isinstance(results[1], MovedOn)


async def test_two_processes_share_a_table(tmp_path: Path) -> None:
    async with table_service_at(tmp_path) as one, table_service_at(tmp_path) as other:
        live = await table_of(one, PEOPLE)
        twin = await other.table(live.code)
        for _ in range(6):
            for service, copy in ((one, live), (other, twin)):
                await service.reread(copy.code)  # the other process has acted since
                person, player, action = first_move(copy)
                await service.do(copy.code, acting(person, player, action))
        stale = live.table.number
        person, player, action = first_move(twin)
        await other.do(twin.code, acting(person, player, action, twin.table.number))
        with pytest.raises(TableError):
            await one.do(live.code, acting(person, player, action, stale))
        assert live.table.number == twin.table.number


@pytest.mark.parametrize(
    "code", ["rook-22222", "", "x", "rook", "../etc", "a" * 5000, "rook-\x00"]
)
async def test_an_unknown_code_is_refused(tmp_path: Path, code: str) -> None:
    async with table_service_at(tmp_path) as service:
        with pytest.raises(Refusal) as refusal:
            await service.table(code)
        assert refusal.value.status == 404


async def test_a_code_may_be_typed_carelessly(tmp_path: Path) -> None:
    async with table_service_at(tmp_path) as service:
        live = await service.create("ana", TableSetting())
        typed = f"  {live.code.replace('-', ' ').upper()} "
        assert await service.table(typed) is live


async def test_tables_nobody_uses_leave_memory_but_not_the_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_cache, "MOST_IDLE", 2)
    monkeypatch.setattr(table_cache, "TIDY_EVERY", 1)
    monkeypatch.setattr(table_cache, "FRESH", 0.0)

    async with table_service_at(tmp_path) as service:
        first = await service.create("ana", TableSetting())
        with first.watch():
            others = [await service.create("ana", TableSetting()) for _ in range(6)]
            assert len(service.live()) <= 4
            assert await service.table(first.code) is first
        again = await service.table(others[0].code)
        assert again is not others[0]
        assert again.table.number == others[0].table.number


async def test_many_tables_that_everybody_has_left_leave_memory_and_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same promise for ten thousand is measured: `python -m bench.server idle`."""
    monkeypatch.setattr(table_cache, "MOST_IDLE", 5)
    monkeypatch.setattr(table_cache, "TIDY_EVERY", 10)
    monkeypatch.setattr(table_cache, "FRESH", 0.0)

    async with table_service_at(tmp_path) as service:
        most = 0
        numbers = {}
        for _ in range(60):
            live = await table_of(service, PEOPLE)
            numbers[live.code] = live.table.number
            most = max(most, len(service.live()))
        assert most <= 5 + 10
        for code, number in numbers.items():
            live = await service.table(code)
            assert live.table.number == number
            person, player, action = first_move(live)
            assert await service.do(code, acting(person, player, action)) == number + 1
        assert len(service.live()) <= 5 + 10


async def test_games_that_are_over_leave_memory_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_cache, "MOST_CLOSED", 1)

    async with table_service_at(tmp_path) as service:
        samples = [await table_of(service, PEOPLE) for _ in range(4)]
        for live in samples[:3]:
            await service.do(live.code, lambda table: decisions.abandon(table, "ana"))
        service.tidy()
        assert set(service.live()) == set(samples)  # somebody may just be about to look
        monkeypatch.setattr(table_cache, "FRESH", 0.0)
        service.tidy()
        assert service.live() == (samples[2], samples[3])
        with samples[2].watch():
            monkeypatch.setattr(table_cache, "MOST_CLOSED", 0)
            service.tidy()
            assert service.live() == (samples[2], samples[3])
        service.tidy()
        assert service.live() == (samples[3],)


async def test_a_rematch_has_one_table_whoever_asks_for_it(tmp_path: Path) -> None:
    async with table_service_at(tmp_path) as service:
        live = await table_of(service, PEOPLE)
        with pytest.raises(TableError):
            await service.rematch(live.code, "ana")
        await service.do(live.code, lambda table: decisions.abandon(table, "ana"))
        codes = await asyncio.gather(*(service.rematch(live.code, p) for p in ("ana", "ben")))
        assert codes[0] == codes[1] == live.table.next_code
        new = await service.table(codes[0])
        assert new.table.people() == PEOPLE
        assert {one.code for one in await service.store.of_person("ana")} == {live.code, new.code}
        with pytest.raises(TableError):
            await service.rematch(live.code, "stranger")
