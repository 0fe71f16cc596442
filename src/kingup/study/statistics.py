"""Means with intervals over deals, and Holm's correction for many questions."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

FEW_DEALS = 30
"""With fewer deals nothing is called a finding."""

LEVEL = 0.05
"""The chance that a study calls anything a finding that is none."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over games, with the error of deals: games of one deal resemble each other."""

    value: float
    error: float
    """The standard error."""
    games: int
    deals: int

    @property
    def low(self) -> float:
        """The lower end of the 95 % interval."""
        return self.value - 1.96 * self.error

    @property
    def high(self) -> float:
        """The upper end of the 95 % interval."""
        return self.value + 1.96 * self.error

    def chance(self, fair: float, *, is_share: bool) -> float:
        """Return how likely a mean this far from the fair one is by chance alone.

        A few deals prove nothing: then it is 1. A share of wins has at least the error that it
        would have if it were fair, since few games of which a seat won none prove little.
        """
        if self.deals < FEW_DEALS:
            return 1.0
        error = self.error
        if is_share:
            error = max(error, math.sqrt(fair * (1 - fair) / self.games))
        if error == 0:
            return 1.0 if self.value == fair else 0.0
        return math.erfc(abs(self.value - fair) / error / math.sqrt(2))


def estimate(samples: Iterable[tuple[int, float]]) -> Estimate | None:
    """Return the mean of samples, each with its deal; None if there are too few deals."""
    sums: dict[int, tuple[float, int]] = {}
    for deal, value in samples:
        total, number = sums.get(deal, (0.0, 0))
        sums[deal] = total + value, number + 1
    games = sum(number for _total, number in sums.values())
    if len(sums) < 2:
        return None
    mean = sum(total for total, _number in sums.values()) / games
    squares = sum((total - number * mean) ** 2 for total, number in sums.values())
    error = math.sqrt(squares * len(sums) / (len(sums) - 1)) / games
    return Estimate(mean, error, games, len(sums))


def holm(chances: Sequence[float], level: float = LEVEL) -> list[bool]:
    """Return which of many results are findings, so that all are right with 95 %."""
    order = sorted(range(len(chances)), key=lambda i: chances[i])
    found = [False] * len(chances)
    for rank, i in enumerate(order):
        if chances[i] > level / (len(chances) - rank):
            break
        found[i] = True
    return found
