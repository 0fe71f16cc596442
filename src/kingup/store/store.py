"""The store: append a table's events, read them back, and find tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, delete, insert, or_, select, union_all, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from kingup.store.database import Database
from kingup.store.errors import Conflict, Duplicate
from kingup.store.group_commit import Append, AppendConflict, GroupCommit
from kingup.store.notices import write_notice
from kingup.store.schema import EVENTS, PEOPLE, SETTINGS, TABLES
from kingup.tables.codec import from_json, to_json
from kingup.tables.events import (
    BotSat,
    Forgotten,
    Numbered,
    Sat,
    SeatGiven,
    SeatReclaimed,
    StoodUp,
)
from kingup.tables.listing import Summary

_SEATING = (Sat, BotSat, StoodUp, SeatGiven, SeatReclaimed, Forgotten)

TOPIC = "table"
"""Bus topic: a table has new events. The message is a notice (`notices.py`)."""

LISTED = ("open", "playing", "paused")


@dataclass(frozen=True, slots=True)
class ListedTable:
    """A table's entry in a list."""

    code: str
    status: str
    edition: str
    private: bool
    created_at: float
    updated_at: float
    about: dict[str, Any]


class Store:
    """Tables in a database. Open one with `Store.open`, and close it."""

    def __init__(self, database: Database) -> None:
        self.database = database

    @classmethod
    async def open(cls, url: str) -> Store:
        """Open a database, and upgrade its schema to this version."""
        return cls(await Database.open(url))

    async def close(self) -> None:
        """Close all connections."""
        await self.database.close()

    # Events.

    async def create(
        self,
        numbered: Sequence[Numbered],
        summary: Summary,
        *,
        before: tuple[Sequence[Numbered], Summary] | None = None,
    ) -> None:
        """Store a new table; if its code is taken, raise `Conflict`.

        `before` holds the events of the preceding table that point to this one. Both are stored or
        neither, so that of several simultaneous requests only one creates a table; for the others
        the event's number is taken, which raises `Conflict` as well.
        """
        at = numbered[0].at
        try:
            async with self.database.writing() as connection:
                values = {"code": summary.code, "created_at": at, **_listed(summary, at)}
                await connection.execute(insert(TABLES).values(values))
                await _insert(connection, summary.code, numbered, None)
                await _replace_people(connection, summary)
                if before is not None:
                    events, old = before
                    await self._add(connection, old.code, events, None, old, seats=False)
        except IntegrityError:
            raise Conflict(summary.code) from None

    async def append(
        self,
        code: str,
        numbered: Sequence[Numbered],
        *,
        key: str | None = None,
        summary: Summary | None = None,
    ) -> None:
        """Store the next events of a table, all or none of them, and publish a notice on the bus.

        The key is stored with the first event; storing the same key again raises `Duplicate`.
        Event numbers that are already taken raise `Conflict`.
        """
        if not numbered:
            return
        seats = any(isinstance(one.event, _SEATING) for one in numbered)
        try:
            if self.database.group_commit is not None and not seats:
                await self._group_commit(self.database.group_commit, code, numbered, key, summary)
            else:
                await self._store(code, numbered, key, summary, seats=seats)
        except (IntegrityError, AppendConflict):
            done = None if key is None else await self.number_of(code, key)
            if done is not None:
                raise Duplicate(done) from None
            raise Conflict(code) from None

    async def _store(
        self,
        code: str,
        numbered: Sequence[Numbered],
        key: str | None,
        summary: Summary | None,
        *,
        seats: bool,
    ) -> None:
        async with self.database.writing() as connection:
            await self._add(connection, code, numbered, key, summary, seats=seats)

    async def _add(
        self,
        connection: AsyncConnection,
        code: str,
        numbered: Sequence[Numbered],
        key: str | None,
        summary: Summary | None,
        *,
        seats: bool,
    ) -> None:
        await _insert(connection, code, numbered, key)
        if summary is not None:
            listed = update(TABLES).where(TABLES.c.code == code)
            await connection.execute(listed.values(_listed(summary, numbered[-1].at)))
            if seats:
                await _replace_people(connection, summary)
        await self.database.bus.publish(connection, TOPIC, self._notice(code, numbered))

    async def _group_commit(
        self,
        group_commit: GroupCommit,
        code: str,
        numbered: Sequence[Numbered],
        key: str | None,
        summary: Summary | None,
    ) -> None:
        listed = None if summary is None else _listed(summary, numbered[-1].at)
        notice = self._notice(code, numbered)
        await group_commit.append(
            Append(code, _rows(code, numbered, key), listed, f"{TOPIC} {notice}")
        )
        if not group_commit.publishes:
            self.database.bus.deliver(TOPIC, notice)

    def _notice(self, code: str, numbered: Sequence[Numbered]) -> str:
        if self.database.bus.shared:
            return write_notice(code, numbered)
        return f"{code} {numbered[-1].number}"  # no other process listens

    async def events(self, code: str, after: int = 0) -> list[Numbered]:
        """Return a table's events after a number; none if there is no such table."""
        columns = (EVENTS.c.number, EVENTS.c.at, EVENTS.c.kind, EVENTS.c.body)
        rows = await self.database.rows(
            select(*columns)
            .where(EVENTS.c.code == code, EVENTS.c.number > after)
            .order_by(EVENTS.c.number)
        )
        return [Numbered(row.number, row.at, from_json(row.kind, row.body)) for row in rows]

    async def number_of(self, code: str, key: str) -> int | None:
        """Return the number of the event that was stored with a key, or None."""
        asked = select(EVENTS.c.number).where(EVENTS.c.code == code, EVENTS.c.key == key)
        rows = await self.database.rows(asked)
        return rows[0].number if rows else None

    # Finding tables.

    async def listing(
        self, statuses: Sequence[str] = LISTED, limit: int = 50
    ) -> list[ListedTable]:
        """Return the public tables, those with the latest event first."""
        # Query each status on its own: an index has that order, so nothing sorts all tables.
        latest = [
            select(TABLES.c.code)
            .where(TABLES.c.private.is_(False), TABLES.c.status == status)
            .order_by(TABLES.c.updated_at.desc())
            .limit(limit)
            .subquery()
            for status in statuses
        ]
        codes = union_all(*(select(one.c.code) for one in latest))
        return await self._entries(_ENTRIES.where(TABLES.c.code.in_(codes)).limit(limit))

    async def of_person(
        self, person: str, limit: int = 50, statuses: Sequence[str] | None = None
    ) -> list[ListedTable]:
        """Return the tables where a person plays or is host, those with the latest event first."""
        plays = select(PEOPLE.c.code).where(PEOPLE.c.person == person)
        mine = _ENTRIES.where(or_(TABLES.c.host == person, TABLES.c.code.in_(plays)))
        if statuses is not None:
            mine = mine.where(TABLES.c.status.in_(statuses))
        return await self._entries(mine.limit(limit))

    async def held(self, person: str) -> dict[str, tuple[int, ...]]:
        """Return the players that a person controls, by table."""
        query = select(PEOPLE.c.code, PEOPLE.c.player).where(PEOPLE.c.person == person)
        players: dict[str, tuple[int, ...]] = {}
        for row in await self.database.rows(query.order_by(PEOPLE.c.player)):
            players[row.code] = (*players.get(row.code, ()), row.player)
        return players

    async def running(self) -> list[str]:
        """Return the codes of all games that have begun and are not over."""
        codes = select(TABLES.c.code).where(TABLES.c.status.in_(("playing", "paused")))
        return [row.code for row in await self.database.rows(codes.order_by(TABLES.c.code))]

    async def due(self, now: float, limit: int = 1000) -> list[str]:
        """Return the tables where an automatic action is overdue."""
        codes = select(TABLES.c.code).where(TABLES.c.due_at <= now)
        codes = codes.order_by(TABLES.c.due_at).limit(limit)
        return [row.code for row in await self.database.rows(codes)]

    async def store_due(self, summary: Summary) -> None:
        """Store when a table's next automatic action is due."""
        async with self.database.writing() as connection:
            noted = update(TABLES).where(TABLES.c.code == summary.code)
            await connection.execute(noted.values(due_at=summary.due_at))

    # Settings of the server.

    async def setting(self, name: str) -> str | None:
        """Return the value of a setting, or None."""
        rows = await self.database.rows(select(SETTINGS.c.value).where(SETTINGS.c.name == name))
        return rows[0].value if rows else None

    async def get_or_store_setting(self, name: str, value: str) -> str:
        """Store a setting unless it exists; return the stored value."""
        try:
            async with self.database.writing() as connection:
                await connection.execute(insert(SETTINGS).values(name=name, value=value))
        except IntegrityError:
            value = await self.setting(name) or value
        return value

    async def _entries(self, query: Select[Any]) -> list[ListedTable]:
        return [ListedTable(**row._mapping) for row in await self.database.rows(query)]


