"""The table service: decide, commit, take over, notify."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from kingup.server import table_cache
from kingup.server.live_table import LiveTable
from kingup.server.refusals import Refusal
from kingup.store import Store
from kingup.tables import StaleAction, TableError, TableSetting, decisions
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
    """Return a person whose turn it is, their player and a legal action."""
    player = live.table.waiting_for()[0]
    return PEOPLE[player], player, live.table.view(player).actions[0]


async def test_a_table_begins_when_everybody_is_ready(tmp_path: Path) -> None:
    async with table_service_at(tmp_path) as service:
        live = await service.create("ana", TableSetting(), sitting("ana", 0))
        assert live.table.game is None
        for player in (1, 2, 3):
            await service.change(live.code, with_bot("ana", player))
        number = await service.change(live.code, ready("ana"))
        assert live.table.status == "playing"
        assert number == live.table.number
        assert live.table.view(0).own is not None


async def test_events_are_stored_before_watchers_are_notified(tmp_path: Path) -> None:
    async with table_service_at(tmp_path) as service:
        live = await table_of(service, PEOPLE)
        person, player, action = first_move(live)
        stored_when_notified: list[int] = []

        async def watch() -> None:
            with live.watch() as signal:
                await signal.wait()
                other = await Store.open(url_of(tmp_path))
                stored_when_notified.append((await other.events(live.code))[-1].number)
                await other.close()

        watching = asyncio.create_task(watch())
        await asyncio.sleep(0)
        number = await service.change(live.code, acting(person, player, action))
        assert not stored_when_notified  # the reply comes first, then the notice
        await watching
        assert stored_when_notified == [number]


async def test_a_refused_action_changes_nothing_and_notifies_nobody(tmp_path: Path) -> None:
    async with table_service_at(tmp_path) as service:
        live = await table_of(service, PEOPLE)
        before, version = live.table, live.version
        person, player, _ = first_move(live)
        with pytest.raises(Exception, match="Z"):
            await service.change(live.code, acting(person, player, "Z9"))
        with pytest.raises(TableError):
            await service.change(live.code, acting("somebody", player, "A3"))
        assert live.table is before
        assert live.version == version


async def test_an_action_with_the_same_key_happens_once(tmp_path: Path) -> None:
    async with table_service_at(tmp_path) as service:
        live = await table_of(service, PEOPLE)
        person, player, action = first_move(live)
        action_of_player = acting(person, player, action)
        once = await service.change(live.code, action_of_player, key="k")
        again = await asyncio.gather(
            *(service.change(live.code, action_of_player, key="k") for _ in range(5))
        )
        assert again == [once] * 5
        assert live.table.number == once
        with pytest.raises(TableError):
            await service.change(live.code, acting(person, player, action, once - 1), key="other")


async def test_the_second_of_two_simultaneous_actions_is_refused(tmp_path: Path) -> None:
    async with table_service_at(tmp_path) as service:
        live = await table_of(service, PEOPLE)
        person, player, action = first_move(live)
        seen = live.table.number
        results = await asyncio.gather(
            service.change(live.code, acting(person, player, action, seen)),
            service.change(live.code, acting(person, player, action, seen)),
            return_exceptions=True,
        )
        assert results[0] == seen + 1
        assert isinstance(results[1], StaleAction)


async def test_two_processes_share_a_table(tmp_path: Path) -> None:
    async with table_service_at(tmp_path) as one, table_service_at(tmp_path) as other:
        live = await table_of(one, PEOPLE)
        copy_elsewhere = await other.table(live.code)
        for _ in range(6):
            for service, copy in ((one, live), (other, copy_elsewhere)):
                # The other process has acted since. SQLite has no notices: read the table again.
                await service.reload(copy.code)
                person, player, action = first_move(copy)
                await service.change(copy.code, acting(person, player, action))
        stale = live.table.number
        person, player, action = first_move(copy_elsewhere)
        await other.change(
            copy_elsewhere.code, acting(person, player, action, copy_elsewhere.table.number)
        )
        with pytest.raises(TableError):
            await one.change(live.code, acting(person, player, action, stale))
        assert live.table.number == copy_elsewhere.table.number


@pytest.mark.parametrize(
    "code", ["rook-22222", "", "x", "rook", "../etc", "a" * 5000, "rook-\x00"]
)
async def test_an_unknown_code_is_refused(tmp_path: Path, code: str) -> None:
    async with table_service_at(tmp_path) as service:
        with pytest.raises(Refusal) as refusal:
            await service.table(code)
        assert refusal.value.status == 404


async def test_a_code_is_read_despite_spaces_and_capitals(tmp_path: Path) -> None:
    async with table_service_at(tmp_path) as service:
        live = await service.create("ana", TableSetting())
        typed = f"  {live.code.replace('-', ' ').upper()} "
        assert await service.table(typed) is live


async def test_idle_tables_leave_memory_but_not_the_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_cache, "MOST_IDLE", 2)
    monkeypatch.setattr(table_cache, "TIDY_EVERY", 1)
    monkeypatch.setattr(table_cache, "FRESH_SECONDS", 0.0)

    async with table_service_at(tmp_path) as service:
        first = await service.create("ana", TableSetting())
        with first.watch():
            others = [await service.create("ana", TableSetting()) for _ in range(6)]
            assert len(service.live()) <= 4
            assert await service.table(first.code) is first
        again = await service.table(others[0].code)
        assert again is not others[0]
        assert again.table.number == others[0].table.number


async def test_many_idle_tables_leave_memory_and_are_loaded_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`python -m bench.server idle` measures the same with ten thousand tables."""
    monkeypatch.setattr(table_cache, "MOST_IDLE", 5)
    monkeypatch.setattr(table_cache, "TIDY_EVERY", 10)
    monkeypatch.setattr(table_cache, "FRESH_SECONDS", 0.0)

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
            assert await service.change(code, acting(person, player, action)) == number + 1
        assert len(service.live()) <= 5 + 10


async def test_finished_games_leave_memory_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_cache, "MOST_CLOSED", 1)

    async with table_service_at(tmp_path) as service:
        samples = [await table_of(service, PEOPLE) for _ in range(4)]
        for live in samples[:3]:
            await service.change(live.code, lambda table: decisions.abandon(table, "ana"))
        service.tidy()
        assert set(service.live()) == set(samples)  # too fresh to go
        monkeypatch.setattr(table_cache, "FRESH_SECONDS", 0.0)
        service.tidy()
        assert service.live() == (samples[2], samples[3])
        with samples[2].watch():
            monkeypatch.setattr(table_cache, "MOST_CLOSED", 0)
            service.tidy()
            assert service.live() == (samples[2], samples[3])
        service.tidy()
        assert service.live() == (samples[3],)


async def test_simultaneous_rematch_requests_share_one_table(tmp_path: Path) -> None:
    async with table_service_at(tmp_path) as service:
        live = await table_of(service, PEOPLE)
        with pytest.raises(TableError):
            await service.rematch(live.code, "ana")
        await service.change(live.code, lambda table: decisions.abandon(table, "ana"))
        codes = await asyncio.gather(*(service.rematch(live.code, p) for p in ("ana", "ben")))
        assert codes[0] == codes[1] == live.table.next_code
        new = await service.table(codes[0])
        assert new.table.people() == PEOPLE
        assert {one.code for one in await service.store.of_person("ana")} == {live.code, new.code}
        with pytest.raises(TableError):
            await service.rematch(live.code, "stranger")
