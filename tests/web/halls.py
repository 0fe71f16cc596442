"""Halls without a server, for tests: a store in a temporary folder, and people at tables."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from kingup.store import Store
from kingup.store.attendance import Attendance
from kingup.tables import TableSetting, decisions
from kingup.web.gathering import Gathering
from kingup.web.hall import Decide, Hall
from kingup.web.live import LiveTable
from kingup.web.players import Players
from kingup.web.settings import Settings
from kingup.web.thinking import Thinkers

LEVELS = ("page", "courtier")


def url_of(folder: Path) -> str:
    return f"sqlite+aiosqlite:///{folder / 'tables.sqlite'}"


@asynccontextmanager
async def hall_at(place: Path | str, settings: Settings | None = None) -> AsyncIterator[Hall]:
    """Open a hall; with settings, bots and clocks play their parts, too."""
    store = await Store.open(place if isinstance(place, str) else url_of(place))
    hall = Hall(store)
    thinkers = Thinkers(1)
    players = None
    gathering = Gathering(hall, Attendance(store.database)) if hall.shared else None
    try:
        if gathering is not None:
            await gathering.open()
        if settings is not None:
            players = Players(hall, thinkers.choose_at, settings)
            await thinkers.wake(prepare=False)
            await hall.wake()
        yield hall
    finally:
        if players is not None:
            await players.close()
        if gathering is not None:
            await gathering.close()
        await hall.close()
        thinkers.close()
        await store.close()


def sitting(person: str, player: int, name: str = "") -> Decide:
    return lambda table: decisions.sit(table, person, player, name or person)


def with_bot(host: str, player: int, level: str = "page") -> Decide:
    return lambda table: decisions.seat_bot(table, host, player, level, LEVELS)


def ready(person: str) -> Decide:
    return lambda table: [
        event
        for player in table.player_of(person)
        for event in decisions.confirm(table, person, player)
    ]


async def table_of(
    hall: Hall, people: Sequence[str], setting: TableSetting | None = None
) -> LiveTable:
    """Return a game of these people, the first of them host, and of bots on the other seats."""
    setting = setting or TableSetting()
    host = people[0]
    return await hall.create(
        host,
        setting,
        *(sitting(person, player) for player, person in enumerate(people)),
        *(with_bot(host, player) for player in range(len(people), setting.players)),
        *(ready(person) for person in people),
    )


def acting(person: str, player: int, action: str, seen: int | None = None) -> Decide:
    return lambda table: decisions.act(table, player, action, "person", seen, person=person)
