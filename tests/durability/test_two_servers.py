"""Two servers that share a PostgreSQL act as one: events, presence, bots and clocks."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from sqlalchemy import select, text

from kingup.rules.errors import KingUpError
from kingup.server import presence
from kingup.server.settings import ServerSettings
from kingup.server.table_service import TableService
from kingup.store import attendance
from kingup.tables import Numbered, Pace, Table, TableSetting, decisions
from kingup.tables.events import Acted, ClockExpired, Rematched, Returned, StoodIn
from tests.server.table_services import acting, table_of, table_service_at
from tests.tables.sample_tables import everything
from tests.waiting import PATIENCE, wait_until_async


def fast_settings(url: str, **more: float) -> ServerSettings:
    return ServerSettings(database=url, bot_speed=200, stand_in="page", prepare=False, **more)  # type: ignore[arg-type]


@asynccontextmanager
async def two_services(
    url: str, settings: ServerSettings | None = None
) -> AsyncIterator[tuple[TableService, TableService]]:
    """Open the table services of two servers that share a database."""
    async with (
        table_service_at(url, settings) as one,
        table_service_at(url, settings) as other,
        asyncio.timeout(PATIENCE),
    ):
        yield one, other


async def test_an_action_at_one_server_is_seen_at_the_other_at_once(
    postgresql_url: str,
) -> None:
    async with two_services(postgresql_url) as (one, other):
        here = await table_of(one, ["ana", "ben", "cleo", "dov"])
        there = await other.table(here.code)
        with there.watch() as signal:
            player = here.table.waiting_for()[0]
            person = here.table.sitter(player).person or ""
            action = here.table.view(player).actions[0]
            number = await one.change(here.code, acting(person, player, action))
            await signal.wait(PATIENCE)
        assert there.table.number == number
        assert everything(there.table) == everything(here.table)


async def test_only_missed_events_are_read_from_the_database(
    postgresql_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two_services(postgresql_url) as (one, other):
        here = await table_of(one, ["ana", "ben", "cleo", "dov"])
        there = await other.table(here.code)
        await wait_until_async(lambda: there.table.number == here.table.number)
        read: list[int] = []
        events = other.store.events

        async def reading(code: str, after: int = 0) -> list[Numbered]:
            read.append(after)
            return await events(code, after)

        monkeypatch.setattr(other.store, "events", reading)
        await one.change(here.code, lambda table: decisions.pause(table, "ana"))
        await wait_until_async(lambda: there.table.status == "paused")
        assert read == []
        assert not there.stored_here
        number = there.table.number
        other.stop_listening()  # the connection breaks
        bus = other.store.database.bus
        missed: list[str | None] = []
        bus.subscribe("table", missed.append)
        await one.change(here.code, lambda table: decisions.resume(table, "ana"))
        await wait_until_async(lambda: bool(missed))
        other.listen()
        await one.change(here.code, lambda table: decisions.pause(table, "ana"))
        await wait_until_async(lambda: there.table.number == here.table.number)
        assert read == [number]
        assert everything(there.table) == everything(here.table)


class PausingReader:
    """Makes a store pause once after reading events, until the test lets it continue."""

    def __init__(self, service: TableService, monkeypatch: pytest.MonkeyPatch) -> None:
        self._events, self._bus = service.store.events, service.store.database.bus
        self.has_read, self.may_continue = asyncio.Event(), asyncio.Event()
        self.notices: list[str | None] = []
        """The notices about tables since it has read."""
        monkeypatch.setattr(service.store, "events", self.events)

    async def events(self, code: str, after: int = 0) -> list[Numbered]:
        found = await self._events(code, after)
        if not self.has_read.is_set():
            self._bus.subscribe("table", self.notices.append)
            self.has_read.set()
            await self.may_continue.wait()
        return found

    async def continue_after_pause(self, service: TableService, code: str) -> None:
        """Continue once another server has paused the table and its notice has arrived here."""
        await self.has_read.wait()
        await service.change(code, lambda table: decisions.pause(table, "ana"))
        await wait_until_async(lambda: bool(self.notices))
        self.may_continue.set()


async def test_events_during_a_catch_up_are_not_missed(
    postgresql_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two_services(postgresql_url) as (one, other):
        here = await table_of(one, ["ana", "ben", "cleo", "dov"])
        there = await other.table(here.code)
        reading = PausingReader(other, monkeypatch)
        other.store.database.bus.deliver_reload()  # a notice may have been missed: it reads
        await reading.continue_after_pause(one, here.code)
        await wait_until_async(lambda: there.table.number == here.table.number)


async def test_events_during_loading_are_not_missed(
    postgresql_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two_services(postgresql_url) as (one, other):
        here = await table_of(one, ["ana", "ben", "cleo", "dov"])
        reading = PausingReader(other, monkeypatch)
        loading = asyncio.create_task(other.table(here.code))
        await reading.continue_after_pause(one, here.code)
        there = await loading
        await wait_until_async(lambda: there.table.number == here.table.number)


async def test_refused_action_still_delivers_missed_events(
    postgresql_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two_services(postgresql_url) as (one, other):
        here = await table_of(one, ["ana", "ben", "cleo", "dov"])
        there = await other.table(here.code)
        reading = PausingReader(other, monkeypatch)
        refused = other.change(here.code, lambda table: decisions.pause(table, "stranger"))
        refusing = asyncio.create_task(refused)
        await reading.continue_after_pause(one, here.code)
        with pytest.raises(KingUpError):
            await refusing
        await wait_until_async(lambda: there.table.number == here.table.number)


async def test_a_page_never_shows_less_than_it_has_already_seen(postgresql_url: str) -> None:
    async with two_services(postgresql_url) as (one, other):
        here = await table_of(one, ["ana", "ben", "cleo", "dov"])
        await other.table(here.code)
        other.stop_listening()  # the connection is slow
        number = await one.change(here.code, lambda table: decisions.pause(table, "ana"))
        assert (await other.table(here.code)).table.number < number
        assert (await other.table(here.code, seen=number)).table.number == number


async def test_erasure_at_one_server_reaches_the_other(
    postgresql_url: str,
) -> None:
    async with two_services(postgresql_url) as (one, other):
        here = await table_of(one, ["ana", "ben", "cleo", "dov"])
        there = await other.table(here.code)
        async with one.store.database.writing() as connection:
            rewritten = "UPDATE events SET body = replace(body::text, 'ben', 'nobody')::json"
            await connection.execute(text(rewritten))
        await one.reload(here.code)
        assert "ben" not in here.table.people()
        await wait_until_async(lambda: "ben" not in there.table.people())
        assert everything(here.table) == everything(there.table)


async def test_racing_servers_never_fork_a_table(postgresql_url: str) -> None:
    """Everybody votes and moves at both servers at the same time, each under one key."""
    rng = random.Random(1)

    async def act(
        service: TableService, code: str, person: str, player: int, action: str, key: str
    ) -> None:
        await service.change(code, acting(person, player, action), key=key)

    async with two_services(postgresql_url) as (one, other):
        here = await table_of(one, ["ana", "ben", "cleo", "dov"])
        there = await other.table(here.code)
        acted_count = 0
        while here.table.status == "playing" and acted_count < 120:
            if here.table.between_rounds:
                break
            todo = []
            for player in here.table.waiting_for():
                person = here.table.sitter(player).person or ""
                action = rng.choice(here.table.view(player).actions)
                key = f"{here.table.number} {player}"
                acted_count += 1
                todo += [
                    act(service, here.code, person, player, action, key)
                    for service in (one, other)
                ]
            rng.shuffle(todo)
            await asyncio.gather(*todo)
            number = max(here.table.number, there.table.number)
            await wait_until_async(lambda: here.table.number == there.table.number >= number)  # noqa: B023
        stored = await one.store.events(here.code)
        assert [numbered.number for numbered in stored] == list(range(1, len(stored) + 1))
        acted = [numbered for numbered in stored if isinstance(numbered.event, Acted)]
        assert len(acted) == acted_count
        assert everything(Table.of(stored)) == everything(here.table) == everything(there.table)


async def test_bots_and_clocks_act_once_with_two_servers(
    postgresql_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kingup.server.autoplay.TAKEOVER_DELAY", 0.0)  # neither waits

    async with two_services(postgresql_url, fast_settings(postgresql_url)) as (one, other):
        clock, past = one.clock, one.clock() - 29
        one.clock = lambda: past
        setting = TableSetting(pace=Pace("seconds", 30))
        here = await table_of(one, ["ana", "ben", "cleo", "dov"], setting)
        one.clock = clock
        there = await other.table(here.code)
        await wait_until_async(
            lambda: any(isinstance(event, StoodIn) for event in events(there.table))
        )
        for person in ("ana", "ben", "cleo", "dov"):
            (player,) = here.table.player_of(person)
            await one.change(here.code, lambda table: decisions.leave(table, person, player))  # noqa: B023
        await wait_until_async(lambda: here.table.status == there.table.status == "over")
        found = await one.store.events(here.code)
        kinds = Counter(type(numbered.event) for numbered in found)
        assert kinds[ClockExpired] == 1
        assert kinds[StoodIn] == 4
        assert everything(Table.of(found)) == everything(here.table) == everything(there.table)


def events(table: Table) -> list[object]:
    return [numbered.event for numbered in table.numbered]


async def test_presence_is_known_at_every_server(
    postgresql_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "GRACE", 0.01)

    async with two_services(postgresql_url) as (one, other):
        here = await table_of(one, ["ana", "ben"])
        there = await other.table(here.code)
        here.presence.arrive("ana")
        there.presence.arrive("ben")
        await wait_until_async(lambda: here.present() == there.present() == {"ana", "ben"})
        arrived = here.presence.arrived_at("ana")
        assert there.presence.arrived_at("ana") == arrived
        here.presence.leave("ana")
        await wait_until_async(lambda: here.present() == there.present() == {"ben"})
        assert there.presence.last_seen("ana") == here.presence.last_seen("ana")


async def test_a_table_loaded_later_knows_who_is_present(postgresql_url: str) -> None:
    async with two_services(postgresql_url) as (one, other):
        here = await table_of(one, ["ana", "ben"])
        here.presence.arrive("ana")

        async def is_stored() -> bool:
            query = select(text("1")).select_from(text("attendance"))
            return bool(await one.store.database.rows(query))

        await wait_until_async(is_stored)
        there = await other.table(here.code)
        await wait_until_async(lambda: there.present() == {"ana"})


async def test_people_present_at_another_server_get_no_stand_in(
    postgresql_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "GRACE", 0.01)
    monkeypatch.setattr("kingup.server.autoplay.TAKEOVER_DELAY", 0.1)

    async with two_services(postgresql_url, fast_settings(postgresql_url, away_after=1.0)) as (
        one,
        other,
    ):
        here = await table_of(one, ["ana", "ben", "cleo", "dov"])
        there = await other.table(here.code)
        for person in ("ana", "ben", "cleo"):
            here.presence.arrive(person)
        there.presence.arrive("dov")
        await wait_until_async(
            lambda: here.present() == there.present() == {"ana", "ben", "cleo", "dov"}
        )
        await asyncio.sleep(1.5)
        assert not [event for event in events(here.table) if isinstance(event, StoodIn)]
        player = here.table.waiting_for()[0]
        person = here.table.sitter(player).person or ""
        (there if person == "dov" else here).presence.leave(person)
        await wait_until_async(lambda: StoodIn(player, "away") in events(there.table))
        there.presence.arrive(person)  # by the other server this time
        await wait_until_async(lambda: Returned(player) in events(here.table))


async def test_people_of_a_dead_server_are_absent(
    postgresql_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(attendance, "DEAD_SECONDS", 0.5)
    monkeypatch.setattr("kingup.server.cluster.presence_sync.BEAT_SECONDS", 0.1)

    async with two_services(postgresql_url) as (one, other):
        here = await table_of(one, ["ana", "ben"])
        there = await other.table(here.code)
        here.presence.arrive("ana")
        await wait_until_async(lambda: there.present() == {"ana"})
        await asyncio.sleep(0.7)
        assert there.present() == {"ana"}  # as long as its heartbeats arrive
        for task in asyncio.all_tasks():
            if task.get_name() == "beat":
                task.cancel()  # no more heartbeats from either
        later = attendance.Attendance(other.store.database)
        await later.beat(other.clock() + 60)
        await wait_until_async(lambda: not there.present())


async def test_people_of_a_server_that_was_silent_are_present_again(
    postgresql_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after a long outage: the first server to come back takes the others for dead."""
    monkeypatch.setattr("kingup.server.cluster.presence_sync.BEAT_SECONDS", 0.5)

    async with two_services(postgresql_url) as (one, other):
        here = await table_of(one, ["ana", "ben"])
        there = await other.table(here.code)
        here.presence.arrive("ana")
        await wait_until_async(lambda: there.present() == {"ana"})
        first = attendance.Attendance(one.store.database)
        await first.beat(one.clock() + 60)  # the others sent no heartbeat for long
        await wait_until_async(lambda: not there.present())
        await wait_until_async(lambda: there.present() == {"ana"})
        assert here.present() == {"ana"}


