"""Means over deals, and the correction for many questions."""

from __future__ import annotations

import random

import pytest

from kingup.study.statistics import Estimate, difference, estimate, holm


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
    assert Estimate(0.05, 0.01, 20, 20).chance(0.25) == 1
    assert Estimate(0.05, 0.01, 40, 40).chance(0.25) < 1e-6
    none = estimate(((deal, 0.0) for deal in range(40)), is_share=True)
    assert none is not None
    assert none.value == 0
    # The interval of no wins in 40 games ends near 3 / 40.
    assert 0.05 < none.high < 0.10


def test_a_difference_is_paired_deal_by_deal() -> None:
    draw = random.Random(1)
    luck = [draw.gauss(0, 10) for _ in range(100)]
    ours = [(deal, value + draw.gauss(1, 0.1)) for deal, value in enumerate(luck)]
    theirs = list(enumerate(luck))
    paired = difference(ours, theirs)
    apart = difference(ours, [(deal + 1000, value) for deal, value in theirs])
    assert paired is not None
    assert apart is not None
    assert paired.value == pytest.approx(apart.value)
    assert paired.low < 1 < paired.high
    assert paired.error < 0.05 < 1 < apart.error
    assert difference([], theirs) is None


def test_holm_goes_on_only_while_results_are_clear() -> None:
    assert holm([0.001, 0.04, 0.02, 0.5]) == [True, False, False, False]
    assert holm([0.01, 0.02]) == [True, True]
    assert holm([]) == []
