"""Decisions of a finished game: what was chosen, what it lost, and the label it deserves."""

from __future__ import annotations

from dataclasses import dataclass

THRESHOLDS = (0.05, 0.10, 0.15)
"""The losses of an inaccuracy, a mistake and a blunder between two seats; see `thresholds`."""
LABELS = ("inaccuracy", "mistake", "blunder")
BRILLIANT = "brilliant"


@dataclass(frozen=True)
class Effort:
    """How many worlds are imagined."""

    place: int = 16
    other: int = 32
    played: int = 32
    most_played: int = 128
    chart: int = 32
    deals: int = 64


@dataclass(frozen=True, slots=True)
class Option:
    """An action that was weighed."""

    action: str
    plain: float
    """How often the network takes it."""
    improved: float
    """How often the improved policy takes it."""
    chance: float
    """The player's chance to win after it."""
    error: float
    """The standard error of its difference to the improved policy."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision that was not forced."""

    moment: str
    """The moment that it led to."""
    round: int
    seat: int
    player: int
    phase: str
    """keep, place, climb or vote."""
    action: str
    options: tuple[Option, ...]
    """Empty if it was trivial: the network would have done the same."""
    loss: float
    error: float
    worlds: int
    is_played_out: bool
    label: str
    """inaccuracy, mistake, blunder or brilliant; empty if none is certain."""
    stake: float
    """How far the best and the worst action are apart."""
    gifts: tuple[float, ...]
    """What it changed for every seat and, last, the Emissary, beside the improved policy."""
    hindsight: float | None
    """The loss with all cards and votes open: what nobody could know."""
    pivotal: float | None
    """At a vote: the chance beforehand that another card changes the outcome."""
    told: tuple[float, ...] = ()
    """Bits told about the player's card to the public and to each player; negative misleads."""
    moved: float = 0.0
    """How far the public's beliefs moved, in bits, wherever they moved to."""


def thresholds(seats: int) -> tuple[float, float, float]:
    """Return the losses of an inaccuracy, a mistake and a blunder at a table of so many seats."""
    first, second, third = (2 / seats * each for each in THRESHOLDS)
    return first, second, third