_ENTRIES = select(
    TABLES.c.code,
    TABLES.c.status,
    TABLES.c.edition,
    TABLES.c.private,
    TABLES.c.created_at,
    TABLES.c.updated_at,
    TABLES.c.about,
).order_by(TABLES.c.updated_at.desc(), TABLES.c.code)


async def _insert(
    connection: AsyncConnection, code: str, numbered: Sequence[Numbered], key: str | None
) -> None:
    await connection.execute(insert(EVENTS), _rows(code, numbered, key))


def _rows(code: str, numbered: Sequence[Numbered], key: str | None) -> list[dict[str, Any]]:
    return [
        {
            "code": code,
            "number": one.number,
            "at": one.at,
            "kind": one.event.kind,
            "body": to_json(one.event),
            "key": key if one is numbered[0] else None,
        }
        for one in numbered
    ]


async def _replace_people(connection: AsyncConnection, summary: Summary) -> None:
    await connection.execute(delete(PEOPLE).where(PEOPLE.c.code == summary.code))
    rows = [
        {"code": summary.code, "person": person, "player": player}
        for person, player in summary.people
    ]
    if rows:
        await connection.execute(insert(PEOPLE), rows)


def _listed(summary: Summary, at: float) -> dict[str, Any]:
    return {
        "updated_at": at,
        "status": summary.status,
        "private": summary.private,
        "edition": summary.edition,
        "host": summary.host,
        "due_at": summary.due_at,
        "about": summary.about,
    }
