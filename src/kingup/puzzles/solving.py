"""Which puzzle comes next for a solver, and how many days in a row they have solved the day's."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Mapping

from kingup.puzzles.puzzle import KINDS, Puzzle, PuzzleSet

DAY = dt.timedelta(days=1)


def next_puzzle(
    puzzles: PuzzleSet,
    answered: Mapping[str, object],
    points: int,
    ratings: Mapping[str, int] | None = None,
) -> Puzzle | None:
    """Return the next puzzle for a solver with a rating; None if they have answered all.

    It is of the kind that they have answered least often, and the one nearest to their rating.
    `ratings` are those that solvers have corrected.
    """
    left = [puzzle for puzzle in puzzles.puzzles if puzzle.id not in answered]
    if not left:
        return None
    known = ratings or {}
    done = Counter(puzzle.kind for puzzle in puzzles.puzzles if puzzle.id in answered)
    return min(
        left,
        key=lambda puzzle: (
            done[puzzle.kind],
            abs(known.get(puzzle.id, puzzle.rating) - points),
            KINDS.index(puzzle.kind),
            puzzle.id,
        ),
    )


def streak(puzzles: PuzzleSet, days: Mapping[str, dt.date], today: dt.date) -> int:
    """Return on how many days in a row somebody has answered the puzzle of the day.

    `days` are the days of their answers, by puzzle. Today may be missing still. A day whose puzzle
    they had answered before neither counts nor ends the row.
    """
    first = min(days.values(), default=today)
    count, day = 0, today
    while day >= first:
        answered = days.get(puzzles.daily(day).id)
        if answered == day:
            count += 1
        elif (answered is None or answered > day) and day != today:
            break
        day -= DAY
    return count
