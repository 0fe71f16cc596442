"""A record as it was read, in either form, before it is verified."""

from __future__ import annotations

from dataclasses import dataclass, field

from kingup.notation.spots import Spot, Written
from kingup.rules.actions import Climb, Place


@dataclass(slots=True)
class Header:
    """The header of a record: its game."""

    edition: Written[str]
    options: list[Written[str]]
    seats: Written[list[Written[list[str]]]]
    """The names of the players, by seat."""
    tags: dict[str, str]
    proof: dict[str, object] | None = None


@dataclass(slots=True)
class PlaceRecord:
    """A placement."""

    action: Written[Place]

    @property
    def spot(self) -> Spot:
        """Where the move is written."""
        return self.action.spot


@dataclass(slots=True)
class ClimbRecord:
    """A climb, with the symbol of its destination if the record has it."""

    action: Written[Climb]
    destination: Written[str] | None = None

    @property
    def spot(self) -> Spot:
        """Where the move is written."""
        return self.action.spot


@dataclass(slots=True)
class VoteRecord:
    """A vote, with the symbol of its outcome if the record has it."""

    spot: Spot
    votes: Written[str]
    emissary: Written[str | None]
    pile: Written[str | None]
    outcome: Written[str] | None = None


MoveRecord = PlaceRecord | ClimbRecord | VoteRecord


@dataclass(slots=True)
class RoundRecord:
    """One round. Parts of options that are not played are empty or None."""

    spot: Spot
    first: Written[int]
    """The seat that begins, counted from 0."""
    favourites: Written[list[Written[str]]]
    ambitions: Written[list[tuple[Written[str], Written[str]]]]
    kept: Written[list[Written[str | None]]]
    emissary_card: Written[str | None]
    pile: Written[str | None]
    moves: list[MoveRecord] = field(default_factory=list)
    scores: Written[list[Written[int]] | None] = field(kw_only=True)
    emissary_score: Written[int | None] = field(kw_only=True)
