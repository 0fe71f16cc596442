"""Argument checks that all environments share."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

MOST_SEED = 2**63 - 1
"""The greatest seed: compiled functions take signed 64-bit integers."""


def check_number(n: int) -> None:
    """Raise an error for fewer than one game."""
    if n < 1:
        raise ValueError("a vector needs at least one game")


def by_points(reward: str, name: str = "reward") -> bool:
    """Return whether a reward is "points" rather than "win"; any other raises an error."""
    if reward not in ("win", "points"):
        raise ValueError(f"{name} must be “win” or “points”, not “{reward}”")
    return reward == "points"


def check_mode(mode: str | None, modes: Sequence[str]) -> None:
    """Raise an error for a render mode that an environment does not have."""
    if mode is not None and mode not in modes:
        raise ValueError(f"the render mode is one of {', '.join(modes)} or None, not “{mode}”")


def seed_number(seed: Any) -> int:
    """Return a seed of any integer type as an int; raise an error if it is out of range."""
    try:
        number = operator.index(seed)
    except TypeError:
        number = -1
    if not 0 <= number <= MOST_SEED:
        raise ValueError(f"the seed must be one whole number from 0 to 2**63 - 1, not {seed!r}")
    return number
