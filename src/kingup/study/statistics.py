"""Means with intervals over deals, and Holm's correction for many questions."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

FEW_DEALS = 30
"""With fewer deals nothing is called a finding."""

LEVEL = 0.05
"""The chance that a study calls anything a finding that is none."""


FEW_CASES = 10
"""With fewer wins, or fewer losses, a share has at least the error that chance alone gives it."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over games, with the error of deals: games of one deal resemble each other."""

    value: float
    error: float
    """The standard error."""
    games: int
    deals: int

    @property
    def margin(self) -> float:
        """Half of the 95 % interval."""
        return 1.96 * self.error

    @property
    def low(self) -> float:
        """The lower end of the 95 % interval."""
        return self.value - self.margin

    @property
    def high(self) -> float:
        """The upper end of the 95 % interval."""
        return self.value + self.margin

    def chance(self, fair: float) -> float:
        """Return how likely a mean this far from the fair one is by chance alone.

        A few deals prove nothing: then it is 1.
        """
        if self.deals < FEW_DEALS:
            return 1.0
        if self.error == 0:
            return 1.0 if self.value == fair else 0.0
        return math.erfc(abs(self.value - fair) / self.error / math.sqrt(2))


Samples = Iterable[tuple[int, float]]
"""Numbers, each with its deal."""


def estimate(samples: Samples, *, is_share: bool = False) -> Estimate | None:
    """Return the mean of samples; None if there are too few deals.

    A share that came out as all or nothing in a few games is not certain: then its error is that
    of two cases more on either side (Agresti and Coull).
    """
    sums = _by_deal(samples)
    if len(sums) < 2:
        return None
    mean, games = _mean(sums)
    error = _error({deal: total - number * mean for deal, (total, number) in sums.items()}) / games
    if is_share and games * min(mean, 1 - mean) < FEW_CASES:
        near = (games * mean + 2) / (games + 4)
        error = max(error, math.sqrt(near * (1 - near) / games))
    return Estimate(mean, error, games, len(sums))


def difference(samples: Samples, others: Samples) -> Estimate | None:
    """Return the mean of samples less that of others; None if there are too few deals.

    Deals that both have are paired: what they share is no error.
    """
    one, two = _by_deal(samples), _by_deal(others)
    deals = one.keys() | two.keys()
    if len(deals) < 2 or not one or not two:
        return None
    (mean, games), (other_mean, other_games) = _mean(one), _mean(two)
    parts = dict.fromkeys(deals, 0.0)
    for deal, (total, number) in one.items():
        parts[deal] += (total - number * mean) / games
    for deal, (total, number) in two.items():
        parts[deal] -= (total - number * other_mean) / other_games
    fewest = min(len(one), len(two))
    return Estimate(mean - other_mean, _error(parts), games + other_games, fewest)


def _by_deal(samples: Samples) -> dict[int, tuple[float, int]]:
    """Return the sum and the number of samples by deal."""
    sums: dict[int, tuple[float, int]] = {}
    for deal, value in samples:
        total, number = sums.get(deal, (0.0, 0))
        sums[deal] = total + value, number + 1
    return sums


def _mean(sums: dict[int, tuple[float, int]]) -> tuple[float, int]:
    games = sum(number for _total, number in sums.values())
    return sum(total for total, _number in sums.values()) / games, games


def _error(parts: dict[int, float]) -> float:
    """Return the standard error of a sum of independent parts, whose own sum is 0."""
    deals = len(parts)
    squares = math.fsum(part * part for part in parts.values())
    return math.sqrt(squares * deals / (deals - 1))


def holm(chances: Sequence[float], level: float = LEVEL) -> list[bool]:
    """Return which of many results are findings, so that all are right with 95 %."""
    order = sorted(range(len(chances)), key=lambda i: chances[i])
    found = [False] * len(chances)
    for rank, i in enumerate(order):
        if chances[i] > level / (len(chances) - rank):
            break
        found[i] = True
    return found
