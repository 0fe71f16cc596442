"""Which bots are a person's equals: their level moves with the person's results.

The level is the rank whose strength is nearest to the person's rating against bots in the same
edition. Ratings and levels are measured on one scale (`kingup.people.rating`), so whoever wins
climbs rank by rank, and some last places lead down to the pages.
"""

from __future__ import annotations

from collections.abc import Sequence

from kingup.people.rating import Pool, Rating, level_strengths

POOL: Pool = "bots"
"""The ratings that count: games with friends move nobody's bots."""


def level_for(edition: str, rating: Rating | None, first: str, ranks: Sequence[str]) -> str:
    """Return the level of bots for a person, one of the ranks.

    `first` is the level before any rated game.
    """
    if rating is None or not rating.games:
        return first
    strengths = level_strengths(edition)
    return min(ranks, key=lambda level: abs(strengths[level] - rating.strength))
