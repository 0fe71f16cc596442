"""Ratings of people, game by game, by openskill's Plackett-Luce model.

Each edition has three ratings: against people, against bots, and against both. The bots' levels
are fixed points, placed by how often each was measured to finish above the one below; a courtier
has the strength at which people start.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import Literal, get_args

from openskill.models import PlackettLuce, PlackettLuceRating

from kingup.people.outcomes import OutcomeSide, PersonOutcome

Pool = Literal["people", "bots", "together"]
POOLS: tuple[Pool, ...] = get_args(Pool)

START = 25.0
START_SPREAD = START / 3
SCALE = 60
"""Points per unit of strength: a new player has 1500."""

ABOVE: dict[str, tuple[tuple[str, float], ...]] = {
    "kingup": (
        ("courtier", 0.829),
        ("seneschal", 0.625),
        ("chancellor", 0.836),
        ("sovereign", 0.948),
    ),
    "vive-le-roi": (
        ("courtier", 0.790),
        ("seneschal", 0.672),
        ("chancellor", 0.854),
        ("sovereign", 0.785),
    ),
}
"""How often each level finishes above the one below it, in four seats (docs/bots.md)."""

LOWEST = "page"
CENTRE = "courtier"
SURE = 1.0
"""The spread of a bot's level: it never learns."""

_MODEL = PlackettLuce(mu=START, sigma=START_SPREAD)
_FOUR_SEATS = 2 * _MODEL.beta
"""Converts log odds to strength: the scale of a four-player game between known strengths."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A strength, its uncertainty (one standard deviation), and the number of games behind it."""

    strength: float = START
    spread: float = START_SPREAD
    games: int = 0

    @property
    def points(self) -> int:
        """The strength as people see it."""
        return round(self.strength * SCALE)

    @property
    def doubt(self) -> int:
        """The uncertainty of the points: two standard deviations."""
        return round(2 * self.spread * SCALE)

    @property
    def proven(self) -> float:
        """The strength that is nearly certain, by which the leaderboard is ordered."""
        return self.strength - 2 * self.spread


def level_strengths(edition: str) -> dict[str, float]:
    """Return the strengths of the bots' levels, from the lowest up."""
    strengths = {LOWEST: 0.0}
    last = 0.0
    for level, share in ABOVE[edition]:
        last += _FOUR_SEATS * log(share / (1 - share))
        strengths[level] = last
    shift = START - strengths[CENTRE]
    return {level: strength + shift for level, strength in strengths.items()}


_LEVELS = {edition: level_strengths(edition) for edition in ABOVE}


def rated(outcome: PersonOutcome, pool: Pool, before: Mapping[str, Rating]) -> dict[str, Rating]:
    """Return the new ratings in a pool of all people whom a game affects."""
    after: dict[str, Rating] = {}
    with_people = [side for side in outcome.sides if side.people]
    bots_only = [side for side in outcome.sides if not side.people]
    if pool == "people":
        after.update(_compare(outcome.edition, with_people, with_people, before))
    elif pool == "bots":
        for side in with_people:
            after.update(_compare(outcome.edition, [side, *bots_only], [side], before))
    else:
        after.update(_compare(outcome.edition, outcome.sides, with_people, before))
    known = set(outcome.people())
    return {person: rating for person, rating in after.items() if person in known}


def _compare(
    edition: str,
    sides: Sequence[OutcomeSide],
    wanted: Sequence[OutcomeSide],
    before: Mapping[str, Rating],
) -> dict[str, Rating]:
    """Return the new ratings of the people at the wanted sides, after comparing all sides."""
    if len(sides) < 2:
        return {}
    teams = [_team(edition, side, before) for side in sides]
    rates = _MODEL.rate(teams, ranks=[float(side.rank) for side in sides])
    after = {}
    for side, team in zip(sides, rates, strict=True):
        if side not in wanted:
            continue
        for person, new in zip(side.people, team, strict=False):  # bots come after the people
            games = before.get(person, Rating()).games + 1
            after[person] = Rating(new.mu, new.sigma, games)
    return after


def _team(
    edition: str, side: OutcomeSide, before: Mapping[str, Rating]
) -> list[PlackettLuceRating]:
    people = [before.get(person, Rating()) for person in side.people]
    bots = [_level(edition, level) for level in side.levels]
    return [_MODEL.rating(mu=r.strength, sigma=r.spread) for r in (*people, *bots)]


def _level(edition: str, level: str) -> Rating:
    known = _LEVELS.get(edition, {})
    return Rating(known[level], SURE) if level in known else Rating()
