"""Gymnasium environments: one learner's seat against bots. Needs `kingup[pettingzoo]`.

>>> from kingup.envs import gym
>>> env = gym.KingUpVectorEnv(256, "vive-le-roi", seats=4, opponents="page")
>>> seen, info = env.reset(seed=1)
>>> seen, rewards, terminated, truncated, info = env.step(env.action_masks().argmax(axis=1))

Importing it registers the environments with Gymnasium, so that these make the same:

>>> import gymnasium
>>> env = gymnasium.make("KingUp-v0", seats=3, opponents="page")
>>> many = gymnasium.make_vec("ViveLeRoi-v0", num_envs=64, options=["ambition"])
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import deepcopy
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.envs.registration import EnvSpec, register
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from kingup.bots.compiled import edition_style
from kingup.envs import compiled
from kingup.envs.arrays import numbers
from kingup.envs.checks import by_points, check_mode, check_number, seed_number
from kingup.envs.drawing import paint
from kingup.envs.opponents import COURTIER, LEARNER, PAGE, RANDOM
from kingup.envs.text import draw_text
from kingup.envs.vector import Reward
from kingup.rules.constants import ACTIONS
from kingup.rules.features import FEATURES
from kingup.rules.records import HISTORY, from_record, new_games
from kingup.rules.setup import Setup, new_state

IDS = {"KingUp-v0": "kingup", "ViveLeRoi-v0": "vive-le-roi"}
"""The registered environments, and their editions."""

for _id, _edition in IDS.items():
    register(
        _id,
        entry_point="kingup.envs.gym:KingUpEnv",
        vector_entry_point="kingup.envs.gym:KingUpVectorEnv",
        kwargs={"edition": _edition},
        order_enforce=False,  # ours says itself when a step comes before a reset
    )

Observation = dict[str, NDArray[Any]]
Opponent = Literal["random", "page", "courtier"]
KINDS = {"random": RANDOM, "page": PAGE, "courtier": COURTIER}


def _spaces() -> tuple[Any, spaces.Discrete[np.int64]]:
    seen = spaces.Dict(
        {
            "observation": spaces.Box(0, 255, (FEATURES,), np.uint8),
            "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
        }
    )
    return seen, spaces.Discrete(ACTIONS)


def _spec(edition: str, **arguments: Any) -> EnvSpec:
    """Return the registered specification of an edition, with these arguments."""
    id_ = next(one for one, named in IDS.items() if named == edition)
    found = deepcopy(gymnasium.spec(id_))
    found.kwargs |= arguments
    return found


class LearnerGames:
    """n games of one learner against bots, stepped by one compiled call."""

    def __init__(
        self,
        n: int,
        setup: Setup,
        opponents: Opponent | Sequence[Opponent],
        seat: int | None,
        reward: Reward,
        *,
        renewing: bool,
    ) -> None:
        check_number(n)
        plain = new_state(setup)
        self.setup = setup
        self._styles = edition_style(plain.edition)
        self._fresh = new_games(plain, 1)
        self.games = new_games(plain, n)
        self._histories = np.zeros(n, HISTORY)
        self._by_points = by_points(reward)
        self._renewing = renewing
        self._under_way = False
        self.kinds = _kinds(n, plain.seats, opponents, seat)
        self.actors = np.zeros(n, np.int32)
        self.rewards = np.zeros(n, np.float32)
        self.dones = np.zeros(n, np.uint8)
        self.observations = np.zeros((n, FEATURES), np.uint8)
        self.masks = np.zeros((n, ACTIONS), np.int8)
        self.finals = np.zeros((n if renewing else 0, FEATURES), np.uint8)
        self._observations = self.observations.view(compiled.OBSERVATION).reshape(-1)
        self._masks = self.masks.view(compiled.LEGAL).reshape(-1)
        self._finals = self.finals.view(compiled.OBSERVATION).reshape(-1)

    def reset(self, seed: int | None) -> None:
        """Begin all games anew."""
        if seed is not None:
            compiled.seed_all(self.games, seed)
        compiled.begin_learners(
            self.games,
            self._histories,
            self._fresh,
            self._styles,
            self.kinds,
            self.actors,
            self._observations,
            self._masks,
        )
        self._under_way = True

    def step(self, actions: Any) -> None:
        """Let all learners act, and their opponents after them."""
        if not self._under_way:
            raise ResetNeeded("no game is under way: call reset() before step()")
        compiled.step_learners(
            self.games,
            self._histories,
            self._fresh,
            self._styles,
            self.kinds,
            numbers(actions, len(self.games)),
            self.actors,
            self.rewards,
            self.dones,
            self._by_points,
            self._renewing,
            self._observations,
            self._masks,
            self._finals,
        )
        self._under_way = self._renewing or not self.dones.any()


def _kinds(
    n: int, seats: int, opponents: Opponent | Sequence[Opponent], seat: int | None
) -> NDArray[np.int8]:
    """Return the kind of player by game and seat; without a seat, learner i has seat i % seats."""
    names = [opponents] * (seats - 1) if isinstance(opponents, str) else list(opponents)
    if len(names) != seats - 1 or any(name not in KINDS for name in names):
        raise ValueError(f"opponents: one of {', '.join(KINDS)}, or {seats - 1} of them")
    if seat is not None and not 0 <= seat < seats:
        raise ValueError(f"the learner's seat must be from 0 to {seats - 1}, not {seat}")
    kinds = np.zeros((n, seats), np.int8)
    for i in range(n):
        learner = i % seats if seat is None else seat
        kinds[i] = np.roll([LEARNER, *(KINDS[name] for name in names)], learner)
    return kinds


class KingUpEnv(gymnasium.Env[Observation, np.int64]):
    """One learner against bots, one game at a time, always on the same `seat`.

    An illegal action forfeits the game: reward -1. After the end, call `reset` before `step`.
    """

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        edition: str = "kingup",
        seats: int | Sequence[int] = 4,
        options: Iterable[str] = (),
        *,
        opponents: Opponent | Sequence[Opponent] = "page",
        seat: int = 0,
        reward: Reward = "win",
        render_mode: Literal["ansi", "rgb_array"] | None = None,
    ) -> None:
        setup = Setup.of(edition, seats, options)
        check_mode(render_mode, self.metadata["render_modes"])
        self.render_mode = render_mode
        # As if `gymnasium.make` had made it, so that others can make more of the same.
        self.spec = _spec(
            edition,
            seats=seats,
            options=list(setup.options),
            opponents=opponents,
            seat=seat,
            reward=reward,
        )
        self.learners = LearnerGames(1, setup, opponents, seat, reward, renewing=False)
        """The game with all its cards: for study, never for the learner."""
        self.observation_space, self.action_space = _spaces()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game, up to the learner's first decision."""
        super().reset(seed=seed)
        self.learners.reset(int(self.np_random.integers(2**62)))
        return self._seen()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Let the learner act, and its opponents after it."""
        self.learners.step(np.array([action], np.int32))
        seen, info = self._seen()
        done = int(self.learners.dones[0])
        if done == 2:
            info["illegal"] = True
        return seen, float(self.learners.rewards[0]), done > 0, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal now: the name that sb3-contrib's MaskablePPO asks for."""
        mask: NDArray[np.bool_] = self.learners.masks[0].astype(np.bool_)
        return mask

    def render(self) -> Any:
        """Return the castle as text or as a picture."""
        state = from_record(self.learners.games, 0)
        if self.render_mode == "rgb_array":
            return paint(state)
        return draw_text(state) if self.render_mode == "ansi" else None

    def _seen(self) -> tuple[Observation, dict[str, Any]]:
        mask = self.learners.masks[0].copy()
        seen = {"observation": self.learners.observations[0].copy(), "action_mask": mask}
        return seen, {"action_mask": mask}


