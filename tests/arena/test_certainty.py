from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from kingup.arena.certainty import ERROR, Comparison

ARENAS = 200
DEALS = 150


def wrong_claims(draw: Callable[[random.Random], float], low: float) -> float:
    """Return how often a comparison that is read after every deal reaches a verdict."""
    chance = random.Random(11)
    claims = 0
    for _ in range(ARENAS):
        comparison = Comparison(bets=2, low=low)
        for _ in range(DEALS):
            comparison.add(draw(chance))
            if comparison.verdict:
                claims += 1
                break
    return claims / ARENAS


@pytest.mark.parametrize(
    ("draw", "low"),
    [
        (lambda chance: chance.choice([-1.0, 1.0]), -1.0),
        (lambda chance: chance.uniform(-0.5, 0.5), -0.5),
        (lambda chance: 1.0 if chance.random() < 0.25 else -1 / 3, -1 / 3),
    ],
    ids=["all or nothing", "even", "one against three"],
)
def test_equal_bots_are_called_unequal_in_fewer_than_one_arena_in_twenty(
    draw: Callable[[random.Random], float], low: float
) -> None:
    assert wrong_claims(draw, low) <= ERROR


def test_three_equal_bots_are_ranked_in_fewer_than_one_arena_in_twenty() -> None:
    chance = random.Random(12)
    wrong = 0
    for _ in range(150):
        pairs = {(0, 1): Comparison(6), (0, 2): Comparison(6), (1, 2): Comparison(6)}
        for _ in range(150):
            winner = chance.randrange(3)
            for (a, b), comparison in pairs.items():
                comparison.add(float(winner == a) - float(winner == b))
        wrong += any(comparison.verdict for comparison in pairs.values())
    assert wrong / 150 <= ERROR


def test_a_stronger_bot_is_found_and_never_called_the_weaker() -> None:
    chance = random.Random(13)
    verdicts = []
    for _ in range(60):
        comparison = Comparison(bets=2)
        for _ in range(300):
            comparison.add(1.0 if chance.random() < 0.66 else -1.0)
        verdicts.append(comparison.verdict)
    assert verdicts.count(1) >= 57
    assert -1 not in verdicts


def test_a_verdict_is_final() -> None:
    comparison = Comparison(bets=2)
    for _ in range(40):
        comparison.add(0.5)
    assert comparison.verdict == 1
    doubt = comparison.doubt
    for _ in range(20):
        comparison.add(-0.5)
    assert comparison.verdict == 1
    assert comparison.doubt == doubt <= ERROR


def test_more_comparisons_need_more_evidence() -> None:
    few, many = Comparison(bets=2), Comparison(bets=90)
    for _ in range(30):
        few.add(0.2)
        many.add(0.2)
    assert few.doubt < many.doubt


def test_a_difference_just_out_of_bounds_is_tolerated() -> None:
    comparison = Comparison(bets=2, low=-0.5, high=0.5)
    for difference in (0.5000001, -0.5000001, 0.0):
        comparison.add(difference)
    assert comparison.verdict == 0
