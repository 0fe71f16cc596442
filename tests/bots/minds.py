"""Small untrained networks for tests: every number follows from a formula."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kingup import Game
from kingup.bots.sight import history_of, sight_of
from kingup.bots.sovereign.layout import (
    CHARACTER_FEATURES,
    KINDS,
    OUTCOMES,
    PLAYERS,
    TABLE_FEATURES,
)
from kingup.bots.sovereign.mind import Mind, show
from kingup.bots.sovereign.reading import history_records
from kingup.bots.sovereign.weights import Shape, Weights, save_weights
from kingup.rules.constants import AMBITIONS, CHARACTERS
from kingup.rules.records import new_games
from tests.bots.games import bots_for, played

SHAPES = {
    "characters": Shape("characters", 8, 12, 2),
    "flat": Shape("flat", 16, 0, 2),
}


def sizes(part: str, shape: Shape) -> dict[str, tuple[int, ...]]:
    """Return the sizes of all arrays of the player's or the critic's network."""
    extra, ambitions = (0, 0) if part == "player" else (PLAYERS, PLAYERS * AMBITIONS)
    each = CHARACTER_FEATURES.shape[1] + KINDS.shape[2] + extra
    table = len(TABLE_FEATURES) + ambitions
    width, whole = shape.width, shape.table_width
    found: dict[str, tuple[int, ...]] = {}
    if shape.kind == "characters":
        found["trunk.identity"] = (2, CHARACTERS, width)
        layers = {"character_in": (width, each), "table_in": (whole, table)}
        for i in range(shape.blocks):
            layers[f"pooling.{i}"] = (whole, 3 * width + whole)
            layers[f"mixing.{i}"] = (width, width)
            found[f"trunk.telling.{i}.weight"] = (width, whole)
        found["trunk.table_to_character.weight"] = (width, whole)
        heads = {"moves.out": (5, width), "liking.out": (PLAYERS, width)}
    else:
        whole = width
        layers = {"first": (width, CHARACTERS * each + table)}
        layers |= {f"layers.{i}": (width, width) for i in range(shape.blocks)}
        heads = {"moves.out": (CHARACTERS * 5, width), "liking.out": (CHARACTERS * PLAYERS, width)}
    heads |= {"choices": (5, whole), "outcome": (OUTCOMES, whole)}
    for name, size in layers.items():
        found[f"trunk.{name}.weight"] = size
        found[f"trunk.{name}.bias"] = size[:1]
    for name in heads if part == "player" else ["outcome"]:
        found[f"{name}.weight"] = heads[name]
        found[f"{name}.bias"] = heads[name][:1]
    return found


@cache
def weights_of(kind: str) -> Weights:
    """Return a network of a shape; numbers are such that 16 bits hold them exactly."""
    shape = SHAPES[kind]
    arrays = {}
    for number, part in enumerate(("player", "critic")):
        for name, size in sorted(sizes(part, shape).items()):
            wave = np.sin(np.arange(np.prod(size)) * 12.9898 + len(name) + number)
            scale = 1.5 / np.sqrt(size[-1])
            arrays[f"{part}.{name}"] = (
                (scale * wave).astype(np.float16).astype(np.float32).reshape(size)
            )
    return Weights(shape, shape, arrays, {})


@cache
def mind(kind: str = "characters") -> Mind:
    """Return a mind that has learned nothing."""
    return Mind(weights_of(kind))


def written(folder: Path, kind: str = "characters") -> Path:
    """Return a file of weights."""
    path = folder / f"{kind}.npz"
    save_weights(path, weights_of(kind))
    return path


def positions() -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return what players see, and may do, now and then in some games of pages."""
    rows, masks = [], []
    for family in (
        ("kingup", (1, 1, 1, 1), ()),
        ("vive-le-roi", (1, 2, 1), ("ambition", "emissary", "wedding")),
        ("vive-le-roi", (1,) * 8, ("banished",)),
    ):
        game = Game(*family, seed=5)
        for i, player in enumerate(played(game, bots_for(game, "page"))):
            if i % 40 == 3:
                view = game.view(player)
                seen = show(
                    new_games(sight_of(view), 1),
                    history_records(history_of(view)),
                    np.array([player], np.int32),
                )
                rows.append(seen[0][0])
                masks.append(seen[1][0])
    return np.stack(rows), np.stack(masks)


def open_cards(n: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return cards and kept Ambitions for the critic, of no game in particular."""
    index = np.arange(n * PLAYERS).reshape(n, PLAYERS)
    return (index * 7 % 27).astype(np.uint8), (index * 5 % 17).astype(np.uint8)
