"""Answers to puzzles in the database: the first one of each person to each puzzle counts.

A person's answers are numbered, and numbers are unique; a puzzle's rating is only replaced if it
is the one that was read. A process that answers at the same time as another tries again.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from kingup.people.puzzle_rating import after_answer
from kingup.people.rating import Rating
from kingup.store.database import Database
from kingup.store.puzzle_schema import PUZZLE_ANSWERS, PUZZLE_RATINGS

MOST_TRIES = 20


@dataclass(frozen=True, slots=True)
class PuzzleAnswer:
    """A person's answer to a puzzle."""

    puzzle: str
    option: int
    right: bool
    at: float
    before: Rating
    """The solver's rating before it."""
    after: Rating


class _Changed(Exception):
    """Another process has changed a puzzle's rating meanwhile."""


class PuzzleStore:
    """The answers in a database."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock

    async def answer(
        self, person: str, puzzle: str, option: int, *, right: bool, first: Rating
    ) -> None:
        """Store a person's answer unless they have answered before.

        `first` is the puzzle's rating if nobody has answered it yet.
        """
        for _ in range(MOST_TRIES):
            try:
                async with self._database.writing() as connection:
                    await self._answer(connection, person, puzzle, option, right, first)
                    return
            except (IntegrityError, _Changed):
                continue
        raise RuntimeError("too many answers at the same time")  # pragma: no cover

    async def of_person(self, person: str) -> dict[str, PuzzleAnswer]:
        """Return a person's answers by puzzle, the first one first."""
        rows = await self._database.rows(
            select(PUZZLE_ANSWERS)
            .where(PUZZLE_ANSWERS.c.person == person)
            .order_by(PUZZLE_ANSWERS.c.number)
        )
        before, found = Rating(), {}
        for row in rows:
            after = Rating(row.strength, row.spread, row.number)
            answer = PuzzleAnswer(row.puzzle, row.option, row.right, row.at, before, after)
            found[row.puzzle], before = answer, after
        return found

    async def ratings(self) -> dict[str, Rating]:
        """Return the ratings of all puzzles that have been answered."""
        rows = await self._database.rows(select(PUZZLE_RATINGS))
        return {row.puzzle: Rating(row.strength, row.spread, row.answers) for row in rows}

    async def _answer(
        self,
        connection: AsyncConnection,
        person: str,
        puzzle: str,
        option: int,
        right: bool,
        first: Rating,
    ) -> None:
        mine = select(PUZZLE_ANSWERS).where(PUZZLE_ANSWERS.c.person == person)
        done = await connection.execute(mine.where(PUZZLE_ANSWERS.c.puzzle == puzzle))
        if done.first() is not None:
            return
        last = (
            await connection.execute(mine.order_by(PUZZLE_ANSWERS.c.number.desc()).limit(1))
        ).first()
        solver = Rating() if last is None else Rating(last.strength, last.spread, last.number)
        row = (
            await connection.execute(
                select(PUZZLE_RATINGS).where(PUZZLE_RATINGS.c.puzzle == puzzle)
            )
        ).first()
        known = first if row is None else Rating(row.strength, row.spread, row.answers)
        solver, known = after_answer(solver, known, right=right)
        await connection.execute(
            insert(PUZZLE_ANSWERS).values(
                person=person,
                puzzle=puzzle,
                number=solver.games,
                option=option,
                right=right,
                strength=solver.strength,
                spread=solver.spread,
                at=self._clock(),
            )
        )
        values = {"answers": known.games, "strength": known.strength, "spread": known.spread}
        if row is None:
            await connection.execute(insert(PUZZLE_RATINGS).values(puzzle=puzzle, **values))
            return
        same = (PUZZLE_RATINGS.c.puzzle == puzzle) & (PUZZLE_RATINGS.c.answers == row.answers)
        changed = await connection.execute(update(PUZZLE_RATINGS).where(same).values(**values))
        if changed.rowcount != 1:
            raise _Changed
