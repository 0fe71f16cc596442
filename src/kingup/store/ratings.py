"""Ratings in the database: each finished table is rated once, whichever process does it.

A rating is numbered by the person's games, and numbers are unique. A process that rates at the
same time as another is refused, reads the new ratings, and tries again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, and_, func, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from kingup.people.outcomes import PersonOutcome, outcome_of
from kingup.people.rating import POOLS, Pool, Rating, rated
from kingup.store.database import Database
from kingup.store.people_schema import PROFILES, RATED, RATINGS
from kingup.store.schema import PEOPLE, TABLES

MOST_TRIES = 20
MOST_OUTCOMES = 1_000
"""The most games of a person that are searched for the people they have met."""


@dataclass(frozen=True, slots=True)
class PersonStanding:
    """A row of the leaderboard."""

    name: str
    rating: Rating
    person: str
    """For finding oneself; never shown."""


@dataclass(frozen=True, slots=True)
class RatingChange:
    """A rating before and after a game."""

    before: Rating
    after: Rating


class RatingStore:
    """The ratings in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def rate(self, code: str) -> bool:
        """Rate a finished table; return whether this was the first time."""
        for _ in range(MOST_TRIES):
            try:
                async with self._database.writing() as connection:
                    return await _rate(connection, code)
            except IntegrityError:
                # Another process has rated this table, or another table of the same people.
                if await self._is_rated(code):
                    return False
        raise RuntimeError("too many games end at the same time")  # pragma: no cover

    async def waiting(self) -> list[str]:
        """Return the finished tables that are not yet rated, in the order in which they ended."""
        unrated = (
            select(TABLES.c.code)
            .outerjoin(RATED, RATED.c.code == TABLES.c.code)
            .where(TABLES.c.status == "over", RATED.c.code.is_(None))
        )
        rows = await self._database.rows(unrated.order_by(TABLES.c.updated_at, TABLES.c.code))
        return [row.code for row in rows]

    async def of_person(self, person: str) -> dict[tuple[str, Pool], Rating]:
        """Return a person's ratings by edition and pool."""
        rows = await self._database.rows(
            select(RATINGS).where(RATINGS.c.person == person).order_by(RATINGS.c.games)
        )
        return {(row.edition, row.pool): _rating(row) for row in rows}

    async def current(self, person: str, pool: Pool) -> dict[str, Rating]:
        """Return a person's ratings in a pool by edition, reading no earlier ones."""
        last = (
            select(RATINGS.c.edition, func.max(RATINGS.c.games).label("games"))
            .where(RATINGS.c.person == person, RATINGS.c.pool == pool)
            .group_by(RATINGS.c.edition)
            .subquery()
        )
        same = and_(last.c.edition == RATINGS.c.edition, last.c.games == RATINGS.c.games)
        rows = await self._database.rows(
            select(RATINGS)
            .join(last, same)
            .where(RATINGS.c.person == person, RATINGS.c.pool == pool)
        )
        return {row.edition: _rating(row) for row in rows}

    async def changes(self, code: str, person: str) -> dict[Pool, RatingChange] | None:
        """Return how a table changed a person's ratings; None until the table is rated."""
        earlier = RATINGS.alias("earlier")
        before = and_(
            earlier.c.person == RATINGS.c.person,
            earlier.c.edition == RATINGS.c.edition,
            earlier.c.pool == RATINGS.c.pool,
            earlier.c.games == RATINGS.c.games - 1,
        )
        rows = await self._database.rows(
            select(
                RATINGS,
                earlier.c.strength.label("old_strength"),
                earlier.c.spread.label("old_spread"),
            )
            .outerjoin(earlier, before)
            .where(RATINGS.c.code == code, RATINGS.c.person == person)
        )
        if not rows and not await self._is_rated(code):
            return None
        return {
            row.pool: RatingChange(
                Rating()
                if row.old_strength is None
                else Rating(row.old_strength, row.old_spread, row.games - 1),
                _rating(row),
            )
            for row in rows
        }

    async def leaders(self, edition: str, pool: Pool, limit: int = 100) -> list[PersonStanding]:
        """Return the people with a public name, by strength less twice the spread."""
        last = (
            select(RATINGS.c.person, func.max(RATINGS.c.games).label("games"))
            .where(RATINGS.c.edition == edition, RATINGS.c.pool == pool)
            .group_by(RATINGS.c.person)
            .subquery()
        )
        query = (
            select(PROFILES.c.name, PROFILES.c.person, RATINGS)
            .join(RATINGS, RATINGS.c.person == PROFILES.c.person)
            .join(last, and_(last.c.person == RATINGS.c.person, last.c.games == RATINGS.c.games))
            .where(RATINGS.c.edition == edition, RATINGS.c.pool == pool)
            .order_by((RATINGS.c.strength - 2 * RATINGS.c.spread).desc(), PROFILES.c.name)
            .limit(limit)
        )
        return [
            PersonStanding(row.name, _rating(row), row.person)
            for row in await self._database.rows(query)
        ]

    async def outcomes(self, person: str) -> list[PersonOutcome]:
        """Return the outcomes of a person's games, the latest first."""
        mine = select(PEOPLE.c.code).where(PEOPLE.c.person == person)
        tables = (
            select(TABLES.c.code, TABLES.c.updated_at, TABLES.c.about)
            .where(TABLES.c.status == "over", TABLES.c.code.in_(mine))
            .order_by(TABLES.c.updated_at.desc())
            .limit(MOST_OUTCOMES)
        )
        rows = await self._database.rows(tables)
        people: dict[str, dict[int, str]] = {}
        seats = select(PEOPLE).where(PEOPLE.c.code.in_(mine))
        for row in await self._database.rows(seats):
            people.setdefault(row.code, {})[row.player] = row.person
        found = [outcome_of(r.code, r.updated_at, r.about, people.get(r.code, {})) for r in rows]
        return [outcome for outcome in found if outcome]

    async def _is_rated(self, code: str) -> bool:
        return bool(await self._database.rows(select(RATED.c.code).where(RATED.c.code == code)))


