"""The games of a training run in GPU memory, stepped by the kernels of `build.py`. Needs CuPy."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cupy as cp
import numpy as np
from numpy.typing import NDArray

from kingup.envs.gpu.device import Kernels, numbers, records
from kingup.rules.constants import ACTIONS, MAX_SEATS
from kingup.rules.features import FEATURES
from kingup.rules.records import GAME, HISTORY, new_games
from kingup.rules.setup import Setup, new_state
from training.step_arrays import CHANNELS, STYLE_RECORDS
from training.step_kernel import NO_ACTION


class DeviceVectorGames:
    """Games on the GPU, with the arrays of `CpuVectorGames`; records are plain bytes."""

    def __init__(self, folder: Path, setups: Sequence[Setup], n: int, seed: int) -> None:
        self._kernels = Kernels(folder)
        self.n = n
        fresh = np.concatenate([new_games(new_state(setup), 1) for setup in setups])
        self._fresh = cp.asarray(fresh.view(np.uint8))
        self._styles = cp.asarray(STYLE_RECORDS.view(np.uint8))
        self.games = cp.resize(self._fresh, n * GAME.itemsize)
        self.histories = cp.zeros(n * HISTORY.itemsize, cp.uint8)
        self.observations = cp.zeros((n, FEATURES), cp.uint8)
        self.masks = cp.zeros((n, ACTIONS), cp.uint8)
        self.kinds = cp.zeros((n, MAX_SEATS), cp.uint8)
        self.actors = cp.zeros(n, cp.int32)
        self.dones, self.closed, self.kings = (cp.zeros(n, cp.uint8) for _ in range(3))
        self.outcomes = cp.zeros((n, CHANNELS), cp.float32)
        self.points = cp.zeros((n, MAX_SEATS), cp.int16)
        games = records(self.games, GAME.itemsize)
        self._kernels.launch("seed_kernel", n, games, (np.int64(seed),))

    def seat(self, kinds: Any) -> None:
        """Set which kind of player has each seat, and start the games."""
        self.kinds[:] = cp.asarray(kinds)
        self.step(cp.full(self.n, NO_ACTION, cp.int32))

    def step(self, actions: Any) -> None:
        """Play every actor's action, then advance each game to its next network decision."""
        chosen = cp.asarray(actions) if isinstance(actions, np.ndarray) else actions
        if not isinstance(chosen, cp.ndarray):
            chosen = cp.from_dlpack(chosen)
        self._kernels.launch(
            *("advance_kernel", self.n, records(self.games, GAME.itemsize)),
            *(records(self.histories, HISTORY.itemsize), records(self._fresh, GAME.itemsize)),
            records(self._styles, STYLE_RECORDS.itemsize),
            *(numbers(self.kinds), numbers(chosen.astype(cp.int32, copy=False))),
            *(numbers(self.actors), numbers(self.dones), numbers(self.outcomes)),
            *(numbers(self.closed), numbers(self.points), numbers(self.kings)),
        )
        self.show()

    def show(self) -> None:
        """Write every actor's observation and legal actions."""
        self.show_to(self.actors, self.observations, self.masks)

    def show_to(self, players: Any, observations: Any, masks: Any) -> None:
        """Write what some player of every game sees."""
        self._kernels.show(
            *(self.n, records(self.games, GAME.itemsize)),
            *(records(self.histories, HISTORY.itemsize), numbers(players)),
            *(numbers(observations.view(cp.uint32)), numbers(masks)),
        )

    def propose(self, kinds: Any, actions: Any) -> None:
        """Write the action of every actor that is a bot, by game and seat; else NO_ACTION."""
        self._kernels.launch(
            *("propose_kernel", self.n, records(self.games, GAME.itemsize)),
            records(self._styles, STYLE_RECORDS.itemsize),
            *(numbers(kinds), numbers(self.actors), numbers(actions)),
        )

    def weigh(self, actions: Any, logs: Any, hidden: Any) -> None:
        """Write how likely each actor's action is for a courtier and for a page."""
        self._kernels.launch(
            *("weigh_kernel", self.n, records(self.games, GAME.itemsize)),
            records(self._styles, STYLE_RECORDS.itemsize),
            *(numbers(self.actors), numbers(actions), numbers(logs), numbers(hidden)),
        )

    def fetch(self, name: str) -> NDArray[Any]:
        """Return one of the arrays as a NumPy array."""
        array: NDArray[Any] = cp.asnumpy(getattr(self, name))
        return array
