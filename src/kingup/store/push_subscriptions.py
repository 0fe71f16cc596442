"""Browsers that want to be told whose turn it is, and what they were told."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from kingup.store.database import Database
from kingup.store.people_schema import REMINDED, SUBSCRIPTIONS

MOST = 10
"""Browsers of one person; the oldest gives way."""


@dataclass(frozen=True, slots=True)
class PushSubscription:
    """A browser's address at its push service, and the keys that only it can read with."""

    person: str
    endpoint: str
    key: str
    """Its public key, as base64url."""
    auth: str
    """The secret that it shares with us, as base64url."""
    language: str

    @property
    def digest(self) -> str:
        """What it is stored by."""
        return digest_of(self.endpoint)


def digest_of(endpoint: str) -> str:
    """Return what stands for an address in the database."""
    return hashlib.sha256(endpoint.encode()).hexdigest()


class PushSubscriptions:
    """The subscriptions of a database."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock

    async def keep(self, subscription: PushSubscription) -> None:
        """Keep a browser's subscription, which replaces an earlier one of the same browser."""
        mine = SUBSCRIPTIONS.c.person == subscription.person
        newest = (
            select(SUBSCRIPTIONS.c.digest)
            .where(mine)
            .order_by(SUBSCRIPTIONS.c.at.desc())
            .limit(MOST - 1)
        )
        values = {
            "digest": subscription.digest,
            "person": subscription.person,
            "endpoint": subscription.endpoint,
            "key": subscription.key,
            "auth": subscription.auth,
            "language": subscription.language,
            "at": self._clock(),
        }
        same = SUBSCRIPTIONS.c.digest == subscription.digest
        async with self._database.writing() as connection:
            await connection.execute(delete(SUBSCRIPTIONS).where(same))
            surplus = mine & SUBSCRIPTIONS.c.digest.not_in(newest)
            await connection.execute(delete(SUBSCRIPTIONS).where(surplus))
            await connection.execute(insert(SUBSCRIPTIONS).values(values))

    async def of_person(self, person: str) -> list[PushSubscription]:
        """Return a person's browsers."""
        query = _KEPT.where(SUBSCRIPTIONS.c.person == person)
        return [PushSubscription(**row._mapping) for row in await self._database.rows(query)]

    async def remove(self, endpoint: str, person: str | None = None) -> None:
        """Forget a browser: because a person says so, or because it no longer exists."""
        gone = delete(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.digest == digest_of(endpoint))
        if person is not None:
            gone = gone.where(SUBSCRIPTIONS.c.person == person)
        async with self._database.writing() as connection:
            await connection.execute(gone)

    async def first_to_tell(self, code: str, player: int, number: int) -> bool:
        """Return whether nobody has told a player yet of the question asked by an event.

        Whoever gets a yes has to tell them: of several processes, one does.
        """
        here = (REMINDED.c.code == code) & (REMINDED.c.player == player)
        newer = update(REMINDED).where(here, REMINDED.c.number < number).values(number=number)
        first = insert(REMINDED).values(code=code, player=player, number=number)
        try:
            async with self._database.writing() as connection:
                if (await connection.execute(newer)).rowcount == 1:
                    return True
                await connection.execute(first)
        except IntegrityError:
            return False
        return True


_KEPT = select(
    SUBSCRIPTIONS.c.person,
    SUBSCRIPTIONS.c.endpoint,
    SUBSCRIPTIONS.c.key,
    SUBSCRIPTIONS.c.auth,
    SUBSCRIPTIONS.c.language,
)