async def test_rematch_requests_at_two_servers_share_one_table(
    postgresql_url: str,
) -> None:
    async with two_services(postgresql_url) as (one, other):
        here = await table_of(one, ["ana", "ben", "cleo", "dov"])
        await other.table(here.code)
        await one.change(here.code, lambda table: decisions.abandon(table, "ana"))
        # The other server may not even know yet that the game is over.
        asked = [
            service.rematch(here.code, who) for who in ("ana", "ben") for service in (one, other)
        ]
        codes = set(await asyncio.gather(*asked))
        assert len(codes) == 1
        assert {entry.code for entry in await one.store.of_person("ana")} == {here.code, *codes}
        (code,) = codes
        stored = await one.store.events(here.code)
        agreed = [one for one in stored if isinstance(one.event, Rematched)]
        assert agreed == stored[-1:]
        assert Table.of(await other.store.events(code)).people() == ("ana", "ben", "cleo", "dov")


async def test_a_table_created_twice_under_one_code_exists_once(postgresql_url: str) -> None:
    async with two_services(postgresql_url) as (one, other):
        set_by_ana = [
            service.create("ana", TableSetting(), code="rook-23456")
            for service in (one, other, one)
        ]
        codes = {live.code for live in await asyncio.gather(*set_by_ana)}
        assert codes == {"rook-23456"}
        by_ben = await other.create("ben", TableSetting(), code="rook-23456")
        assert by_ben.code != "rook-23456"
        assert by_ben.table.host == "ben"
        assert len(await one.store.of_person("ana")) == 1
