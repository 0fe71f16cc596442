"""Table services without HTTP, for tests: a store in a temporary folder, and people at tables."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from kingup.server.autoplay import Autoplayer
from kingup.server.bot_threads import BotThreads
from kingup.server.cluster.presence_sync import PresenceSync
from kingup.server.live_table import LiveTable
from kingup.server.settings import ServerSettings
from kingup.server.table_service import Decide, TableService
from kingup.store import Store
from kingup.store.attendance import Attendance
from kingup.tables import TableSetting, decisions

LEVELS = ("page", "courtier")


def url_of(folder: Path) -> str:
    return f"sqlite+aiosqlite:///{folder / 'tables.sqlite'}"


@asynccontextmanager
async def table_service_at(
    place: Path | str, settings: ServerSettings | None = None
) -> AsyncIterator[TableService]:
    """Open a table service; with settings, bots and clocks act, too."""
    store = await Store.open(place if isinstance(place, str) else url_of(place))
    service = TableService(store)
    threads = BotThreads(1)
    autoplayer = None
    presence_sync = PresenceSync(service, Attendance(store.database)) if service.shared else None
    try:
        if presence_sync is not None:
            await presence_sync.open()
        if settings is not None:
            autoplayer = Autoplayer(service, threads.choose_at, settings)
            await threads.wake(prepare=False)
            await service.wake()
        yield service
    finally:
        if autoplayer is not None:
            await autoplayer.close()
        if presence_sync is not None:
            await presence_sync.close()
        await service.close()
        threads.close()
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
    service: TableService, people: Sequence[str], setting: TableSetting | None = None
) -> LiveTable:
    """Create a game of these people, the first as host, with bots on the other seats."""
    setting = setting or TableSetting()
    host = people[0]
    return await service.create(
        host,
        setting,
        *(sitting(person, player) for player, person in enumerate(people)),
        *(with_bot(host, player) for player in range(len(people), setting.players)),
        *(ready(person) for person in people),
    )


def acting(person: str, player: int, action: str, seen: int | None = None) -> Decide:
    return lambda table: decisions.act(table, player, action, "person", seen, person=person)
