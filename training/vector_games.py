"""The games of a run: on the device by kernels, or on the CPU compiled by Numba.

Both have the same arrays, of CuPy or of NumPy, which PyTorch shares.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kingup.bots.style import STYLES
from kingup.rules.constants import ACTIONS, MAX_SEATS
from kingup.rules.features import FEATURES
from kingup.rules.records import HISTORY, new_games, record_type_of
from kingup.rules.setup import Setup, new_state
from training.step_kernel import NO_ACTION

CHANNELS = 2 * MAX_SEATS + 1
"""What an outcome says: each seat's share of the win, the Emissary's, whom each seat beat."""

_STYLE = record_type_of(STYLES[0])
STYLE_RECORDS = np.array(
    [tuple(getattr(style, name) for name in _STYLE.names or ()) for style in STYLES], _STYLE
)


class CpuPupils:
    """Games on the CPU."""

    def __init__(self, setups: Sequence[Setup], n: int, seed: int) -> None:
        from kingup.envs.compiled import seed_all
        from training import compiled

        self._doors = compiled
        self.n = n
        self._fresh = np.concatenate([new_games(new_state(setup), 1) for setup in setups])
        self.games = np.resize(self._fresh, n)
        self.histories = np.zeros(n, HISTORY)
        self.observations = np.zeros((n, FEATURES), np.uint8)
        self.masks = np.zeros((n, ACTIONS), np.uint8)
        self.kinds = np.zeros((n, MAX_SEATS), np.uint8)
        self.actors = np.zeros(n, np.int32)
        self.dones, self.closed, self.kings = (np.zeros(n, np.uint8) for _ in range(3))
        self.outcomes = np.zeros((n, CHANNELS), np.float32)
        self.points = np.zeros((n, MAX_SEATS), np.int16)
        seed_all(self.games, seed)

    def seat(self, kinds: NDArray[np.uint8]) -> None:
        """Say who sits where, and begin."""
        self.kinds[:] = kinds
        self.step(np.full(self.n, NO_ACTION, np.int32))

    def step(self, actions: Any) -> None:
        """Let every actor act, and go on to the next decision of a network."""
        self._doors.school_each(
            self.games, self.histories, self._fresh, STYLE_RECORDS, self.kinds,
            np.ascontiguousarray(actions, np.int32), self.actors, self.dones, self.outcomes,
            self.closed, self.points, self.kings,
        )  # fmt: skip
        self.show()

    def show(self) -> None:
        """Write what every actor sees and may do."""
        self._doors.show_each(
            self.games, self.histories, self.actors,
            self.observations.view(self._doors.OBSERVATION).reshape(-1),
            self.masks.view(self._doors.LEGAL).reshape(-1),
        )  # fmt: skip

    def fetch(self, name: str) -> NDArray[Any]:
        """Return one of the arrays for NumPy."""
        array: NDArray[Any] = getattr(self, name)
        return array


def make_pupils(kernels: Path | None, setups: Sequence[Setup], n: int, seed: int) -> Any:
    """Return games on the device, or without kernels on the CPU; `seat` begins them."""
    if kernels is None:
        return CpuPupils(setups, n, seed)
    from training.device import DevicePupils

    return DevicePupils(kernels, setups, n, seed)
