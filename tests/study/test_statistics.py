"""Means over deals, and the correction for many questions."""

from __future__ import annotations

import math
import random

import pytest

from kingup.study.statistics import Estimate, estimate, holm


def test_games_of_one_deal_count_as_one() -> None:
    single = estimate((deal, float(deal % 2)) for deal in range(100))
    double = estimate((deal // 2, float(deal // 2 % 2)) for deal in range(200))
    assert single is not None
    assert double is not None
    assert double.value == single.value == 0.5
    assert double.error == pytest.approx(single.error)
    assert double.games == 200


def test_one_deal_proves_nothing() -> None:
    assert estimate([(1, 0.0), (1, 1.0)]) is None
    assert estimate([]) is None


def test_intervals_hold_what_they_promise() -> None:
    draw = random.Random(3)
    inside = 0
    for _ in range(400):
        found = estimate((i, float(draw.random() < 0.25)) for i in range(200))
        assert found is not None
        inside += found.low <= 0.25 <= found.high
    assert 0.91 <= inside / 400 <= 0.98


def test_a_seat_that_won_none_of_few_games_proves_little() -> None:
    few = Estimate(0.05, 0.01, 20, 20)
    assert few.chance(0.25, is_share=True) == few.chance(0.25, is_share=False) == 1
    none = Estimate(0.05, 0.01, 40, 40)
    assert none.chance(0.25, is_share=False) < 1e-6
    assert none.chance(0.25, is_share=True) == pytest.approx(
        math.erfc(0.2 / math.sqrt(0.25 * 0.75 / 40) / math.sqrt(2))
    )


def test_holm_goes_on_only_while_results_are_clear() -> None:
    assert holm([0.001, 0.04, 0.02, 0.5]) == [True, False, False, False]
    assert holm([0.01, 0.02]) == [True, True]
    assert holm([]) == []
