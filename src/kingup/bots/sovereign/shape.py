"""The shape of a network, and the arrays that it needs."""

from __future__ import annotations

from dataclasses import astuple, dataclass, field
from typing import Literal

from kingup.bots.sovereign.conduct import CONDUCT
from kingup.bots.sovereign.layout import (
    CHARACTER_FEATURES,
    KINDS,
    OUTCOMES,
    PLAYERS,
    TABLE_FEATURES,
)
from kingup.rules.constants import AMBITIONS, CHARACTERS

MOST_BLOCKS = 100
"""More must be a mistake, and would take long to count."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The architecture of a network."""

    kind: Literal["flat"] = "flat"
    """Files name it: there was another kind once."""
    width: int = 640
    """Hidden features."""
    table_width: int = field(default=0, compare=False)
    """Unused; files name it, with one number or another."""
    blocks: int = 2

    @property
    def is_known(self) -> bool:
        """Whether such a network is possible: a file may say anything."""
        kind, *numbers = astuple(self)
        whole = all(type(number) is int and number >= 0 for number in numbers)
        return kind == "flat" and whole and self.blocks <= MOST_BLOCKS


def sizes_of(part: str, shape: Shape) -> dict[str, tuple[int, ...]]:
    """Return the sizes of all arrays of the player's, critic's or judge's network, by name."""
    extra, ambitions = (0, 0) if part == "player" else (PLAYERS, PLAYERS * AMBITIONS)
    if part == "judge":
        ambitions += CONDUCT
    each = CHARACTER_FEATURES.shape[1] + KINDS.shape[2] + extra
    table = len(TABLE_FEATURES) + ambitions
    width = shape.width
    found: dict[str, tuple[int, ...]] = {}
    layers = {"first": (width, CHARACTERS * each + table)}
    layers |= {f"layers.{i}": (width, width) for i in range(shape.blocks)}
    heads = {
        "moves.out": (CHARACTERS * 5, width), "liking.out": (CHARACTERS * PLAYERS, width),
        "choices": (5, width), "outcome": (OUTCOMES, width),
    }  # fmt: skip
    for name, size in layers.items():
        found[f"trunk.{name}.weight"] = size
        found[f"trunk.{name}.bias"] = size[:1]
    for name in heads if part == "player" else ["outcome"]:
        found[f"{name}.weight"] = heads[name]
        found[f"{name}.bias"] = heads[name][:1]
    return {f"{part}.{name}": size for name, size in found.items()}
