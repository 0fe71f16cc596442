"""Standings: win shares by deal, ratings by game, and which comparisons are certain."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from kingup.arena.certainty import Comparison
from kingup.arena.outcome import GameOutcome
from kingup.arena.plan import Plan
from kingup.arena.ratings import EntrantRating, EntrantRatings
from kingup.arena.samples import Sample


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """The results of one bot."""

    bot: int
    label: str
    games: int
    """Seats that the bot played: several in one game count several times."""
    share: Sample
    rating: EntrantRating
    mean_score: float
    failures: int
    seconds: float | None
    """The mean time of a decision; None if it was not measured."""


@dataclass(slots=True)
class _EntrantTally:
    """Totals over a bot's seats."""

    seats: int = 0
    score: int = 0
    failures: int = 0
    timed: int = 0
    seconds: float = 0.0

    def add(self, outcome: GameOutcome, seat: int) -> None:
        self.seats += 1
        self.score += outcome.scores[seat]
        self.failures += outcome.failed == seat
        if outcome.seconds:
            self.timed += outcome.decisions[seat]
            self.seconds += outcome.seconds[seat]


class Standings:
    """The outcomes of a plan so far, in order, and their statistics.

    Shares and comparisons count whole blocks only: a deal of every contest, played completely. So
    they do not depend on when or where the games were played.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.outcomes: list[GameOutcome] = []
        self.ratings = EntrantRatings(len(plan.entrants))
        bots = range(len(plan.entrants))
        self.shares = [Sample() for _ in bots]
        """Each bot's win share, block by block."""
        self.contest_shares = [[Sample() for _ in bots] for _ in plan.contests]
        """The same by contest and bot, deal by deal."""
        self.duel_shares = {pair: (Sample(), Sample()) for pair in plan.pairs}
        """The two bots' win shares in the games that compare them."""
        self.differences = {pair: Sample() for pair in plan.pairs}
        low, high = _bounds(plan)
        self.comparisons = {p: Comparison(2 * len(plan.pairs), low, high) for p in plan.pairs}
        self._tallies = [_EntrantTally() for _ in bots]
        self._block: list[GameOutcome] = []

    def add(self, outcome: GameOutcome) -> None:
        """Add the next game."""
        self.outcomes.append(outcome)
        self.ratings.add(outcome)
        for seat, bot in enumerate(outcome.lineup):
            self._tallies[bot].add(outcome, seat)
        self._block.append(outcome)
        if len(self._block) == self.plan.block:
            self._close_block()
            self._block.clear()

    @property
    def deals(self) -> int:
        """How many deals of every contest are complete."""
        return len(self.outcomes) // self.plan.block

    @property
    def certain(self) -> bool:
        """Whether the order of all compared bots is certain."""
        return all(comparison.verdict for comparison in self.comparisons.values())

    @property
    def finished(self) -> bool:
        """Whether all games are played, or the result is certain enough to stop."""
        played = len(self.outcomes)
        if played >= self.plan.total:
            return True
        enough = played >= self.plan.at_least and not self._block and played > 0
        return self.plan.until_certain and enough and self.certain

    def rows(self) -> list[StandingsRow]:
        """Return the results of every bot, the best win share first."""
        made = [self._row(bot) for bot in range(len(self.plan.entrants))]
        return sorted(made, key=lambda row: (-round(row.share.mean, 9), row.bot))

    def _row(self, bot: int) -> StandingsRow:
        tally = self._tallies[bot]
        seats = max(1, tally.seats)
        return StandingsRow(
            bot=bot,
            label=self.plan.entrants[bot].label,
            games=tally.seats,
            share=self.shares[bot],
            rating=self.ratings.bots[bot],
            mean_score=tally.score / seats,
            failures=tally.failures,
            seconds=tally.seconds / tally.timed if tally.timed else None,
        )

    def _close_block(self) -> None:
        contests = range(len(self.plan.contests))
        by_contest: list[list[GameOutcome]] = [[] for _ in contests]
        for outcome in self._block:
            by_contest[outcome.contest].append(outcome)
        shares = [mean_shares(games) for games in by_contest]
        for contest in contests:
            for bot, share in shares[contest].items():
                self.contest_shares[contest][bot].add(share)
        for bot, sample in enumerate(self.shares):
            sample.add(sum(share[bot] for share in shares) / len(contests))
        for pair, (first, second) in self.duel_shares.items():
            duels = shares
            if self.plan.gauntlet:
                duels = [mean_shares([g for g in games if pair[1] in g.lineup])
                         for games in by_contest]  # fmt: skip
            ours, theirs = (sum(d[bot] for d in duels) / len(duels) for bot in pair)
            first.add(ours)
            second.add(theirs)
            self.differences[pair].add(ours - theirs)
            self.comparisons[pair].add(ours - theirs)


def _bounds(plan: Plan) -> tuple[float, float]:
    """Return the least and the greatest difference of two bots' shares in one block."""
    seats = [len(setup.seats) for setup in plan.contests]
    if plan.gauntlet:
        # The challenger has one seat to win with, the opponent shares among all others.
        return -sum(1 / (n - 1) for n in seats) / len(seats), 1.0
    # A bot with several seats in every game cannot win with all of them.
    high = sum(min(1.0, len(plan.entrants) / n) for n in seats) / len(seats)
    return -high, high


def mean_shares(games: list[GameOutcome]) -> dict[int, float]:
    """Return each bot's mean win share over all its seats in these games."""
    shares: dict[int, list[float]] = defaultdict(list)
    for outcome in games:
        for seat, bot in enumerate(outcome.lineup):
            shares[bot].append(outcome.share(seat))
    return {bot: sum(values) / len(values) for bot, values in shares.items()}
