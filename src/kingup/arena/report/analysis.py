"""What the plots show, counted from the outcomes."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from itertools import groupby

from kingup.arena.outcome import GameOutcome
from kingup.arena.ratings import EntrantRating, EntrantRatings
from kingup.arena.samples import Sample
from kingup.arena.standings import Standings

COURSE_POINTS = 120
"""Points of a line of ratings: a reader could not see more."""


@dataclass
class ContestFacts:
    """One contest's games, counted."""

    games: int = 0
    turn: list[Sample] = field(default_factory=list)
    """Win share by place in the turn order of round one, deal by deal."""
    bot_turn: dict[int, list[Sample]] = field(default_factory=dict)
    """The same for each bot, game by game, without intervals."""
    scores: dict[int, Counter[int]] = field(default_factory=dict)
    """How often each bot ended with each score, in finished games."""
    steps: Counter[int] = field(default_factory=Counter)
    """How often a round took so many placements and climbs."""
    votes: Counter[int] = field(default_factory=Counter)
    """How often a round took so many votes."""
    no_spent: dict[int, Counter[int]] = field(default_factory=dict)
    """How often each bot spent so many No cards in a round."""
    emissary: Sample = field(default_factory=Sample)
    """How often the Emissary won."""


def facts_of(standings: Standings, contest: int) -> ContestFacts:
    """Count one contest's games."""
    plan = standings.plan
    seats = len(plan.contests[contest].seats)
    bots = range(len(plan.entrants))
    facts = ContestFacts(
        turn=[Sample() for _ in range(seats)],
        bot_turn={bot: [Sample() for _ in range(seats)] for bot in bots},
        scores={bot: Counter() for bot in bots},
        no_spent={bot: Counter() for bot in bots},
    )
    games = [o for o in standings.outcomes if o.contest == contest]
    for _deal, together in groupby(games, key=lambda outcome: outcome.deal):
        by_turn: dict[int, list[float]] = defaultdict(list)
        for outcome in together:
            _count(facts, outcome)
            for seat in range(seats):
                by_turn[outcome.turn(seat)].append(outcome.share(seat))
        for turn, shares in by_turn.items():
            facts.turn[turn].add(sum(shares) / len(shares))
    return facts


def _count(facts: ContestFacts, outcome: GameOutcome) -> None:
    facts.games += 1
    facts.emissary.add(float(not outcome.winners))
    finished = outcome.failed is None
    # A failure ends a game in the middle of a round, which does not count.
    rounds = len(outcome.votes) - (not finished)
    facts.steps.update(outcome.steps[:rounds])
    facts.votes.update(outcome.votes[:rounds])
    for seat, bot in enumerate(outcome.lineup):
        facts.bot_turn[bot][outcome.turn(seat)].add(outcome.share(seat))
        facts.no_spent[bot].update(outcome.no_spent[seat][:rounds])
        if finished:
            facts.scores[bot][outcome.scores[seat]] += 1


def even_share(standings: Standings, contest: int) -> float:
    """Return the win share of every seat if all were equal.

    With the Emissary it is less than one divided by the seats, because the Emissary wins, too.
    """
    games = [outcome for outcome in standings.outcomes if outcome.contest == contest]
    won = sum(bool(outcome.winners) for outcome in games)
    return won / max(1, len(games)) / len(standings.plan.contests[contest].seats)


def course_of_ratings(standings: Standings) -> list[tuple[int, list[EntrantRating]]]:
    """Return the ratings after some of the games, the last one included."""
    ratings = EntrantRatings(len(standings.plan.entrants))
    total = len(standings.outcomes)
    step = max(1, total // COURSE_POINTS)
    course = [(0, list(ratings.bots))]
    for played, outcome in enumerate(standings.outcomes, start=1):
        ratings.add(outcome)
        if played % step == 0 or played == total:
            course.append((played, list(ratings.bots)))
    return course


def mean_of(counts: Counter[int]) -> float:
    """Return the mean of counted numbers."""
    return sum(value * times for value, times in counts.items()) / max(1, counts.total())


def quantile(counts: Counter[int], part: float) -> int:
    """Return the smallest number that a part of all counted numbers do not exceed."""
    wanted = part * counts.total()
    seen = 0
    for value in sorted(counts):
        seen += counts[value]
        if seen >= wanted:
            return value
    return 0
