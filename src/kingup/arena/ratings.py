"""Ratings of bots by openskill's Plackett-Luce model for games of several.

Every seat is a team of one. If a bot has several seats, each is rated as if it were another player
of the same strength, and the bot's new rating is the mean of theirs: five copies of one bot are
not five times the evidence.
"""

from __future__ import annotations

from dataclasses import dataclass

from openskill.models import PlackettLuce

from kingup.arena.outcome import GameOutcome

START = 25.0
START_SPREAD = 25.0 / 3


@dataclass(frozen=True, slots=True)
class EntrantRating:
    """A bot's strength, and its uncertainty (one standard deviation)."""

    strength: float = START
    spread: float = START_SPREAD


class EntrantRatings:
    """Ratings updated game by game, in the order of the schedule."""

    def __init__(self, bots: int) -> None:
        self._model = PlackettLuce(mu=START, sigma=START_SPREAD)
        self.bots = [EntrantRating() for _ in range(bots)]

    def add(self, outcome: GameOutcome) -> None:
        """Rate a game."""
        before = [self.bots[bot] for bot in outcome.lineup]
        teams = [[self._model.rating(mu=r.strength, sigma=r.spread)] for r in before]
        after = self._model.rate(teams, ranks=[float(rank) for rank in outcome.ranks])
        for bot in set(outcome.lineup):
            seats = [seat for seat, who in enumerate(outcome.lineup) if who == bot]
            self.bots[bot] = EntrantRating(
                sum(after[seat][0].mu for seat in seats) / len(seats),
                sum(after[seat][0].sigma for seat in seats) / len(seats),
            )
