"""The names that people chose for the leaderboard. Nobody is listed without choosing one."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable

from sqlalchemy import delete, insert, select
from sqlalchemy.exc import IntegrityError

from kingup.rules.errors import KingUpError
from kingup.store.database import Database
from kingup.store.people_schema import PROFILES
from kingup.tables.names import folded


class NameTaken(KingUpError):
    """The name belongs to somebody else on the leaderboard."""


class Profiles:
    """The public names in a database."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock

    async def name(self, person: str) -> str | None:
        """Return the name that a person chose, or None."""
        query = select(PROFILES.c.name).where(PROFILES.c.person == person)
        rows = await self._database.rows(query)
        return rows[0].name if rows else None

    async def choose(self, person: str, name: str) -> None:
        """Put a person on the leaderboard; if the name is taken, raise `NameTaken`."""
        digest = hashlib.sha256(folded(name).encode()).hexdigest()
        values = {"person": person, "name": name, "digest": digest, "at": self._clock()}
        try:
            async with self._database.writing() as connection:
                await connection.execute(delete(PROFILES).where(PROFILES.c.person == person))
                await connection.execute(insert(PROFILES).values(values))
        except IntegrityError:
            raise NameTaken(
                "Somebody on the leaderboard is already called {who}. Choose another name.",
                who=name,
            ) from None

    async def leave(self, person: str) -> None:
        """Take a person off the leaderboard."""
        async with self._database.writing() as connection:
            await connection.execute(delete(PROFILES).where(PROFILES.c.person == person))
