"""The games of a training run, as arrays: on a GPU by CUDA kernels, or on the CPU by Numba.

Both have the same arrays, of CuPy or of NumPy, and share their memory with PyTorch.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kingup.rules.constants import ACTIONS, MAX_SEATS
from kingup.rules.features import FEATURES
from kingup.rules.records import HISTORY, new_games
from kingup.rules.setup import Setup, new_state
from training.step_arrays import CHANNELS, STYLE_RECORDS
from training.step_kernel import NO_ACTION


class CpuVectorGames:
    """Games on the CPU."""

    def __init__(self, setups: Sequence[Setup], n: int, seed: int) -> None:
        from kingup.envs.compiled import seed_all
        from training import compiled

        self._compiled = compiled
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
        """Set which kind of player has each seat, and start the games."""
        self.kinds[:] = kinds
        self.step(np.full(self.n, NO_ACTION, np.int32))

    def step(self, actions: Any) -> None:
        """Play every actor's action, then advance each game to its next network decision."""
        self._compiled.advance_each(
            self.games, self.histories, self._fresh, STYLE_RECORDS, self.kinds,
            np.ascontiguousarray(actions, np.int32), self.actors, self.dones, self.outcomes,
            self.closed, self.points, self.kings,
        )  # fmt: skip
        self.show()

    def show(self) -> None:
        """Write every actor's observation and legal actions."""
        self.show_to(self.actors, self.observations, self.masks)

    def show_to(self, players: Any, observations: Any, masks: Any) -> None:
        """Write what some player of every game sees."""
        self._compiled.show_each(
            self.games, self.histories, players,
            observations.view(self._compiled.OBSERVATION).reshape(-1),
            masks.view(self._compiled.LEGAL).reshape(-1),
        )  # fmt: skip

    def propose(self, kinds: Any, actions: Any) -> None:
        """Write the action of every actor that is a bot, by game and seat; else NO_ACTION."""
        self._compiled.propose_each(self.games, STYLE_RECORDS, kinds, self.actors, actions)

    def weigh(self, actions: Any, logs: Any, hidden: Any) -> None:
        """Write how likely each actor's action is for a courtier and for a page."""
        self._compiled.weigh_each(self.games, STYLE_RECORDS, self.actors, actions, logs, hidden)

    def fetch(self, name: str) -> NDArray[Any]:
        """Return one of the arrays as a NumPy array."""
        array: NDArray[Any] = getattr(self, name)
        return array


def make_vector_games(kernels: Path | None, setups: Sequence[Setup], n: int, seed: int) -> Any:
    """Return games on the GPU, or on the CPU if there are no kernels; `seat` starts them."""
    if kernels is None:
        return CpuVectorGames(setups, n, seed)
    from training.device import DeviceVectorGames

    return DeviceVectorGames(kernels, setups, n, seed)
