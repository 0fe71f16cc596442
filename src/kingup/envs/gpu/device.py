"""Games in a GPU's memory, stepped by the kernels of `build.py`. Needs CuPy, not Numba.

games = DeviceGames(folder, Setup.of("vive-le-roi", 4), n=1_000_000, seed=1)
games.step(actions)  # a CuPy array, or any device array through DLPack
torch.from_dlpack(games.observations)
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cupy as cp
import numpy as np

from kingup.bots.style import STYLES
from kingup.envs.gpu.observation_sheet import SHEET, SHOWING, SHOWN
from kingup.rules.constants import ACTIONS
from kingup.rules.features import FEATURES
from kingup.rules.records import GAME, HISTORY, new_games, record_type_of
from kingup.rules.setup import Setup, new_state

THREADS = 128


class Kernels:
    """The compiled kernels in a folder."""

    def __init__(self, folder: Path) -> None:
        self._functions = {
            name: cp.RawModule(path=str(folder / f"{name}.ptx")).get_function(entry)
            for name, entry in json.loads((folder / "entries.json").read_text()).items()
        }

    def launch(self, name: str, games: int, *arguments: Any) -> None:
        """Run a kernel with one thread per game."""
        self._run(name, games, THREADS, THREADS, 0, arguments)

    def show(self, games: int, *arguments: Any) -> None:
        """Run the kernel that writes observations: several threads per game, and shared memory."""
        self._run("show_kernel", games, SHOWN, SHOWING, SHOWN * SHEET.itemsize, arguments)

    def _run(
        self, name: str, games: int, a_block: int, threads: int, shared: int, arguments: Any
    ) -> None:
        blocks = (games + a_block - 1) // a_block
        flat = tuple(value for argument in arguments for value in argument)
        self._functions[name]((blocks,), (threads,), flat, shared_mem=shared)


def records(array: Any, size: int) -> tuple[Any, ...]:
    """Return the launch arguments of rows of bytes as an array of records of a size."""
    number = array.size // size
    head = (np.int64(0), np.int64(0), np.int64(number), np.int64(size))
    return (*head, array, np.int64(number), np.int64(size))


def numbers(array: Any) -> tuple[Any, ...]:
    """Return the launch arguments of an array of numbers with one or two dimensions."""
    head = (np.int64(0), np.int64(0), np.int64(array.size), np.int64(array.itemsize))
    return (*head, array, *map(np.int64, array.shape), *map(np.int64, array.strides))


_NOTHING = (np.int64(0),) * 4
_NOT_SHOWN = tuple(
    (*_NOTHING, np.int64(0), np.int64(0), np.int64(size)) for size in (FEATURES, ACTIONS)
)
"""Launch arguments for observations and masks that a kernel must not write."""


class DeviceGames:
    """n games on the device; the arrays are those of `kingup.envs.Vector`.

    Several setups take turns: game i has setup i modulo their number.
    """

    def __init__(
        self,
        folder: Path,
        setups: Setup | Sequence[Setup],
        n: int,
        seed: int,
        *,
        by_points: bool = False,
    ) -> None:
        setups = [setups] if isinstance(setups, Setup) else setups
        self._kernels = Kernels(folder)
        self._by_points = (np.bool_(by_points),)
        self.n = n
        fresh = np.concatenate([new_games(new_state(setup), 1) for setup in setups])
        self._fresh = cp.asarray(fresh.view(np.uint8))
        self.games = cp.resize(self._fresh, n * GAME.itemsize)
        """The states themselves, secrets included, as bytes (`kingup.rules.records.GAME`)."""
        self.histories = cp.zeros(n * HISTORY.itemsize, cp.uint8)
        self.observations = cp.zeros((n, FEATURES), cp.uint8)
        self.masks = cp.zeros((n, ACTIONS), cp.uint8)
        most = max(len(setup.seats) for setup in setups)
        self.rewards = cp.zeros((n, most), cp.float32)
        """By game and seat; seats that a game does not have stay 0."""
        self.dones = cp.zeros(n, cp.uint8)
        self.actors = cp.zeros(n, cp.int32)
        self.actions = cp.zeros(n, cp.int32)
        self._courtiers = cp.zeros(n, cp.int32)
        self._styles: tuple[Any, int] | None = None
        self.reset(seed)

    def reset(self, seed: int) -> None:
        """Begin all games anew; game i from seed + i."""
        games = records(self.games, GAME.itemsize)
        self._kernels.launch("seed_kernel", self.n, games, (np.int64(seed),))
        self._kernels.launch(
            *("begin_kernel", self.n, games, records(self.histories, HISTORY.itemsize)),
            *(records(self._fresh, GAME.itemsize), numbers(self.actors), *_NOT_SHOWN),
        )
        self.show()

    def random_actions(self) -> Any:
        """Return a random legal action for every game; the array is reused."""
        games = records(self.games, GAME.itemsize)
        self._kernels.launch(
            *("choose_kernel", self.n, games, numbers(self.actors), numbers(self.actions))
        )
        return self.actions

    def courtier_actions(self) -> Any:
        """Return a courtier's action for every game; the array is reused."""
        if self._styles is None:
            kind = record_type_of(STYLES[0])
            table = [tuple(getattr(style, name) for name in kind.names or ()) for style in STYLES]
            self._styles = cp.asarray(np.array(table, kind).view(np.uint8)), kind.itemsize
        self._kernels.launch(
            *("courtier_kernel", self.n, records(self.games, GAME.itemsize)),
            *(records(*self._styles), numbers(self.actors), numbers(self._courtiers)),
        )
        return self._courtiers

    def step(self, actions: Any) -> None:
        """Let the actor of every game perform an action, which must be legal."""
        chosen = cp.from_dlpack(actions) if not isinstance(actions, cp.ndarray) else actions
        self._kernels.launch(
            *("step_kernel", self.n, records(self.games, GAME.itemsize)),
            *(records(self.histories, HISTORY.itemsize), records(self._fresh, GAME.itemsize)),
            *(numbers(chosen.astype(cp.int32, copy=False)), numbers(self.actors)),
            *(numbers(self.rewards), numbers(self.dones), self._by_points, *_NOT_SHOWN),
        )
        self.show()

    def show(self) -> None:
        """Write what every game's actor sees and may do; `step` and `reset` call this."""
        self._kernels.show(
            *(self.n, records(self.games, GAME.itemsize)),
            *(records(self.histories, HISTORY.itemsize), numbers(self.actors)),
            *(numbers(self.observations.view(cp.uint32)), numbers(self.masks)),
        )


def play_out(folder: Path, setup: Setup, n: int, seed: int) -> Any:
    """Return n games played to their ends at random, as bytes on the device."""
    fresh = cp.asarray(new_games(new_state(setup), 1).view(np.uint8))
    games = cp.tile(fresh, n)
    arguments = (records(games, GAME.itemsize), (np.int64(seed),))
    Kernels(folder).launch("play_out_kernel", n, *arguments)
    return games
