"""When is an order certain? A test by betting, which may be looked at after every deal.

For each two bots somebody with a purse of 1 bets on every deal that the first does better,
and somebody else that the second does. The stake is fixed before the deal. If the two bots
are equal, or the other one is better, the bets are fair or worse: whatever the number of
deals and however often one looks, a purse ever grows to 1/a with a chance of at most a
(Ville's inequality). So a purse of that size is proof against luck, at any time.

Each bettor divides the purse over several stakes, as nobody knows beforehand which one suits
the difference between two bots. With m bets the proof is asked at 1/a = m / 0.05: the chance
that *any* claim of an arena is wrong, ever, is at most 5 % (Bonferroni).

Reference: Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting",
Journal of the Royal Statistical Society B, 2024.
"""

from __future__ import annotations

import math

ERROR = 0.05
"""The chance that an arena ever calls an order certain that is wrong."""

STAKES = tuple(0.9 * 0.55**power for power in range(8))
"""The parts of a purse that the worst deal could cost: from bold to careful, 0.9 to 0.014."""


class Purse:
    """Bets on one side of a difference; `worst` is the most that a deal can go against it."""

    def __init__(self, worst: float) -> None:
        self._worst = worst
        self._logs = [0.0] * len(STAKES)
        self.best = 0.0
        """The logarithm of the most that was ever in the purse."""

    def add(self, difference: float) -> None:
        """Settle a bet: the purse grows if the difference is positive."""
        # Shares are computed with rounding; a bet beyond the purse would be no bet.
        gain = max(-1.0, difference / self._worst)
        for i, stake in enumerate(STAKES):
            self._logs[i] += math.log1p(stake * gain)
        top = max(self._logs)
        mean = sum(math.exp(log - top) for log in self._logs) / len(STAKES)
        self.best = max(self.best, top + math.log(mean))


class Comparison:
    """Which of two bots is better, told from their differences deal by deal.

    Differences lie between `low`, which is negative, and `high`; `bets` are all purses of the
    arena.
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
        """How often luck alone would have gone this far, at most: 0.05 is certainty."""
        best = max(self._first.best, self._second.best)
        return min(1.0, ERROR * math.exp(self._needed - best))