class KingUpVectorEnv(VectorEnv[Observation, NDArray[Any], NDArray[Any]]):
    """n learners, each against bots in its own game, stepped by one compiled call.

    Without a `seat`, the learner of game i always has seat i % seats. A game that ends is replaced
    in the same step; its last observation is in ``info["final_obs"]``. An illegal action forfeits
    the game: reward -1. With `copy=False` the returned arrays are overwritten by the next step.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int,
        edition: str = "kingup",
        seats: int | Sequence[int] = 4,
        options: Iterable[str] = (),
        *,
        opponents: Opponent | Sequence[Opponent] = "page",
        seat: int | None = None,
        reward: Reward = "win",
        copy: bool = True,
    ) -> None:
        super().__init__()
        setup = Setup.of(edition, seats, options)
        self.num_envs = num_envs
        self.learners = LearnerGames(num_envs, setup, opponents, seat, reward, renewing=True)
        """The games with all their cards: for study, never for the learner."""
        self._copy = copy
        self.single_observation_space, self.single_action_space = _spaces()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: Any = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin all games; game i from seed + i."""
        first = None if seed is None else seed_number(seed)
        super().reset(seed=first)
        self.learners.reset(int(self.np_random.integers(2**62)) if first is None else first)
        return self._seen()

    def step(
        self, actions: Any
    ) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Let all learners act, and their opponents after them."""
        learners = self.learners
        learners.step(actions)
        seen, info = self._seen()
        ended = learners.dones > 0
        if ended.any():
            info["final_obs"] = self._kept(learners.finals)
            info["_final_obs"] = ended
            info["illegal"] = learners.dones == 2
        never = np.zeros(self.num_envs, bool)
        return seen, self._kept(learners.rewards), ended, never, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal now, by game and action."""
        return self.learners.masks.astype(np.bool_)

    def _seen(self) -> tuple[Observation, dict[str, Any]]:
        mask = self._kept(self.learners.masks)
        return {"observation": self._kept(self.learners.observations), "action_mask": mask}, {
            "action_mask": mask
        }

    def _kept(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self._copy else array
