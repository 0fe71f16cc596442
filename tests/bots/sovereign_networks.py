"""Small untrained networks for tests: every number follows from a formula."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kingup import Game
from kingup.bots.compiled import history_records
from kingup.bots.sight import history_of, sight_of
from kingup.bots.sovereign.layout import PLAYERS
from kingup.bots.sovereign.networks import Networks, show
from kingup.bots.sovereign.shape import Shape, sizes_of
from kingup.bots.sovereign.weights import Weights, save_weights
from kingup.rules.records import new_games
from tests.bots.games import bots_for, played

SHAPES = {
    "narrow": Shape(width=12, blocks=1),
    "wide": Shape(width=16, blocks=2),
}


@cache
def weights_of(name: str) -> Weights:
    """Return a network of a shape; numbers are such that 16 bits hold them exactly."""
    shape = SHAPES[name]
    arrays = {}
    for number, part in enumerate(("player", "critic")):
        for array, size in sorted(sizes_of(part, shape).items()):
            shift = len(array.removeprefix(f"{part}.")) + number
            wave = np.sin(np.arange(np.prod(size)) * 12.9898 + shift)
            scale = 1.5 / np.sqrt(size[-1])
            arrays[array] = (scale * wave).astype(np.float16).astype(np.float32).reshape(size)
    return Weights(shape, shape, arrays, {})


@cache
def untrained(name: str = "wide") -> Networks:
    """Return untrained networks."""
    return Networks(weights_of(name))


def written(folder: Path, name: str = "wide") -> Path:
    """Write weights to a file in the folder, and return its path."""
    path = folder / f"{name}.npz"
    save_weights(path, weights_of(name))
    return path


def positions() -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return observations and action masks from some games between pages."""
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
    """Return made-up cards and kept Ambitions for the critic."""
    index = np.arange(n * PLAYERS).reshape(n, PLAYERS)
    return (index * 7 % 27).astype(np.uint8), (index * 5 % 17).astype(np.uint8)
