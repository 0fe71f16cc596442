"""Browsers subscribed to push notifications, and the reminders that were sent."""

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
"""The most browsers of one person; the oldest subscription is dropped."""


@dataclass(frozen=True, slots=True)
class PushSubscription:
    """A browser's endpoint at its push service, and the keys for encrypting messages to it."""

    person: str
    endpoint: str
    key: str
    """Its public key, in base64url."""
    auth: str
    """The secret that it shares with us, in base64url."""
    language: str

    @property
    def digest(self) -> str:
        """The key under which it is stored."""
        return digest_of(self.endpoint)


def digest_of(endpoint: str) -> str:
    """Return the SHA-256 that stands for an endpoint in the database."""
    return hashlib.sha256(endpoint.encode()).hexdigest()


class PushSubscriptions:
    """The push subscriptions in a database."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock

    async def keep(self, subscription: PushSubscription) -> None:
        """Store a browser's subscription, replacing an earlier one of the same browser."""
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
        """Return a person's subscriptions."""
        query = _KEPT.where(SUBSCRIPTIONS.c.person == person)
        return [PushSubscription(**row._mapping) for row in await self._database.rows(query)]

    async def remove(self, endpoint: str, person: str | None = None) -> None:
        """Delete a subscription: its person asked for it, or the endpoint no longer exists."""
        gone = delete(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.digest == digest_of(endpoint))
        if person is not None:
            gone = gone.where(SUBSCRIPTIONS.c.person == person)
        async with self._database.writing() as connection:
            await connection.execute(gone)

    async def first_to_tell(self, code: str, player: int, number: int) -> bool:
        """Claim the reminder of a player about the question that an event asked.

        Return True to exactly one of several processes, which must then send the reminder.
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
