"""Many games in lock-step: one compiled call steps them all.

>>> import kingup.envs
>>> games = kingup.envs.vector(1024, "vive-le-roi", seats=4, seed=1)
>>> for _ in range(100):
...     games.step(games.random_actions())
>>> games.observations.shape, games.masks.shape
((1024, 1408), (1024, 75))
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from kingup.envs.arrays import numbers, shared
from kingup.envs.checks import by_points, check_number, seed_number
from kingup.rules.constants import ACTIONS
from kingup.rules.errors import sentence
from kingup.rules.faults import explain
from kingup.rules.features import BLOCKS, FEATURES
from kingup.rules.kernel.turns import fault
from kingup.rules.setup import Setup, new_state

Reward = Literal["win", "points"]


def scales() -> NDArray[np.float32]:
    """Return the factors that scale an observation to numbers from 0 to about 1."""
    rows = [np.full(block.length, 1 / block.top, np.float32) for block in BLOCKS]
    return np.concatenate(rows)


class Vector:
    """n games of one kind, each waiting for one decision of one player.

    `step` takes an action for every game, by the player in `actors`, and writes the results into
    arrays that stay the same all the time:

    - `actors` (n, int32): the player who is to act now;
    - `observations` (n × 1408, uint8): what that player may know (docs/observation.md);
    - `masks` (n × 75, uint8): what that player may do;
    - `rewards` (n × seats, float32): 0 except in games that have just ended;
    - `dones` (n, uint8): 1 where the last action ended a game. A new one has begun there, and the
      observation is already of the new one.

    Votes and Ambition choices are made one after another, and no observation reveals what others
    have chosen, or whether they have. A team's first player acts for both, except for the Ambition
    choice, which each makes.
    """

    def __init__(
        self,
        n: int,
        setup: Setup,
        seed: int,
        *,
        reward: Reward = "win",
        observations: Any = True,
        masks: Any = True,
        rewards: Any = None,
        dones: Any = None,
        actors: Any = None,
    ) -> None:
        # Import the compiled code, and with it LLVM, only when games are wanted.
        from kingup.envs import compiled
        from kingup.rules.records import HISTORY, new_games

        check_number(n)
        self.setup = setup
        self.n = n
        self.seats = len(setup.seats)
        self._by_points = by_points(reward)
        self._compiled = compiled
        self._fresh = new_games(new_state(setup), 1)
        self.games: NDArray[np.void] = new_games(new_state(setup), n)
        """The states themselves, secrets included."""
        self.observations = _own(observations, (n, FEATURES), np.uint8, "observations")
        self.masks = _own(masks, (n, ACTIONS), np.uint8, "masks")
        self.rewards = _own(rewards, (n, self.seats), np.float32, "rewards")
        self.dones = _own(dones, (n,), np.uint8, "dones")
        self.actors = _own(actors, (n,), np.int32, "actors")
        # Without observations, the public history is not needed.
        self.histories = np.zeros(n if len(self.observations) else 0, HISTORY)
        self._observations = self.observations.view(compiled.OBSERVATION).reshape(-1)
        self._masks = self.masks.view(compiled.LEGAL).reshape(-1)
        self._actions = np.zeros(n, np.int32)
        self.seat_of = np.array(new_state(setup).seat_of[: setup.players], np.int32)
        """The seat of every player: `seat_of[actors]` are the seats that act."""
        self.reset(seed)

    def reset(self, seed: int | None = None) -> None:
        """Begin all games anew; game i from seed + i, or with its generator as it is."""
        if seed is not None:
            self._compiled.seed_all(self.games, seed_number(seed))
        self.rewards[:] = 0
        self.dones[:] = 0
        self._compiled.begin_all(
            self.games,
            self.histories,
            self._fresh,
            self.actors,
            self._observations,
            self._masks,
        )

    def step(self, actions: Any, *, check: bool = True) -> None:
        """Let the actor of every game perform an action.

        An illegal action raises `IllegalAction` (or `InvalidAction`, if it is no action at all)
        and changes nothing. Without the check, it would corrupt its game silently.
        """
        chosen = numbers(actions, self.n)
        if check:
            wrong = self._compiled.first_fault(self.games, self.actors, chosen)
            if wrong < self.n:
                self._refuse(wrong, int(chosen[wrong]))
        self._compiled.step_all(
            self.games,
            self.histories,
            self._fresh,
            chosen,
            self.actors,
            self.rewards,
            self.dones,
            self._by_points,
            self._observations,
            self._masks,
        )

    def random_actions(self) -> NDArray[np.int32]:
        """Return a random legal action for every game; the array is reused."""
        self._compiled.choose_random(self.games, self.actors, self._actions)
        return self._actions

    def _refuse(self, index: int, action: int) -> None:
        from kingup.rules.records import from_record

        state = from_record(self.games, index)
        error = explain(state, action, fault(state, int(self.actors[index]), action))
        raise type(error)(sentence("Game {game}: {cause}"), game=index, cause=error)


def _own(array: Any, shape: tuple[int, ...], kind: Any, name: str) -> NDArray[Any]:
    if array is False:
        return np.zeros((0, *shape[1:]), kind)
    if array is None or array is True:
        return np.zeros(shape, kind)
    return shared(array, shape, kind, name)


def vector(
    n: int,
    edition: str = "kingup",
    seats: int | Sequence[int] = 4,
    options: Iterable[str] = (),
    *,
    seed: int = 0,
    **arrays: Any,
) -> Vector:
    """Return n games stepped together; game i is dealt from seed + i.

    `reward` is "win" (share of the win less a fair share; if the Emissary wins, minus a fair share
    for everybody) or "points". `observations`, `masks`, `rewards`, `dones` and `actors` may be the
    caller's arrays; the first two may also be False, to save time.
    """
    return Vector(n, Setup.of(edition, seats, options), seed, **arrays)
