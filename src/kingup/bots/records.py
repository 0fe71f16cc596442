"""The records of the compiled bots, beside those of the rules."""

from __future__ import annotations

from dataclasses import dataclass, field

from kingup.rules.constants import ACTIONS, CARDS, MAX_SEATS

TYPES = CARDS * CARDS
"""The most types of a seat: pairs of cards for a team; card and Ambition for a single player."""


@dataclass(slots=True)
class Belief:
    """The probability of everything that each seat may hold."""

    weight: list[float] = field(default_factory=lambda: [0.0] * (MAX_SEATS * TYPES))
    """By seat and type: logarithms while history is weighed, later cumulative weights."""
    free: list[float] = field(default_factory=lambda: [0.0] * MAX_SEATS)
    """The log-likelihood of a seat's actions if it chooses at random."""
    types: list[int] = field(default_factory=lambda: [0] * MAX_SEATS)
    """The number of a seat's types; 0 if nothing is hidden."""


@dataclass(slots=True)
class SearchNode:
    """A public position in a search. At a vote the slots are seat and card."""

    visits: int = 0
    value: float = 0.0
    """The sum of all visits' values for those who chose."""
    tries: list[int] = field(default_factory=lambda: [0] * ACTIONS)
    total: list[float] = field(default_factory=lambda: [0.0] * ACTIONS)
    child: list[int] = field(default_factory=lambda: [0] * ACTIONS)


@dataclass(slots=True)
class SearchPath:
    """The path of one simulation through the tree, and its result."""

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
