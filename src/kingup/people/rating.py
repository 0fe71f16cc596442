"""Ratings of people, game by game, by openskill's Plackett-Luce model.

Each edition has three ratings: against people, against bots, and against both. The bots' levels
are fixed points, placed by how often each was measured to finish above another one; a courtier
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

ABOVE: dict[str, tuple[tuple[str, str, float], ...]] = {
    "kingup": (
        ("courtier", "page", 0.829),
        ("seneschal", "courtier", 0.625),
        ("chancellor", "seneschal", 0.836),
        ("sovereign", "chancellor", 0.948),
        ("groom", "courtier", 0.250),
        ("cupbearer", "courtier", 0.316),
        ("falconer", "cupbearer", 0.521),
        ("chamberlain", "courtier", 0.790),
        ("constable", "courtier", 0.892),
        ("high-king", "sovereign", 0.556),
        ("king-of-kings", "high-king", 0.557),
        ("emperor", "king-of-kings", 0.595),
    ),
    "vive-le-roi": (
        ("courtier", "page", 0.790),
        ("seneschal", "courtier", 0.672),
        ("chancellor", "seneschal", 0.854),
        ("sovereign", "chancellor", 0.785),
        ("groom", "courtier", 0.318),
        ("cupbearer", "courtier", 0.427),
        ("falconer", "cupbearer", 0.526),
        ("chamberlain", "courtier", 0.692),
        ("constable", "courtier", 0.769),
        ("high-king", "sovereign", 0.578),
        ("king-of-kings", "high-king", 0.563),
        ("emperor", "king-of-kings", 0.544),
    ),
}
"""How often each level finishes above another one, in four seats (docs/bots.md, strength.md).

Ranks up to `constable` are placed by how they do against a courtier, the centre of the scale (384
to 448 games each), except that a falconer, who does about as well there, is placed by games with
cupbearers.
"""

AS_STRONG = {"bold": "constable", "sly": "constable", "loyal": "constable"}
"""Characters, and the level that each is about as strong as."""

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
    for level, other, share in ABOVE[edition]:
        strengths[level] = strengths[other] + _FOUR_SEATS * log(share / (1 - share))
    for character, level in AS_STRONG.items():
        strengths[character] = strengths[level]
    shift = START - strengths[CENTRE]
    found = {level: strength + shift for level, strength in strengths.items()}
    return dict(sorted(found.items(), key=lambda item: item[1]))


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
