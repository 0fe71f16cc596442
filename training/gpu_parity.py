"""Is the GPU's school the CPU's? The same games, step by step, as one digest."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import numpy as np

from kingup.envs.opponents import LEARNER, PAGE
from kingup.rules.constants import MAX_SEATS
from training.settings import RunSettings, draw_setups

EXPECTED = "school.json"
GAMES, STEPS = 512, 200
SEED = 20_261_115


def expectation(kernels: Path | None) -> dict[str, str]:
    """Return the digest of some games: on the CPU, or with kernels on the device."""
    from training.vector_games import make_pupils

    setups = draw_setups(RunSettings(setups=64))
    pupils = make_pupils(kernels, setups, GAMES, SEED)
    kinds = np.full((GAMES, MAX_SEATS), LEARNER, np.uint8)
    # Pages, not courtiers: those draw by exponentials, whose last digits differ on a GPU.
    kinds[::2, 1::2] = PAGE
    pupils.seat(kinds)
    found = hashlib.sha256()
    for step in range(STEPS):
        masks = pupils.fetch("masks")
        legal = masks.sum(axis=1)
        # Some legal action of each, by a rule that needs no generator.
        wanted = (step * 7 + np.arange(GAMES) * 3) % legal
        actions = (masks.cumsum(axis=1) <= wanted[:, None]).sum(axis=1)
        pupils.step(actions.astype(np.int32))
        for name in ("observations", "masks", "dones", "outcomes", "closed", "points", "kings"):
            found.update(pupils.fetch(name).tobytes())
    return {"steps": found.hexdigest()}


def same(kernels: Path, expected: dict[str, Any]) -> bool:
    """Return whether the device comes to what the CPU came to."""
    return expectation(kernels) == expected
