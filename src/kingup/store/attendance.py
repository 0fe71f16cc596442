"""Who is at which table, by which of the servers that share a PostgreSQL.

Every server says every few seconds that it is up. One that has not for a while is dead, and the
people whom it had are no longer there; whichever other server notices first sees to that.
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
"""What the bus says when somebody has come or gone: the table's code."""

BEAT_SECONDS = 4.0
DEAD_SECONDS = 14.0
FORGOTTEN_SECONDS = 24 * 3600.0


@dataclass(frozen=True, slots=True)
class Visit:
    """Somebody's time at a table, by one server."""

    code: str
    person: str
    arrived_at: float
    left_at: float | None


class Attendance:
    """This server's part in it, and what the others' is."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.server = secrets.token_hex(8)

    async def note(self, visits: Iterable[Visit]) -> None:
        """Take note of who has come or gone by this server."""
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
        noting = insert(ATTENDANCE)
        noting = noting.on_conflict_do_update(
            index_elements=["code", "person", "server"],
            set_={"arrived_at": noting.excluded.arrived_at, "left_at": noting.excluded.left_at},
        )
        async with self._database.writing() as connection:
            await _hurry(connection)
            await connection.execute(noting, rows)
            await self._tell(connection, {str(row["code"]) for row in rows})

    async def elsewhere(self, codes: Iterable[str]) -> Mapping[str, Mapping[str, Visit]]:
        """Return who is, or was, at tables by other servers, by code and person."""
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
        """Say that this server is up, and see to those who were at servers that are not.

        Return whether nobody thought so: it is new, or was silent for so long that others have
        taken its people for gone.
        """
        async with self._database.writing() as connection:
            await _hurry(connection)
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
        """Say that this server goes, and everybody whom it had with it."""
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
        await self._tell(connection, {row.code for row in left})

    async def _tell(self, connection: AsyncConnection, codes: Iterable[str]) -> None:
        for code in sorted(codes):
            await self._database.bus.say(connection, TOPIC, code)


def _later(one: Visit, other: Visit) -> bool:
    """Return whether a visit says more about whether somebody is there."""
    if (one.left_at is None) != (other.left_at is None):
        return one.left_at is None
    return (one.left_at or one.arrived_at) > (other.left_at or other.arrived_at)


async def _hurry(connection: AsyncConnection) -> None:
    """Do not wait for the disk: who is there is said again, and soon over."""
    await connection.execute(text("SET LOCAL synchronous_commit = off"))
