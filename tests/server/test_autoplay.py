"""Bots, stand-ins, clocks and returns: what happens without a click."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from kingup.server import presence
from kingup.server.live_table import LiveTable
from kingup.server.settings import ServerSettings
from kingup.tables import Pace, TableSetting, decisions
from kingup.tables.events import Acted, ClockExpired, Returned, StoodIn
from tests.server.table_services import acting, table_of, table_service_at, url_of
from tests.waiting import wait_until_async


def hurried(folder: Path, **more: float) -> ServerSettings:
    return ServerSettings(
        database=url_of(folder),
        bot_speed=200,
        stand_in="page",
        prepare=False,
        **more,  # type: ignore[arg-type]
    )


def events_of(live: LiveTable, kind: type) -> list[object]:
    return [one.event for one in live.table.numbered if isinstance(one.event, kind)]


async def play_on(service, live: LiveTable, person: str) -> None:  # type: ignore[no-untyped-def]
    """Play a person's part until the game is over."""
    with live.watch() as signal:
        while live.table.status == "playing":
            mine = [p for p in live.table.player_of(person) if p in live.table.waiting_for()]
            if not mine:
                await signal.wait(5)
            elif live.table.between_rounds:
                await service.change(
                    live.code, lambda table, p=mine[0]: decisions.continue_(table, person, p)
                )
            else:
                action = live.table.view(mine[0]).actions[-1]
                await service.change(live.code, acting(person, mine[0], action))


@pytest.mark.parametrize(
    "setting",
    [
        TableSetting(),
        TableSetting(
            "vive-le-roi", (2, 1, 1), ("ambition", "emissary", "wedding"), bot_pace="swift"
        ),
    ],
)
async def test_one_person_plays_a_whole_game_with_bots(
    tmp_path: Path, setting: TableSetting
) -> None:
    async with table_service_at(tmp_path, hurried(tmp_path)) as service:
        live = await table_of(service, ["ana"], setting)
        await asyncio.wait_for(play_on(service, live, "ana"), 60)
        assert live.table.status == "over"
        acted = events_of(live, Acted)
        # Nobody has ever acted for the person who was there.
        assert {a.by for a in acted if a.player == 0} == {"person"}  # type: ignore[attr-defined]


async def test_bots_wait_for_a_person_who_takes_their_time(tmp_path: Path) -> None:
    async with table_service_at(tmp_path, hurried(tmp_path, away_after=0.05)) as service:
        live = await table_of(service, ["ana"])
        await wait_until_async(lambda: live.table.waiting_for() == (0,))
        number = live.table.number
        await asyncio.sleep(0.3)  # away, but nobody else is kept waiting
        assert live.table.number == number


async def test_a_bot_stands_in_for_the_absent_and_leaves_when_they_return(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "GRACE", 0.01)

    async with table_service_at(tmp_path, hurried(tmp_path, away_after=0.1)) as service:
        live = await table_of(service, ["ana", "ben"])
        live.presence.arrive("ana")
        await wait_until_async(
            lambda: live.table.waiting_for() == (0,) or bool(events_of(live, StoodIn))
        )
        playing = asyncio.create_task(play_on(service, live, "ana"))
        await wait_until_async(lambda: bool(events_of(live, StoodIn)))
        assert events_of(live, StoodIn) == [StoodIn(1, "away")]
        live.presence.arrive("ben")
        await wait_until_async(lambda: bool(events_of(live, Returned)))
        assert live.table.is_there(1)
        here = live.table.number
        await wait_until_async(lambda: 1 in live.table.waiting_for())
        by = {
            one.event.by
            for one in live.table.numbered[here:]
            if isinstance(one.event, Acted) and one.event.player == 1
        }
        assert not by
        playing.cancel()


async def test_who_leaves_by_a_button_is_not_taken_back_by_the_page_that_is_still_open(
    tmp_path: Path,
) -> None:
    async with table_service_at(tmp_path, hurried(tmp_path)) as service:
        live = await table_of(service, ["ana"])
        live.presence.arrive("ana")
        await asyncio.sleep(0.01)
        await service.change(live.code, lambda table: decisions.leave(table, "ana", 0))
        number = live.table.number
        await wait_until_async(lambda: live.table.number > number + 10)
        assert not events_of(live, Returned)
        live.presence.arrive("ana")  # another tab, or the page again
        await wait_until_async(lambda: bool(events_of(live, Returned)))


