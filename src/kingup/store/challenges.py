"""Challenges: invitations of bots to tables that are not yet answered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from kingup.store.bot_schema import CHALLENGES
from kingup.store.database import Database

TOPIC = "challenge"
"""Bus topic: a bot is invited or has answered. The message is the bot and the table's code."""


@dataclass(frozen=True, slots=True)
class Challenge:
    """An invitation of a bot to a table."""

    id: str
    bot: str
    """The id of the invited bot."""
    code: str
    by: str
    """The name of the person who invites it."""
    at: float


class ChallengeStore:
    """The unanswered challenges in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, challenge: Challenge) -> None:
        """Store a challenge."""
        values = {name: getattr(challenge, name) for name in Challenge.__slots__}
        async with self._database.writing() as connection:
            await connection.execute(insert(CHALLENGES).values(values))
            await self._publish(connection, challenge)

    async def of_bot(self, bot: str) -> list[Challenge]:
        """Return a bot's challenges, the oldest first."""
        return await self._challenges(_CHALLENGES.where(CHALLENGES.c.bot == bot))

    async def at_table(self, code: str) -> list[Challenge]:
        """Return the unanswered challenges of a table."""
        return await self._challenges(_CHALLENGES.where(CHALLENGES.c.code == code))

    async def remove(self, challenge: Challenge) -> None:
        """Delete a challenge that was answered or is void."""
        async with self._database.writing() as connection:
            await connection.execute(delete(CHALLENGES).where(CHALLENGES.c.id == challenge.id))
            await self._publish(connection, challenge)

    async def _publish(self, connection: AsyncConnection, challenge: Challenge) -> None:
        await self._database.bus.publish(connection, TOPIC, f"{challenge.bot} {challenge.code}")

    async def _challenges(self, query: Select[Any]) -> list[Challenge]:
        return [Challenge(**row._mapping) for row in await self._database.rows(query)]


_CHALLENGES = select(*(CHALLENGES.c[name] for name in Challenge.__slots__)).order_by(
    CHALLENGES.c.at, CHALLENGES.c.id
)
