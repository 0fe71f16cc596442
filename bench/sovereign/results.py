"""The standing of a match, computed from its games."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from bench.sovereign.matches import StrengthMatch
from bench.sovereign.standings import BY_INTERVAL, UNCERTAIN, Known, MatchStanding
from kingup.arena.certainty import Comparison
from kingup.arena.folder import RESULTS
from kingup.arena.outcome import GameOutcome, outcome_of
from kingup.arena.samples import Sample
from kingup.arena.standings import mean_shares


@dataclass
class MatchResult:
    """The result of a match so far, by deal: games of one deal are not independent."""

    match: StrengthMatch
    share: Sample = field(default_factory=Sample)
    """The challenger's share of the wins, for each of its seats."""
    rest: Sample = field(default_factory=Sample)
    """The others' share."""
    lead: Sample = field(default_factory=Sample)
    """The challenger's lead over its goal, or over the others if there is none."""
    games: int = 0
    failures: int = 0

    def __post_init__(self) -> None:
        goal = self.match.goal
        self._bounds = (-1.0, 1.0) if goal is None else (-goal, 1 - goal)
        self._question = Comparison(2, *self._bounds)
        self._deal: list[GameOutcome] = []

    def add(self, outcome: GameOutcome) -> None:
        """Add the next game; a deal counts once all its games are played."""
        self.games += 1
        self.failures += outcome.failed is not None
        self._deal.append(outcome)
        if len(self._deal) < (2 if self.match.even else self.match.number):
            return
        shares = mean_shares(self._deal)
        self._deal.clear()
        self.share.add(shares[0])
        self.rest.add(shares[1])
        goal = self.match.goal
        lead = shares[0] - (shares[1] if goal is None else goal)
        self.lead.add(lead)
        self._question.add(lead)

    @property
    def settled(self) -> bool:
        """Whether the match is over: its question is answered, or it has its most games."""
        if self.games >= self.match.length.most:
            return True
        return self.games >= self.match.length.least and self._question.verdict != 0

    @property
    def doubt(self) -> str:
        """What to add to a yes or no: nothing if luck is ruled out.

        Luck is ruled out by a test that may be applied after every deal, or by the interval of a
        finished match. The interval of an unfinished match proves less: stopping when it looks
        good would bias it.
        """
        if self._question.verdict != 0:
            return ""
        low, high = self.lead.interval(*self._bounds)
        if low <= 0 <= high or self.games < self.match.length.least:
            return UNCERTAIN
        return "" if self.settled else BY_INTERVAL

    @property
    def standing(self) -> MatchStanding:
        """How the match stands."""
        lead = self.lead.mean
        # A share equal to its goal reaches it; a share equal to the others' is not ahead.
        word = "yes" if lead > 0 or (lead == 0 and self.match.goal is not None) else "no"
        return MatchStanding(
            self.match, self.share.mean, *self.share.interval(), self.rest.mean,
            self.games, self.failures, word + self.doubt, self.settled,
        )  # fmt: skip


def read_standing(match: StrengthMatch, folder: Path, known: Known) -> MatchStanding | None:
    """Return how a match stands, or None if no deal has been completed.

    Of the games played here and the known standing, the one with more games counts.
    """
    result = MatchResult(match)
    for outcome in _outcomes(folder / match.name):
        result.add(outcome)
    found = [result.standing] if result.share.number else []
    found += [known[match.name]] if match.name in known else []
    return max(found, key=lambda standing: standing.games, default=None)


def _outcomes(folder: Path) -> Iterator[GameOutcome]:
    """Yield the games in an arena's folder; another process may be writing to it."""
    path = folder / RESULTS
    if not path.exists():
        return
    for line in path.read_bytes().splitlines(keepends=True):
        if line.endswith(b"\n"):
            yield outcome_of(json.loads(line))
