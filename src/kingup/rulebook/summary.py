"""Both games on one page, for printing."""

from __future__ import annotations

from dataclasses import dataclass

from kingup.language import _
from kingup.rulebook.book import values_of
from kingup.rulebook.tables import Grid, grid
from kingup.rules.characters import TITLES, Edition
from kingup.rules.errors import sentence

_BOTH = (
    sentence("Each player gets a secret card with {six} favourites."),
    sentence(
        "Place in turn on floors {first_floor} to {last_floor}, at most {limit} on a floor. Who "
        "is left begins on floor 0."
    ),
    sentence(
        "Then in turn move anybody up one floor. A full floor cannot be entered. Nobody passes."
    ),
    sentence(
        "Whoever reaches the throne is voted on, in secret and all at once. Only Yes crowns, and "
        "ends the round. Yes cards come back, all others are spent for the round."
    ),
    sentence("{rounds} rounds, with new favourites and full hands. Most points win."),
)

_KING_UP = (
    sentence("One No: the candidate is out of the round, worth nothing."),
    sentence("In round {rounds} a score of exactly 0 counts {zero}."),
    sentence("The seat to the left of the crown's holder begins the next round."),
    sentence("Tie: more favourites still in the castle."),
)

_VIVE_LE_ROI = (
    sentence("Scores begin at {start}, and never fall below 0."),
    sentence(
        "Privies beside floors {privy_low} and {privy_high}: in from the floor below, while that "
        "floor is full; out onto it, once it has room."
    ),
    sentence(
        "One No: the candidate goes to dungeon {dungeon_first}, the next to {dungeon_second}, "
        "then {dungeon_third}, then out."
    ),
    sentence("One Bellyache: the vote is off, the candidate goes back to floor {top}."),
    sentence(
        "The jester begins on floor {jester_floor}. Rejected, he goes to floor {jester_back}. "
        "Crowned, he changes the sign of every value."
    ),
    sentence("With {two} seats: the Emissary plays, and floors hold {limit_two}."),
    sentence("Whoever places one fewer gets {compensation} points at once."),
    sentence("The seat that caused the crowning begins the next round."),
    sentence("Tie: the highest favourite in the castle."),
)

_OPTIONS = (
    sentence(
        "Ambition: keep one of {ambition_dealt} secret goals; it pays at the end of the round."
    ),
    sentence("Banished: the marked character of your card does not count."),
    sentence(
        "Emissary ({emissary_low} to {emissary_high} seats): Yes to its own, else the top card "
        "of its pile. It begins at {emissary_start} and must not end above all."
    ),
    sentence("Royal wedding: two crownings a round, both score."),
    sentence("Teams of two: one seat, two cards; the lower score counts."),
)


@dataclass(frozen=True, slots=True)
class SummaryPart:
    """One edition's part of the page."""

    edition: Edition | None
    title: str
    lines: tuple[str, ...]
    grids: tuple[Grid, ...] = ()


def summary() -> tuple[SummaryPart, ...]:
    """Return the parts of the page, in the language spoken now."""
    return (
        _part(None, _("Both games"), _BOTH, "kingup"),
        _part("kingup", TITLES[0], _KING_UP, "kingup", "points", "no-cards", "placing"),
        _part(
            "vive-le-roi",
            TITLES[1],
            _VIVE_LE_ROI,
            "vive-le-roi",
            *("points", "no-cards", "placing"),
        ),
        _part(None, _("Vive le Roi, if you like"), _OPTIONS, "vive-le-roi", "emissary-cards"),
    )


def _part(
    edition: Edition | None, title: str, lines: tuple[str, ...], numbers: Edition, *grids: str
) -> SummaryPart:
    values = values_of(numbers)
    return SummaryPart(
        edition,
        title,
        tuple(_(line).format(**values) for line in lines),
        tuple(grid(name, numbers) for name in grids),
    )
