"""A league's standings: win shares with confidence intervals, and ratings by openskill."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import deepcopy
from dataclasses import dataclass, field

from openskill.models import PlackettLuce, PlackettLuceRating

from kingup.arena.samples import Sample
from kingup.leagues.league import LeagueGame, Member
from kingup.leagues.results import LeagueOutcome

HOUSE = ""
"""Our own bots that fill tables: rated as one, so that beating them counts."""


@dataclass(frozen=True, slots=True)
class LeagueRow:
    """The standing of one bot."""

    place: int
    """From 1; tied bots share the better place."""
    member: Member
    games: int
    wins: float
    share: float
    interval: tuple[float, float]
    """The 95 % confidence interval of the win share."""
    rating: float
    spread: float
    missed: int
    """Games lost because the bot was absent."""


@dataclass(slots=True)
class _Tally:
    share: Sample = field(default_factory=Sample)
    missed: int = 0


class LeagueStandings:
    """Standings after the games added so far, which must come in the order of the schedule."""

    def __init__(self) -> None:
        self._model = PlackettLuce()
        self._ratings: dict[str, PlackettLuceRating] = {}
        self._tallies: dict[str, _Tally] = {}

    def add(self, game: LeagueGame) -> None:
        """Add a game; one that is not over, or was aborted, changes nothing."""
        if game.outcome is not None:
            _rate(self._model, self._ratings, game, game.outcome)
            _count(self._tallies, game, game.outcome)

    def copy(self) -> LeagueStandings:
        """Return an independent copy."""
        twin = LeagueStandings()
        twin._ratings = dict(self._ratings)
        twin._tallies = deepcopy(self._tallies)
        return twin

    def rows(self, members: Sequence[Member]) -> list[LeagueRow]:
        """Return the members' standings, the best first.

        Win shares decide, because they are easy to explain; ratings are shown beside them, because
        they take the strength of opponents into account.
        """
        rows = []
        for member in members:
            tally = self._tallies.get(member.bot, _Tally())
            rating = self._ratings.get(member.bot, self._model.rating())
            rows.append((member, tally, rating))
        rows.sort(key=lambda row: (-_share(row[1]), -row[2].mu, row[0].name, row[0].bot))
        return [
            LeagueRow(
                1 + sum(_share(other) > _share(tally) for _member, other, _rating in rows),
                member,
                tally.share.number,
                tally.share.mean * tally.share.number,
                tally.share.mean,
                tally.share.interval(),
                rating.mu,
                rating.sigma,
                tally.missed,
            )
            for member, tally, rating in rows
        ]


def standings(members: Sequence[Member], games: Iterable[LeagueGame]) -> list[LeagueRow]:
    """Return the members' standings after all these games."""
    table = LeagueStandings()
    for game in sorted(games, key=lambda one: (one.round, one.number)):
        table.add(game)
    return table.rows(members)


def _share(tally: _Tally) -> float:
    return round(tally.share.mean, 9)


def _count(tallies: dict[str, _Tally], game: LeagueGame, outcome: LeagueOutcome) -> None:
    for seat, bot in enumerate(game.lineup):
        if bot is not None:
            tally = tallies.setdefault(bot, _Tally())
            tally.share.add(outcome.shares[seat])
            tally.missed += seat in outcome.missing


def _rate(
    model: PlackettLuce,
    ratings: dict[str, PlackettLuceRating],
    game: LeagueGame,
    outcome: LeagueOutcome,
) -> None:
    """Rate a game that was played; a walkover does not change ratings."""
    if not outcome.scores:
        return
    names = [bot or HOUSE for bot in game.lineup]
    before = [ratings.get(name) or model.rating() for name in names]
    after = model.rate([[one] for one in before], ranks=[float(rank) for rank in outcome.ranks])
    for name in dict.fromkeys(names):
        # Several of our own bots at one table get the mean of their new ratings.
        seats = [seat for seat, other in enumerate(names) if other == name]
        mean = model.rating()
        mean.mu = sum(after[seat][0].mu for seat in seats) / len(seats)
        mean.sigma = sum(after[seat][0].sigma for seat in seats) / len(seats)
        ratings[name] = mean
