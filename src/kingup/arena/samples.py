"""Means of independent observations, with 95 % confidence intervals.

In an arena an observation is a deal: the games of one deal share their cards and are not
independent, so they enter as one.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

CONFIDENCE = 0.95


@dataclass(slots=True)
class Sample:
    """A running mean of numbers, with their variance."""

    number: int = 0
    mean: float = 0.0
    squares: float = 0.0
    """The sum of squared distances from the mean."""

    def add(self, value: float) -> None:
        """Add an observation, by Welford's algorithm, which is numerically stable."""
        self.number += 1
        distance = value - self.mean
        self.mean += distance / self.number
        self.squares += distance * (value - self.mean)

    @property
    def spread(self) -> float:
        """The standard deviation of one observation."""
        return math.sqrt(self.squares / (self.number - 1)) if self.number > 1 else math.inf

    def interval(self, low: float = 0.0, high: float = 1.0) -> tuple[float, float]:
        """Return the 95 % confidence interval of a mean that lies between low and high.

        Student's t over the observations. If all of them were equal there is no variance to use;
        then an exact binomial bound on values not yet seen takes its place.
        """
        if self.number < 2:
            return low, high
        tail = (1 - CONFIDENCE) / 2
        if self.squares < 1e-12 * self.number:
            unseen = 1 - tail ** (1 / self.number)
            return self.mean - unseen * (self.mean - low), self.mean + unseen * (high - self.mean)
        reach = student(1 - tail, self.number - 1) * self.spread / math.sqrt(self.number)
        return max(low, self.mean - reach), min(high, self.mean + reach)


def student(probability: float, freedom: int) -> float:
    """Return a quantile of Student's t distribution, accurate to a few thousandths."""
    if freedom == 1:
        return math.tan(math.pi * (probability - 0.5))
    if freedom == 2:
        twice = 2 * probability - 1
        return twice * math.sqrt(2 / (1 - twice**2))
    # The Cornish-Fisher series about the normal distribution.
    z = NormalDist().inv_cdf(probability)
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return math.fsum(term / freedom**power for power, term in enumerate(terms))
