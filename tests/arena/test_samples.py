from __future__ import annotations

import random
import statistics

import pytest

from kingup.arena.samples import Sample, student


def sample_of(values: list[float]) -> Sample:
    sample = Sample()
    for value in values:
        sample.add(value)
    return sample


@pytest.mark.parametrize(
    ("freedom", "quantile"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (5, 2.571), (10, 2.228), (60, 2.000)],
)
def test_quantiles_match_the_printed_tables(freedom: int, quantile: float) -> None:
    assert student(0.975, freedom) == pytest.approx(quantile, rel=2e-3)


def test_mean_and_spread_match_the_statistics_module() -> None:
    values = [random.Random(1).random() for _ in range(50)]
    sample = sample_of(values)
    assert sample.mean == pytest.approx(statistics.mean(values))
    assert sample.spread == pytest.approx(statistics.stdev(values))


def test_intervals_contain_the_true_mean_about_19_times_in_20() -> None:
    chance = random.Random(4)
    held = 0
    for _ in range(400):
        low, high = sample_of([chance.betavariate(1, 3) for _ in range(20)]).interval()
        held += low <= 0.25 <= high
    assert 0.91 <= held / 400 <= 0.98


def test_identical_results_still_leave_an_interval() -> None:
    low, high = sample_of([1.0] * 10).interval()
    assert low == pytest.approx(0.025 ** (1 / 10))
    assert high == 1
    low, high = sample_of([0.5] * 10).interval()
    assert 0 < low < 0.5 < high < 1


def test_one_deal_says_nothing_about_the_spread() -> None:
    assert sample_of([0.5]).interval() == (0, 1)
    assert Sample().interval() == (0, 1)
