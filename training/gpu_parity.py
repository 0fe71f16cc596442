"""Check that a GPU plays the same games as the CPU: both are stepped alike and digested."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import numpy as np

from kingup.envs.opponents import LEARNER, PAGE
from kingup.rules.constants import MAX_SEATS
from training.settings import RunSettings, draw_setups

EXPECTED = "parity.json"
GAMES, STEPS = 512, 200
SEED = 20_261_115


def expectation(kernels: Path | None) -> dict[str, str]:
    """Return the digest of some games: on the GPU if there are kernels, else on the CPU."""
    from training.vector_games import make_vector_games

    setups = draw_setups(RunSettings(setups=64))
    games = make_vector_games(kernels, setups, GAMES, SEED)
    kinds = np.full((GAMES, MAX_SEATS), LEARNER, np.uint8)
    # Pages, not courtiers: courtiers draw by exponentials, whose last digits differ on a GPU.
    kinds[::2, 1::2] = PAGE
    games.seat(kinds)
    found = hashlib.sha256()
    for step in range(STEPS):
        masks = games.fetch("masks")
        legal = masks.sum(axis=1)
        # A legal action in each game, chosen without a random generator.
        wanted = (step * 7 + np.arange(GAMES) * 3) % legal
        actions = (masks.cumsum(axis=1) <= wanted[:, None]).sum(axis=1)
        games.step(actions.astype(np.int32))
        for name in ("observations", "masks", "dones", "outcomes", "closed", "points", "kings"):
            found.update(games.fetch(name).tobytes())
    return {"steps": found.hexdigest()}


def same(kernels: Path, expected: dict[str, Any]) -> bool:
    """Return whether the GPU reproduces the CPU's digest."""
    return expectation(kernels) == expected
