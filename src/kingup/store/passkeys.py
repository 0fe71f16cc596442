"""Passkeys in the database, and the challenges that they have to sign."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from kingup.store.database import Database
from kingup.store.people_schema import CHALLENGES, PASSKEYS

LIFETIME = 5 * 60
"""Seconds within which a challenge must be signed."""
MOST_CHALLENGES = 20
"""The most open challenges of one person."""


@dataclass(frozen=True, slots=True)
class Passkey:
    """A passkey: what is needed to check its signatures."""

    person: str
    credential: str
    """Its id, in base64url."""
    public_key: str
    """In base64url."""
    uses: int
    """Its signature counter; many passkeys always report 0."""
    site: str
    """The host name of the server that it was made for."""
    created_at: float = 0.0
    used_at: float | None = None

    @property
    def digest(self) -> str:
        """The key under which it is stored and removed."""
        return digest_of(self.credential)


def digest_of(text: str) -> str:
    """Return the SHA-256 that stands for a long or secret text in the database."""
    return hashlib.sha256(text.encode()).hexdigest()


class Passkeys:
    """The passkeys in a database."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock

    async def add(self, passkey: Passkey) -> bool:
        """Store a passkey; return False if it is known already."""
        values = {
            "digest": passkey.digest,
            "person": passkey.person,
            "credential": passkey.credential,
            "public_key": passkey.public_key,
            "uses": passkey.uses,
            "site": passkey.site,
            "created_at": self._clock(),
        }
        try:
            async with self._database.writing() as connection:
                await connection.execute(insert(PASSKEYS).values(values))
        except IntegrityError:
            return False
        return True

    async def of_person(self, person: str) -> list[Passkey]:
        """Return a person's passkeys, the oldest first."""
        query = _KEPT.where(PASSKEYS.c.person == person).order_by(PASSKEYS.c.created_at)
        return [Passkey(**row._mapping) for row in await self._database.rows(query)]

    async def find(self, credential: str) -> Passkey | None:
        """Return the passkey with an id, or None."""
        rows = await self._database.rows(_KEPT.where(PASSKEYS.c.digest == digest_of(credential)))
        return Passkey(**rows[0]._mapping) if rows else None

    async def note_use(self, passkey: Passkey, uses: int) -> bool:
        """Store a passkey's new counter; return False if another use has changed it meanwhile."""
        changed = (
            update(PASSKEYS)
            .where(PASSKEYS.c.digest == passkey.digest, PASSKEYS.c.uses == passkey.uses)
            .values(uses=uses, used_at=self._clock())
        )
        async with self._database.writing() as connection:
            return (await connection.execute(changed)).rowcount == 1

    async def remove(self, person: str, digest: str) -> bool:
        """Delete one of a person's passkeys; return False if there is no such one."""
        gone = delete(PASSKEYS).where(PASSKEYS.c.person == person, PASSKEYS.c.digest == digest)
        async with self._database.writing() as connection:
            return (await connection.execute(gone)).rowcount == 1

    # Challenges.

    async def challenge(self, person: str, purpose: str, challenge: str) -> None:
        """Store a challenge given to a person for a purpose."""
        now = self._clock()
        values = {
            "digest": digest_of(challenge),
            "person": person,
            "purpose": purpose,
            "expires_at": now + LIFETIME,
        }
        mine = CHALLENGES.c.person == person
        newest = (
            select(CHALLENGES.c.digest)
            .where(mine)
            .order_by(CHALLENGES.c.expires_at.desc())
            .limit(MOST_CHALLENGES - 1)
        )
        old = or_(CHALLENGES.c.expires_at <= now, mine & CHALLENGES.c.digest.not_in(newest))
        async with self._database.writing() as connection:
            await connection.execute(delete(CHALLENGES).where(old))
            await connection.execute(insert(CHALLENGES).values(values))

    async def answer(self, person: str, purpose: str, challenge: str) -> bool:
        """Use a challenge up; return False if it is unknown, somebody else's, expired or used."""
        used = delete(CHALLENGES).where(
            CHALLENGES.c.digest == digest_of(challenge),
            CHALLENGES.c.person == person,
            CHALLENGES.c.purpose == purpose,
            CHALLENGES.c.expires_at > self._clock(),
        )
        async with self._database.writing() as connection:
            return (await connection.execute(used)).rowcount == 1

    async def count(self, person: str) -> int:
        """Return how many passkeys a person has."""
        query = select(func.count()).where(PASSKEYS.c.person == person)
        return int((await self._database.rows(query))[0][0])


_KEPT = select(
    PASSKEYS.c.person,
    PASSKEYS.c.credential,
    PASSKEYS.c.public_key,
    PASSKEYS.c.uses,
    PASSKEYS.c.site,
    PASSKEYS.c.created_at,
    PASSKEYS.c.used_at,
)
