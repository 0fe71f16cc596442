"""Ratings of solvers and puzzles move towards what the answers say."""

from __future__ import annotations

from kingup.people.puzzle_rating import PUZZLE_SPREAD, after_answer, first_rating
from kingup.people.rating import Rating


def test_a_right_answer_raises_the_solver_and_lowers_the_puzzle() -> None:
    solver, puzzle = after_answer(Rating(), first_rating(1500), right=True)
    assert solver.points > 1500 > puzzle.points
    assert solver.games == puzzle.games == 1
    assert solver.spread < Rating().spread
    assert puzzle.spread < PUZZLE_SPREAD


def test_a_wrong_answer_does_the_opposite() -> None:
    solver, puzzle = after_answer(Rating(), first_rating(1500), right=False)
    assert solver.points < 1500 < puzzle.points


def test_a_hard_puzzle_is_worth_more() -> None:
    easy, _puzzle = after_answer(Rating(), first_rating(1300), right=True)
    hard, _puzzle = after_answer(Rating(), first_rating(1700), right=True)
    assert hard.points > easy.points


def test_an_uncertain_solver_hardly_moves_a_puzzle() -> None:
    """Many new people with one answer each cannot make a puzzle easy."""
    new, known = Rating(), Rating(25.0, 2.0, 50)
    moved = [
        1500 - after_answer(s, first_rating(1500), right=True)[1].points for s in (new, known)
    ]
    assert 0 < moved[0] < moved[1]