async def test_a_clock_that_runs_out_is_played_for_and_survives_a_restart(tmp_path: Path) -> None:
    async def before() -> str:
        async with table_service_at(tmp_path) as service:  # nobody looks after this one
            service.clock = lambda: 1000.0
            setting = TableSetting(pace=Pace("seconds", 30))
            live = await table_of(service, ["ana", "ben", "cleo", "dov"], setting)
            return live.code

    async def after(code: str) -> None:
        async with table_service_at(tmp_path, hurried(tmp_path)) as service:
            live = await service.table(code)
            await wait_until_async(lambda: bool(events_of(live, Acted)))
            assert len(events_of(live, ClockExpired)) >= 1
            first = events_of(live, Acted)[0]
            assert isinstance(first, Acted)
            assert first.by == "stand-in"

    await after(await before())


async def test_in_a_game_of_days_nobody_needs_to_be_there(tmp_path: Path) -> None:
    async with table_service_at(tmp_path, hurried(tmp_path, away_after=0.01)) as service:
        setting = TableSetting(pace=Pace("days", 1))
        live = await table_of(service, ["ana", "ben", "cleo", "dov"], setting)
        live.presence.arrive("ana")
        live.presence.arrive("ben")
        await asyncio.sleep(0.2)
        assert not events_of(live, StoodIn)


async def test_a_paused_game_stands_still_and_goes_on(tmp_path: Path) -> None:
    async with table_service_at(tmp_path, hurried(tmp_path)) as service:
        live = await table_of(service, ["ana"])
        await service.change(live.code, lambda table: decisions.leave(table, "ana", 0))
        await service.change(live.code, lambda table: decisions.pause(table, "ana"))
        number = live.table.number
        await asyncio.sleep(0.2)
        assert live.table.number == number
        await service.change(live.code, lambda table: decisions.resume(table, "ana"))
        await wait_until_async(lambda: live.table.number > number + 5)


async def test_a_bot_that_breaks_does_not_stop_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class Broken:
        def choose(self, view: object) -> str:
            raise RuntimeError("no idea")

    monkeypatch.setattr("kingup.server.bot_threads.make_chooser", lambda level: Broken())

    async with table_service_at(tmp_path, hurried(tmp_path)) as service:
        live = await table_of(service, ["ana"])
        await asyncio.wait_for(play_on(service, live, "ana"), 60)
        assert live.table.status == "over"
    assert "failed" in caplog.text


async def test_a_server_that_starts_again_goes_on(tmp_path: Path) -> None:
    async def begin() -> str:
        async with table_service_at(tmp_path) as service:
            live = await table_of(service, ["ana"])
            await service.change(live.code, lambda table: decisions.leave(table, "ana", 0))
            return live.code

    async def go_on(code: str) -> None:
        async with table_service_at(tmp_path, hurried(tmp_path)) as service:
            live = service.find(code)  # nobody has asked for it
            assert live is not None
            await wait_until_async(lambda: live.table.status == "over", seconds=60)

    await go_on(await begin())


async def test_a_game_in_which_nothing_happens_by_itself_need_not_stay_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kingup.server.table_cache.MOST_IDLE", 0)
    monkeypatch.setattr("kingup.server.table_cache.TIDY_EVERY", 1)
    monkeypatch.setattr("kingup.server.table_cache.FRESH_SECONDS", 0.0)

    async with table_service_at(tmp_path, hurried(tmp_path)) as service:
        live = await table_of(service, ["ana", "ben", "cleo", "dov"])
        await wait_until_async(lambda: not live.in_use)
        await table_of(service, ["eve", "fay", "gus", "hal"])
        assert service.find(live.code) is None
        again = await service.table(live.code)
        assert again.table.number == live.table.number
        with again.watch():  # as long as somebody looks, it stays
            await table_of(service, ["ian", "joy", "kim", "lea"])
            assert service.find(live.code) is again
