"""Ratings, leaderboards and meetings as pages show them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kingup.bots.levels import LEVELS
from kingup.language import _, ngettext
from kingup.people.meetings import Meeting
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

MOST_MET = 20


@dataclass(frozen=True, slots=True)
class ShownRating:
    """A rating, ready to show."""

    title: str
    points: int
    doubt: int
    games: str
    rated: bool


@dataclass(frozen=True, slots=True)
class RatingCard:
    """The ratings of an edition."""

    edition: str
    title: str
    ratings: list[ShownRating]


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
    doubt: int | None
    games: str
    mine: bool = False
    bot: bool = False


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """The leaderboard of an edition and a pool."""

    editions: list[Tab]
    pools: list[Tab]
    lines: list[LeaderboardLine]
    empty: bool


def rating_cards(ratings: Mapping[tuple[str, Pool], Rating]) -> list[RatingCard]:
    """Return a person's ratings by edition."""
    return [
        RatingCard(
            edition,
            edition_title(edition),
            [_shown(pool, ratings.get((edition, pool))) for pool in POOLS],
        )
        for edition in EDITIONS
    ]


def most_met(meetings: Sequence[Meeting]) -> list[Meeting]:
    """Return the people met most often."""
    return list(meetings[:MOST_MET])


def leaderboard(
    edition: str, pool: Pool, standings: Sequence[PersonStanding], person: str
) -> Leaderboard:
    """Return a leaderboard; pools with bots also list the bots' levels, by strength."""
    people = [
        LeaderboardLine(
            str(place),
            one.name,
            one.rating.points,
            one.rating.doubt,
            games_text(one.rating.games),
            mine=one.person == person,
        )
        for place, one in enumerate(standings, start=1)
    ]
    return Leaderboard(
        [Tab(edition_title(other), _address(other, pool), other == edition) for other in EDITIONS],
        [Tab(_(POOL_TITLES[other]), _address(edition, other), other == pool) for other in POOLS],
        people if pool == "people" or not people else _with_bots(edition, people, standings),
        not people,
    )


def games_text(games: int) -> str:
    """Return a number of games in words."""
    return ngettext("{number} game", "{number} games", games).format(number=games)


def _with_bots(
    edition: str, people: list[LeaderboardLine], standings: Sequence[PersonStanding]
) -> list[LeaderboardLine]:
    names = {level.id: level.name for level in LEVELS}
    ranked = [(one.rating.proven, line) for one, line in zip(standings, people, strict=True)]
    for level, strength in level_strengths(edition).items():
        line = LeaderboardLine("", _(names[level]), round(strength * SCALE), None, "", bot=True)
        ranked.append((strength, line))
    return [line for _strength, line in sorted(ranked, key=lambda pair: -pair[0])]


def _shown(pool: Pool, rating: Rating | None) -> ShownRating:
    known = rating or Rating()
    return ShownRating(
        _(POOL_TITLES[pool]),
        known.points,
        known.doubt,
        games_text(known.games),
        rating is not None,
    )


def _address(edition: str, pool: str) -> str:
    return f"/leaderboard?edition={edition}&pool={pool}"
