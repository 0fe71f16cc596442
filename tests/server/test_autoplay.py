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
from tests.waiting import PATIENCE, wait_until_async


def fast_settings(folder: Path, **more: float) -> ServerSettings:
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
    async with table_service_at(tmp_path, fast_settings(tmp_path)) as service:
        live = await table_of(service, ["ana"], setting)
        await asyncio.wait_for(play_on(service, live, "ana"), PATIENCE)
        assert live.table.status == "over"
        acted = events_of(live, Acted)
        # No stand-in ever acted for the person, who was present.
        assert {a.by for a in acted if a.player == 0} == {"person"}  # type: ignore[attr-defined]


async def test_bots_wait_for_a_slow_person(tmp_path: Path) -> None:
    async with table_service_at(tmp_path, fast_settings(tmp_path, away_after=0.05)) as service:
        live = await table_of(service, ["ana"])
        await wait_until_async(lambda: live.table.waiting_for() == (0,))
        number = live.table.number
        await asyncio.sleep(0.3)  # away, but no other person is waiting
        assert live.table.number == number


async def test_a_bot_stands_in_for_an_absent_person_until_they_return(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "GRACE", 0.01)

    async with table_service_at(tmp_path, fast_settings(tmp_path, away_after=0.1)) as service:
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


async def test_a_page_left_open_does_not_return_a_person_who_clicked_leave(
    tmp_path: Path,
) -> None:
    async with table_service_at(tmp_path, fast_settings(tmp_path)) as service:
        live = await table_of(service, ["ana"])
        live.presence.arrive("ana")
        arrived = service.clock()
        await wait_until_async(lambda: service.clock() > arrived, "she leaves later")
        await service.change(live.code, lambda table: decisions.leave(table, "ana", 0))
        number = live.table.number
        await wait_until_async(lambda: live.table.number > number + 10)
        assert not events_of(live, Returned)
        live.presence.arrive("ana")  # another tab, or the page again
        await wait_until_async(lambda: bool(events_of(live, Returned)))


async def test_a_stand_in_plays_when_a_clock_runs_out_during_a_restart(tmp_path: Path) -> None:
    async def before() -> str:
        async with table_service_at(tmp_path) as service:  # no autoplayer for this one
            service.clock = lambda: 1000.0
            setting = TableSetting(pace=Pace("seconds", 30))
            live = await table_of(service, ["ana", "ben", "cleo", "dov"], setting)
            return live.code

    async def after(code: str) -> None:
        async with table_service_at(tmp_path, fast_settings(tmp_path)) as service:
            live = await service.table(code)
            await wait_until_async(lambda: bool(events_of(live, Acted)))
            assert len(events_of(live, ClockExpired)) >= 1
            first = events_of(live, Acted)[0]
            assert isinstance(first, Acted)
            assert first.by == "stand-in"

    await after(await before())


async def test_nobody_is_stood_in_for_in_a_game_with_days_to_move(tmp_path: Path) -> None:
    async with table_service_at(tmp_path, fast_settings(tmp_path, away_after=0.01)) as service:
        setting = TableSetting(pace=Pace("days", 1))
        live = await table_of(service, ["ana", "ben", "cleo", "dov"], setting)
        live.presence.arrive("ana")
        live.presence.arrive("ben")
        await asyncio.sleep(0.2)
        assert not events_of(live, StoodIn)


async def test_a_paused_game_stops_until_it_is_resumed(tmp_path: Path) -> None:
    async with table_service_at(tmp_path, fast_settings(tmp_path)) as service:
        live = await table_of(service, ["ana"])
        await service.change(live.code, lambda table: decisions.leave(table, "ana", 0))
        await service.change(live.code, lambda table: decisions.pause(table, "ana"))
        number = live.table.number
        await asyncio.sleep(0.2)
        assert live.table.number == number
        await service.change(live.code, lambda table: decisions.resume(table, "ana"))
        await wait_until_async(lambda: live.table.number > number + 5)


async def test_a_failing_bot_does_not_stop_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class Broken:
        def choose(self, view: object) -> str:
            raise RuntimeError("no idea")

    monkeypatch.setattr("kingup.server.bot_threads.make_chooser", lambda level: Broken())

    async with table_service_at(tmp_path, fast_settings(tmp_path)) as service:
        live = await table_of(service, ["ana"])
        await asyncio.wait_for(play_on(service, live, "ana"), PATIENCE)
        assert live.table.status == "over"
    assert "failed" in caplog.text


async def test_games_continue_after_a_restart(tmp_path: Path) -> None:
    async def start() -> str:
        async with table_service_at(tmp_path) as service:
            live = await table_of(service, ["ana"])
            await service.change(live.code, lambda table: decisions.leave(table, "ana", 0))
            return live.code

    async def resume(code: str) -> None:
        async with table_service_at(tmp_path, fast_settings(tmp_path)) as service:
            live = service.find(code)  # no request has loaded it
            assert live is not None
            await wait_until_async(lambda: live.table.status == "over")

    await resume(await start())


async def test_a_game_without_bots_or_clocks_may_leave_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kingup.server.table_cache.MOST_IDLE", 0)
    monkeypatch.setattr("kingup.server.table_cache.TIDY_EVERY", 1)
    monkeypatch.setattr("kingup.server.table_cache.FRESH_SECONDS", 0.0)

    async with table_service_at(tmp_path, fast_settings(tmp_path)) as service:
        live = await table_of(service, ["ana", "ben", "cleo", "dov"])
        await wait_until_async(lambda: not live.in_use)
        await table_of(service, ["eve", "fay", "gus", "hal"])
        assert service.find(live.code) is None
        again = await service.table(live.code)
        assert again.table.number == live.table.number
        with again.watch():  # it stays as long as it is watched
            await table_of(service, ["ian", "joy", "kim", "lea"])
            assert service.find(live.code) is again
