"""The state of one game: a flat list of small integers.

`State` is the plain form, which the rules use when interpreted. The NumPy record that the compiled
rules use (`records.GAME`) has the same fields, made from this class.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

from kingup.rules.constants import (
    ACTIONS,
    CHARACTERS,
    MAX_HISTORY,
    MAX_PILE,
    MAX_PLAYERS,
    MAX_SEATS,
    PLACES,
)


def _number(kind: str) -> Any:
    return field(default=0, metadata={"kind": kind, "length": 0})


def _array(kind: str, length: int) -> Any:
    return field(default_factory=lambda: [0] * length, metadata={"kind": kind, "length": length})


@dataclass(slots=True)
class State:
    """Everything about one game, secrets included: never show it, show a view of it."""

    # The rules of this game; fixed when it is created (see `setup.py`).
    edition: int = _number("i1")
    seats: int = _number("i1")
    players: int = _number("i1")
    characters: int = _number("i1")
    limit: int = _number("i1")  # characters on a floor
    placements: int = _number("i1")  # in a round, by all seats together
    no_start: int = _number("i1")
    bellyache_start: int = _number("i1")
    ambition: int = _number("i1")
    banished: int = _number("i1")
    emissary: int = _number("i1")
    wedding: int = _number("i1")
    shared_marker: int = _number("i1")
    jester_returns_to_3: int = _number("i1")
    jester_uncounted: int = _number("i1")
    seat_of: list[int] = _array("i1", MAX_PLAYERS)
    first_of: list[int] = _array("i1", MAX_SEATS)  # a seat's first player
    size_of: list[int] = _array("i1", MAX_SEATS)  # one player, or a team of two

    # The progress of the game.
    phase: int = _number("i1")
    round: int = _number("i1")  # 1 to 3; 0 before the first deal
    first: int = _number("i1")  # seat
    turn: int = _number("i1")  # seat
    placed: int = _number("i1")
    mover: int = _number("i1")  # seat that last moved somebody to the throne
    candidate: int = _number("i1")
    monarch: int = _number("i1")  # a wedding's first, or NOBODY
    rejected: int = _number("i1")  # this round, the jester not counted
    crownings: int = _number("i1")  # this round
    crowned: int = _number("i2")  # mask of characters crowned this round
    kingmakers: int = _number("i2")  # mask of seats that moved them to the throne

    # The castle.
    place: list[int] = _array("i1", CHARACTERS)
    count: list[int] = _array("i1", PLACES)  # of characters in each place

    # Hands and votes. Everybody always holds one Yes.
    no_cards: list[int] = _array("i1", MAX_SEATS)
    bellyaches: list[int] = _array("i1", MAX_SEATS)
    vote: list[int] = _array("i1", MAX_SEATS)
    votes_in: int = _number("i1")
    emissary_vote: int = _number("i1")

    # Cards.
    card: list[int] = _array("i1", MAX_PLAYERS)
    gone: int = _number("i4")  # mask of favourites cards not dealt again (King Up!)
    dealt_1: list[int] = _array("i1", MAX_PLAYERS)  # Ambition cards
    dealt_2: list[int] = _array("i1", MAX_PLAYERS)
    kept: list[int] = _array("i1", MAX_PLAYERS)
    kept_in: int = _number("i1")  # how many have chosen
    emissary_card: int = _number("i1")
    pile: list[int] = _array("i1", MAX_PILE)  # the top card is the last one
    pile_size: int = _number("i1")

    # Points.
    score: list[int] = _array("i2", MAX_PLAYERS)
    emissary_score: int = _number("i2")
    points: list[int] = _array("i1", MAX_PLAYERS)  # of favourites at the last crowning
    emissary_points: int = _number("i1")

    # Counters, and the generator that deals and plays in simulations.
    decisions: int = _number("i4")
    votes_held: int = _number("i2")
    generator_a: int = _number("u4")
    generator_b: int = _number("u4")

    def copy(self) -> State:
        """Return an independent copy."""
        twin = State.__new__(State)
        for name, _, length in FIELDS:
            value = getattr(self, name)
            setattr(twin, name, value[:] if length else value)
        return twin


FIELDS: tuple[tuple[str, str, int], ...] = tuple(
    (f.name, f.metadata["kind"], f.metadata["length"]) for f in fields(State)
)
"""Name, NumPy kind and length (0: a number) of every field, in order."""


@dataclass(slots=True)
class ActionMenu:
    """A list of actions, in the flat form that compiled rules can fill."""

    size: int = 0
    action: list[int] = field(default_factory=lambda: [0] * ACTIONS)


@dataclass(slots=True)
class History:
    """What everybody saw in this round, in order: placements, climbs and revealed votes.

    The arrays are far longer than any round's history.
    """

    size: int = 0
    seat: list[int] = field(default_factory=lambda: [0] * MAX_HISTORY)
    """The seat that acted; EMISSARY for the Emissary's vote."""
    action: list[int] = field(default_factory=lambda: [0] * MAX_HISTORY)
