"""How strong the bots of a game against bots alone are: a fixed level, or the person's own."""

from __future__ import annotations

from kingup.bots.levels import LADDER, LEVEL_IDS
from kingup.people.ladder import POOL, level_for
from kingup.rules.characters import EDITIONS
from kingup.store.ratings import RatingStore

MINE = "mine"
"""The strength that moves with the person's results."""
RANKS = tuple(level.id for level in LADDER)
"""The levels that a person climbs."""
STRENGTHS = (MINE, *LEVEL_IDS)
"""What can be chosen, as forms and cookies name it."""


async def levels_for(ratings: RatingStore, person: str, first: str) -> dict[str, str]:
    """Return the person's own level by edition; `first` is the level before any rated game."""
    current = await ratings.current(person, POOL)
    return {
        edition: level_for(edition, current.get(edition), first, RANKS) for edition in EDITIONS
    }


async def opponent_level(
    strength: str, edition: str, ratings: RatingStore, person: str, first: str
) -> str:
    """Return the level of the bots in a game of an edition, for a chosen strength."""
    if strength != MINE:
        return strength
    return (await levels_for(ratings, person, first))[edition]
