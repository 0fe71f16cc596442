"""The names of places and phases."""

from kingup.rules.constants import AMBITION, CLIMB, DEAL, OVER, PLACE, SHUFFLE, VOTE

PLACE_NAMES = (
    *("0", "1", "2", "3", "4", "5", "throne", "privy-3", "privy-4"),
    *("dungeon-1", "dungeon-2", "dungeon-3", "box", "aside"),
)
"""The name of each place by its code; a floor's name is its number."""

PHASE_NAMES = {
    DEAL: "deal",
    AMBITION: "ambition",
    PLACE: "place",
    CLIMB: "climb",
    VOTE: "vote",
    SHUFFLE: "shuffle",
    OVER: "over",
}
"""The name of each phase by its code."""
