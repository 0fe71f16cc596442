"""Ratings and leaderboards as pages show them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kingup.bots.levels import LEVELS
from kingup.language import _
from kingup.people.rating import POOLS, SCALE, Pool, Rating, level_strengths
from kingup.rules.characters import EDITIONS
from kingup.rules.errors import sentence
from kingup.store.ratings import PersonStanding
from kingup.web.pages.common.labels import edition_title

POOL_TITLES: dict[Pool, str] = {
    "people": sentence("against people"),
    "bots": sentence("against bots"),
    "together": sentence("against anyone"),
}


@dataclass(frozen=True, slots=True)
class Tab:
    """One of several leaderboards."""

    title: str
    address: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class LeaderboardLine:
    """A line of the leaderboard: a person, or a level of bots to compare with."""

    place: str
    name: str
    points: int
    doubt: int | None = None
    games: int = 0
    mine: bool = False
    bot: bool = False


def ratings_by_edition(
    ratings: Mapping[tuple[str, Pool], Rating],
) -> list[tuple[str, str, list[tuple[str, Rating | None]]]]:
    """Return a person's ratings in the pools of each edition, with the titles of both."""
    return [
        (
            edition,
            edition_title(edition),
            [(_(POOL_TITLES[pool]), ratings.get((edition, pool))) for pool in POOLS],
        )
        for edition in EDITIONS
    ]


def tabs(edition: str, pool: Pool) -> tuple[list[Tab], list[Tab]]:
    """Return the tabs of all editions and of all pools, beside the chosen leaderboard."""
    return (
        [Tab(edition_title(other), _address(other, pool), other == edition) for other in EDITIONS],
        [Tab(_(POOL_TITLES[other]), _address(edition, other), other == pool) for other in POOLS],
    )


def leaderboard(
    edition: str, pool: Pool, standings: Sequence[PersonStanding], person: str
) -> list[LeaderboardLine]:
    """Return a leaderboard; pools with bots also list the bots' levels, by strength."""
    ranked = [
        (
            one.rating.proven,
            LeaderboardLine(
                str(place),
                one.name,
                one.rating.points,
                one.rating.doubt,
                one.rating.games,
                mine=one.person == person,
            ),
        )
        for place, one in enumerate(standings, start=1)
    ]
    if ranked and pool != "people":
        names = {level.id: level.name for level in LEVELS}
        for level, strength in level_strengths(edition).items():
            line = LeaderboardLine("", _(names[level]), round(strength * SCALE), bot=True)
            ranked.append((strength, line))
        ranked.sort(key=lambda pair: -pair[0])
    return [line for _strength, line in ranked]


def _address(edition: str, pool: str) -> str:
    return f"/leaderboard?edition={edition}&pool={pool}"
