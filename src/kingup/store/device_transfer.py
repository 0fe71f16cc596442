"""One-time codes for moving to another device: digests only, one per person, deleted after use."""

from __future__ import annotations

import time
from collections.abc import Callable

from sqlalchemy import delete, insert, or_, select

from kingup.store.database import Database
from kingup.store.people_schema import DEVICE_TRANSFERS


class TransferCodes:
    """The transfer codes in a database."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock

    async def keep(self, person: str, digest: str, lifetime: float) -> None:
        """Store a person's code, replacing an earlier one."""
        now = self._clock()
        old = or_(DEVICE_TRANSFERS.c.person == person, DEVICE_TRANSFERS.c.expires_at <= now)
        values = {"digest": digest, "person": person, "expires_at": now + lifetime}
        async with self._database.writing() as connection:
            await connection.execute(delete(DEVICE_TRANSFERS).where(old))
            await connection.execute(insert(DEVICE_TRANSFERS).values(values))

    async def person(self, digest: str) -> str | None:
        """Return the owner of a code without using it; None if it is unknown, used or expired."""
        valid = select(DEVICE_TRANSFERS.c.person).where(
            DEVICE_TRANSFERS.c.digest == digest, DEVICE_TRANSFERS.c.expires_at > self._clock()
        )
        rows = await self._database.rows(valid)
        return rows[0].person if rows else None

    async def use(self, digest: str) -> str | None:
        """Use a code up, and return its owner; None if it is unknown, used or expired."""
        person = await self.person(digest)
        if person is None:
            return None
        async with self._database.writing() as connection:
            gone = await connection.execute(
                delete(DEVICE_TRANSFERS).where(DEVICE_TRANSFERS.c.digest == digest)
            )
        return person if gone.rowcount == 1 else None  # of two simultaneous uses, one wins
