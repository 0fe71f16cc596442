"""Which bots are asked to come to which tables, until they have answered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from kingup.store.bot_schema import CHALLENGES
from kingup.store.database import Database

TOPIC = "challenge"
"""What the bus says when a bot is asked, or has answered: the bot, and the table's code."""


@dataclass(frozen=True, slots=True)
class Challenge:
    """A bot is asked to sit down at a table."""

    id: str
    bot: str
    """Who is asked."""
    code: str
    by: str
    """The name of whoever asks."""
    at: float


class ChallengeStore:
    """The challenges in a database that nobody has answered yet."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, challenge: Challenge) -> None:
        """Keep a challenge."""
        values = {name: getattr(challenge, name) for name in Challenge.__slots__}
        async with self._database.writing() as connection:
            await connection.execute(insert(CHALLENGES).values(values))
            await self._say(connection, challenge)

    async def of_bot(self, bot: str) -> list[Challenge]:
        """Return all that a bot is asked, the oldest first."""
        return await self._challenges(_CHALLENGES.where(CHALLENGES.c.bot == bot))

    async def at_table(self, code: str) -> list[Challenge]:
        """Return who is still asked to come to a table."""
        return await self._challenges(_CHALLENGES.where(CHALLENGES.c.code == code))

    async def remove(self, challenge: Challenge) -> None:
        """Forget a challenge that was answered, or that has come to nothing."""
        async with self._database.writing() as connection:
            await connection.execute(delete(CHALLENGES).where(CHALLENGES.c.id == challenge.id))
            await self._say(connection, challenge)

    async def _say(self, connection: AsyncConnection, challenge: Challenge) -> None:
        await self._database.bus.say(connection, TOPIC, f"{challenge.bot} {challenge.code}")

    async def _challenges(self, query: Select[Any]) -> list[Challenge]:
        return [Challenge(**row._mapping) for row in await self._database.rows(query)]


_CHALLENGES = select(*(CHALLENGES.c[name] for name in Challenge.__slots__)).order_by(
    CHALLENGES.c.at, CHALLENGES.c.id
)
