"""Ratings of solvers and puzzles: an answer is a game between the two."""

from __future__ import annotations

from openskill.models import PlackettLuce

from kingup.people.rating import SCALE, START, START_SPREAD, Rating

PUZZLE_SPREAD = START_SPREAD / 2
"""How uncertain a puzzle's first rating is, which its makers have estimated."""

_MODEL = PlackettLuce(mu=START, sigma=START_SPREAD)


def first_rating(points: int) -> Rating:
    """Return the rating of a puzzle that nobody has answered."""
    return Rating(points / SCALE, PUZZLE_SPREAD)


def after_answer(solver: Rating, puzzle: Rating, *, right: bool) -> tuple[Rating, Rating]:
    """Return the ratings of a solver and of a puzzle after an answer."""
    teams = [[_MODEL.rating(mu=one.strength, sigma=one.spread)] for one in (solver, puzzle)]
    (first,), (second,) = _MODEL.rate(teams, ranks=[0.0, 1.0] if right else [1.0, 0.0])
    return (
        Rating(first.mu, first.sigma, solver.games + 1),
        Rating(second.mu, second.sigma, puzzle.games + 1),
    )
