"""One-time codes on disk: as digests, one a person, gone once used or too old."""

from __future__ import annotations

import time
from collections.abc import Callable

from sqlalchemy import delete, insert, or_, select

from kingup.store.database import Database
from kingup.store.people_schema import MOVING


class TransferCodes:
    """The codes of a database."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock

    async def keep(self, person: str, digest: str, lifetime: float) -> None:
        """Keep a person's code; an earlier one no longer works."""
        now = self._clock()
        old = or_(MOVING.c.person == person, MOVING.c.expires_at <= now)
        values = {"digest": digest, "person": person, "expires_at": now + lifetime}
        async with self._database.writing() as connection:
            await connection.execute(delete(MOVING).where(old))
            await connection.execute(insert(MOVING).values(values))

    async def person(self, digest: str) -> str | None:
        """Return whose code it is, without using it; None if it is none, used, or too old."""
        valid = select(MOVING.c.person).where(
            MOVING.c.digest == digest, MOVING.c.expires_at > self._clock()
        )
        rows = await self._database.rows(valid)
        return rows[0].person if rows else None

    async def use(self, digest: str) -> str | None:
        """Return whose code it is, and let nobody use it again."""
        person = await self.person(digest)
        if person is None:
            return None
        async with self._database.writing() as connection:
            gone = await connection.execute(delete(MOVING).where(MOVING.c.digest == digest))
        return person if gone.rowcount == 1 else None  # two at once: one of them was first
