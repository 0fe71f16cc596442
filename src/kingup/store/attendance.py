"""Who is present at which table, across the servers that share a PostgreSQL database.

Every server writes a heartbeat every few seconds. A server without one for `DEAD_SECONDS` counts
as dead, and whichever other server notices first marks its people as gone.
"""

from __future__ import annotations

import secrets
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sqlalchemy import delete, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from kingup.store.database import Database
from kingup.store.schema import ATTENDANCE, SERVERS

TOPIC = "here"
"""Bus topic: somebody has arrived at a table or left it. The message is the table's code."""

BEAT_SECONDS = 4.0
DEAD_SECONDS = 14.0
FORGOTTEN_SECONDS = 24 * 3600.0


@dataclass(frozen=True, slots=True)
class Visit:
    """A person's presence at a table through one server; `left_at` is None until they leave."""

    code: str
    person: str
    arrived_at: float
    left_at: float | None


class Attendance:
    """Presence through this server, and through the others."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.server = secrets.token_hex(8)

    async def note(self, visits: Iterable[Visit]) -> None:
        """Store arrivals and departures at this server, and publish them."""
        rows = [
            {
                "code": visit.code,
                "person": visit.person,
                "server": self.server,
                "arrived_at": visit.arrived_at,
                "left_at": visit.left_at,
            }
            for visit in visits
        ]
        if not rows:
            return
        statement = insert(ATTENDANCE)
        statement = statement.on_conflict_do_update(
            index_elements=["code", "person", "server"],
            set_={
                "arrived_at": statement.excluded.arrived_at,
                "left_at": statement.excluded.left_at,
            },
        )
        async with self._database.writing() as connection:
            await _commit_asynchronously(connection)
            await connection.execute(statement, rows)
            await self._publish(connection, {str(row["code"]) for row in rows})

    async def elsewhere(self, codes: Iterable[str]) -> Mapping[str, Mapping[str, Visit]]:
        """Return people's visits through other servers, by table code and person."""
        columns = (
            ATTENDANCE.c.code,
            ATTENDANCE.c.person,
            ATTENDANCE.c.arrived_at,
            ATTENDANCE.c.left_at,
        )
        rows = await self._database.rows(
            select(*columns).where(
                ATTENDANCE.c.code.in_(list(codes)), ATTENDANCE.c.server != self.server
            )
        )
        found: defaultdict[str, dict[str, Visit]] = defaultdict(dict)
        for row in rows:
            visit = Visit(row.code, row.person, row.arrived_at, row.left_at)
            known = found[visit.code].get(visit.person)
            if known is None or _later(visit, known):
                found[visit.code][visit.person] = visit
        return found

    async def beat(self, now: float) -> bool:
        """Write this server's heartbeat, and mark the people of dead servers as gone.

        Return whether this server was not registered: it is new, or was silent for so long that
        the others took it for dead.
        """
        async with self._database.writing() as connection:
            await _commit_asynchronously(connection)
            up = update(SERVERS).where(SERVERS.c.server == self.server).values(seen_at=now)
            was_up = (await connection.execute(up)).rowcount == 1
            if not was_up:
                new = insert(SERVERS).values(server=self.server, seen_at=now)
                await connection.execute(new)
            dead = await connection.execute(
                delete(SERVERS)
                .where(SERVERS.c.seen_at < now - DEAD_SECONDS)
                .returning(SERVERS.c.server, SERVERS.c.seen_at)
            )
            for server, seen_at in dead.all():
                await self._all_left(connection, server, seen_at)
            await connection.execute(
                delete(ATTENDANCE).where(ATTENDANCE.c.left_at < now - FORGOTTEN_SECONDS)
            )
        return not was_up

    async def close(self, now: float) -> None:
        """Unregister this server, and mark its people as gone."""
        async with self._database.writing() as connection:
            await connection.execute(delete(SERVERS).where(SERVERS.c.server == self.server))
            await self._all_left(connection, self.server, now)

    async def _all_left(self, connection: AsyncConnection, server: str, at: float) -> None:
        left = await connection.execute(
            update(ATTENDANCE)
            .where(ATTENDANCE.c.server == server, ATTENDANCE.c.left_at.is_(None))
            .values(left_at=at)
            .returning(ATTENDANCE.c.code)
        )
        await self._publish(connection, {row.code for row in left})

    async def _publish(self, connection: AsyncConnection, codes: Iterable[str]) -> None:
        for code in sorted(codes):
            await self._database.bus.publish(connection, TOPIC, code)


def _later(one: Visit, other: Visit) -> bool:
    """Return whether a visit is the more recent evidence of a person's presence."""
    if (one.left_at is None) != (other.left_at is None):
        return one.left_at is None
    return (one.left_at or one.arrived_at) > (other.left_at or other.arrived_at)


async def _commit_asynchronously(connection: AsyncConnection) -> None:
    """Do not wait for the disk: a lost update of presence is soon repeated."""
    await connection.execute(text("SET LOCAL synchronous_commit = off"))