async def _rate(connection: AsyncConnection, code: str) -> bool:
    found = await connection.execute(
        select(TABLES.c.updated_at, TABLES.c.about, RATED.c.code)
        .outerjoin(RATED, RATED.c.code == TABLES.c.code)
        .where(TABLES.c.code == code, TABLES.c.status == "over")
    )
    row = found.one_or_none()
    if row is None or row.code is not None:
        return False
    await connection.execute(insert(RATED).values(code=code, at=row.updated_at))
    seats = await connection.execute(select(PEOPLE).where(PEOPLE.c.code == code))
    people = {seat.player: seat.person for seat in seats}
    outcome = outcome_of(code, row.updated_at, row.about, people)
    if outcome is None:
        return True
    rows = []
    for pool in POOLS:
        before = await _before(connection, outcome.people(), outcome.edition, pool)
        rows += [
            {
                "person": person,
                "edition": outcome.edition,
                "pool": pool,
                "games": rating.games,
                "strength": rating.strength,
                "spread": rating.spread,
                "code": code,
                "at": row.updated_at,
            }
            for person, rating in rated(outcome, pool, before).items()
        ]
    if rows:
        await connection.execute(insert(RATINGS), rows)
    return True


async def _before(
    connection: AsyncConnection, people: Sequence[str], edition: str, pool: Pool
) -> Mapping[str, Rating]:
    query = (
        select(RATINGS)
        .where(RATINGS.c.person.in_(people), RATINGS.c.edition == edition, RATINGS.c.pool == pool)
        .order_by(RATINGS.c.games)
    )
    return {row.person: _rating(row) for row in await connection.execute(query)}


def _rating(row: Row[Any]) -> Rating:
    return Rating(row.strength, row.spread, row.games)
