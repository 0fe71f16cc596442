"""When an order is certain: a sequential test by betting, valid after every deal.

For each pair of bots, one bettor with a purse of 1 bets on every deal that the first bot does
better, and another bets on the second. The stake is fixed before the deal. If the two bots are
equal, or the other one is better, the bets are fair or worse: whatever the number of deals, and
however often one looks, the chance that a purse ever grows to 1/a is at most a (Ville's
inequality). So a purse of that size is proof against luck, at any time.

Each bettor spreads the purse over several stakes, because the best one depends on the unknown
difference between the bots. With m bets the threshold is 1/a = m / 0.05: the chance that *any*
claim of an arena is wrong, ever, is at most 5 % (Bonferroni).

Reference: Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting",
Journal of the Royal Statistical Society B, 2024.
"""

from __future__ import annotations

import math

ERROR = 0.05
"""The chance that an arena ever calls a wrong order certain."""

STAKES = tuple(0.9 * 0.55**power for power in range(8))
"""The fractions of a purse that the worst deal could cost: from bold to cautious, 0.9 to 0.014."""


class Purse:
    """Bets on one side of a difference; `worst` is the greatest loss that a deal can bring."""

    def __init__(self, worst: float) -> None:
        self._worst = worst
        self._logs = [0.0] * len(STAKES)
        self.best = 0.0
        """The logarithm of the highest value of the purse so far."""

    def add(self, difference: float) -> None:
        """Settle a bet: the purse grows if the difference is positive."""
        # Rounding of shares must not lead to a loss of more than the stake.
        gain = max(-1.0, difference / self._worst)
        for i, stake in enumerate(STAKES):
            self._logs[i] += math.log1p(stake * gain)
        top = max(self._logs)
        mean = sum(math.exp(log - top) for log in self._logs) / len(STAKES)
        self.best = max(self.best, top + math.log(mean))


class Comparison:
    """Decides which of two bots is better, from their differences deal by deal.

    Differences lie between `low`, which is negative, and `high`; `bets` is the number of all
    purses in the arena.
    """

    def __init__(self, bets: int, low: float = -1.0, high: float = 1.0) -> None:
        self._needed = math.log(bets / ERROR)
        self._first = Purse(-low)
        self._second = Purse(high)
        self.verdict = 0
        """1 when the first bot is certainly better, -1 when the second is, 0 until then."""

    def add(self, difference: float) -> None:
        """Add a deal: the first bot's win share less the second's."""
        self._first.add(difference)
        self._second.add(-difference)
        if self.verdict == 0 and max(self._first.best, self._second.best) >= self._needed:
            self.verdict = 1 if self._first.best > self._second.best else -1

    @property
    def doubt(self) -> float:
        """A bound on the chance that luck alone went this far: at 0.05 the order is certain."""
        best = max(self._first.best, self._second.best)
        return min(1.0, ERROR * math.exp(self._needed - best))
