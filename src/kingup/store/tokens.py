"""API tokens of external bots: who made them and whom they play as, but never the tokens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, delete, insert, select, update

from kingup.store.bot_schema import CHALLENGES, TOKENS
from kingup.store.database import Database


@dataclass(frozen=True, slots=True)
class ApiToken:
    """A token as the server knows it. The token itself is known only to the person who made it."""

    id: str
    """Its public id."""
    digest: str
    person: str
    """The person who made it."""
    bot: str
    """The identity that it plays as: not the person's own, so people can play their own bots."""
    name: str
    owner: str
    """The name that the person wants to be called by; empty if it is they who play."""
    created_at: float
    used_at: float | None = None

    @property
    def is_person(self) -> bool:
        """Whether a person plays with it, in a terminal, and no program."""
        return not self.owner


class TokenStore:
    """The API tokens in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @property
    def shared(self) -> bool:
        """Whether other servers use the same tokens."""
        return self._database.bus.shared

    async def add(self, token: ApiToken) -> None:
        """Store a new token."""
        values = {name: getattr(token, name) for name in ApiToken.__slots__}
        async with self._database.writing() as connection:
            await connection.execute(insert(TOKENS).values(values))

    async def by_digest(self, digest: str) -> ApiToken | None:
        """Return the token with a digest, or None."""
        found = await self._tokens(_TOKENS.where(TOKENS.c.digest == digest))
        return found[0] if found else None

    async def by_id(self, id_: str) -> ApiToken | None:
        """Return the token with an id, or None."""
        found = await self._tokens(_TOKENS.where(TOKENS.c.id == id_))
        return found[0] if found else None

    async def by_name(self, name: str) -> list[ApiToken]:
        """Return the tokens of all bots with a name."""
        return await self._tokens(_TOKENS.where(TOKENS.c.name == name, TOKENS.c.owner != ""))

    async def by_bots(self, bots: Sequence[str]) -> list[ApiToken]:
        """Return the tokens that play as these bots."""
        return await self._tokens(_TOKENS.where(TOKENS.c.bot.in_(bots)))

    async def of_person(self, person: str) -> list[ApiToken]:
        """Return a person's tokens, the oldest first."""
        return await self._tokens(_TOKENS.where(TOKENS.c.person == person))

    async def use(self, id_: str, at: float) -> None:
        """Store when a token was last used."""
        async with self._database.writing() as connection:
            await connection.execute(update(TOKENS).where(TOKENS.c.id == id_).values(used_at=at))

    async def remove(self, id_: str, person: str) -> bool:
        """Delete a person's token and its challenges; return whether there was one."""
        mine = (TOKENS.c.id == id_, TOKENS.c.person == person)
        async with self._database.writing() as connection:
            bots = select(TOKENS.c.bot).where(*mine)
            await connection.execute(delete(CHALLENGES).where(CHALLENGES.c.bot.in_(bots)))
            done = await connection.execute(delete(TOKENS).where(*mine))
            return bool(done.rowcount)

    async def _tokens(self, query: Select[Any]) -> list[ApiToken]:
        return [ApiToken(**row._mapping) for row in await self._database.rows(query)]


_TOKENS = select(*(TOKENS.c[name] for name in ApiToken.__slots__)).order_by(
    TOKENS.c.created_at, TOKENS.c.id
)
