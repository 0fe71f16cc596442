"""The records that compiled bots work on, beside the rules' own."""

from __future__ import annotations

from dataclasses import dataclass, field

from kingup.rules.constants import ACTIONS, CARDS, MAX_SEATS

TYPES = CARDS * CARDS
"""What one seat may hold: a pair of cards in a team; card and Ambition of a single player."""


@dataclass(slots=True)
class Belief:
    """How likely each seat holds what it may hold."""

    weight: list[float] = field(default_factory=lambda: [0.0] * (MAX_SEATS * TYPES))
    """By seat and type: logarithms while history is weighed, then running totals to draw by."""
    free: list[float] = field(default_factory=lambda: [0.0] * MAX_SEATS)
    """The logarithm of how likely a seat's actions are if it chooses at random."""
    types: list[int] = field(default_factory=lambda: [0] * MAX_SEATS)
    """How many types a seat has; 0 where nothing is hidden."""


@dataclass(slots=True)
class SearchNode:
    """A position in a search, as everybody sees it. At a vote the slots are seat and card."""

    visits: int = 0
    value: float = 0.0
    """What all visits brought those who chose."""
    tries: list[int] = field(default_factory=lambda: [0] * ACTIONS)
    total: list[float] = field(default_factory=lambda: [0.0] * ACTIONS)
    child: list[int] = field(default_factory=lambda: [0] * ACTIONS)


@dataclass(slots=True)
class SearchPath:
    """The way through the tree that one imagined game took, and what it came to."""

    size: int = 0
    node: list[int] = field(default_factory=lambda: [0] * 256)
    slot: list[int] = field(default_factory=lambda: [0] * 256)
    seat: list[int] = field(default_factory=lambda: [0] * 256)
    prior: list[float] = field(default_factory=lambda: [0.0] * ACTIONS)
    value: list[float] = field(default_factory=lambda: [0.0] * (MAX_SEATS + 1))
    sum: list[float] = field(default_factory=lambda: [0.0] * MAX_SEATS)
    """The mean of several values."""
    nodes: int = 0
    """How many nodes of the tree are in use."""
