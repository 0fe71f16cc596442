"""PettingZoo environments: one agent a seat. Needs `kingup[pettingzoo]`.

>>> from kingup.envs import zoo
>>> env = zoo.env("vive-le-roi", seats=4, options=["ambition"])
>>> env.reset(seed=7)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     over = termination or truncation
...     env.step(None if over else env.action_space(agent).sample(info["action_mask"]))
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from kingup.envs.checks import by_points, check_mode
from kingup.envs.drawing import paint
from kingup.envs.table import EnvTable
from kingup.envs.text import draw_text
from kingup.envs.vector import Reward
from kingup.rules.constants import ACTIONS
from kingup.rules.features import FEATURES
from kingup.rules.setup import Setup

NOOP = ACTIONS
"""The action of agents with nothing to decide, in the parallel environment."""

RenderMode = Literal["human", "ansi", "rgb_array"] | None
Observation = dict[str, NDArray[Any]]

MODES = ["human", "ansi", "rgb_array"]
ILLEGAL_REWARD = -1.0


class _Seats:
    """The common part of both environments: agents, spaces, observations, pictures."""

    def __init__(
        self,
        edition: str,
        seats: int | Sequence[int],
        options: Iterable[str],
        reward: Reward,
        render_mode: RenderMode,
        actions: int,
    ) -> None:
        self.table = EnvTable(Setup.of(edition, seats, options))
        self.by_points = by_points(reward)
        check_mode(render_mode, MODES)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.table.seats)]
        self.agents: list[str] = []
        self.seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 255, (FEATURES,), np.uint8),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return an agent's observation space: a row of bytes, and a mask of legal actions."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return an agent's action space: the rules' action codes."""
        return self.action_spaces[agent]

    def player_of(self, agent: str) -> int:
        """Return the player for whom an agent acts: in a team, the one who is to act."""
        seat = self.seat[agent]
        asked = [player for player in self.table.to_act() if self.table.seat_of[player] == seat]
        return asked[0] if asked else self.table.first_of[seat]

    def render(self) -> str | NDArray[np.uint8] | None:
        """Return the castle as text or as a picture, or print it."""
        if self.render_mode == "rgb_array":
            return paint(self.table.state)
        if self.render_mode is None:
            return None
        text = draw_text(self.table.state)
        if self.render_mode == "human":
            print(text)  # noqa: T201
            return None
        return text

    def check_begun(self) -> None:
        """Raise an error before a game has begun, or after all agents have left it."""
        if not self.agents:
            raise ResetNeeded("no game is under way: call reset() before step()")

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


class RawEnv(_Seats, AECEnv[str, Observation, int]):  # type: ignore[misc]
    """Seats decide one after another; votes and Ambition choices are serialised.

    No observation reveals what others have sealed, or whether they have. An illegal action raises
    ValueError and changes nothing.
    """

    metadata = {  # noqa: RUF012 - PettingZoo wants a plain dictionary
        "name": "kingup_v0",
        "render_modes": MODES,
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        edition: str = "kingup",
        seats: int | Sequence[int] = 4,
        options: Iterable[str] = (),
        *,
        reward: Reward = "win",
        render_mode: RenderMode = None,
    ) -> None:
        AECEnv.__init__(self)
        _Seats.__init__(self, edition, seats, options, reward, render_mode, ACTIONS)
        self.agent_selection = self.possible_agents[0]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game."""
        self.table.reset(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def step(self, action: int | None) -> None:
        """Let the selected agent act; None for an agent whose game is over."""
        self.check_begun()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is to act")
        player = self.player_of(agent)
        if not self.table.is_legal(player, int(action)):
            raise ValueError(f"action {action} is illegal for {agent} now")
        self.table.act(player, int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.table.is_over:
            for other in self.agents:
                seat = self.seat[other]
                self.rewards[other] = self.table.reward(seat, by_points=self.by_points)
                self.terminations[other] = True
            self.agent_selection = self.agents[0]
            self._mask()
        else:
            self._select()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """Return what an agent may know, and what it may do if it is selected."""
        features, legal = self.table.show(self.player_of(agent))
        if agent != self.agent_selection:
            legal[:] = 0
        return {"observation": features, "action_mask": legal}

    def _select(self) -> None:
        self.agent_selection = self.possible_agents[self.table.seat_of[self.table.to_act()[0]]]
        self._mask()

    def _mask(self) -> None:
        for agent in self.agents:
            self.infos[agent] = {"action_mask": self.observe(agent)["action_mask"]}


class KingUpParallel(_Seats, ParallelEnv[str, Observation, int]):  # type: ignore[misc]
    """All seats act at once; an agent with nothing to decide can only choose NOOP (75).

    In a vote everybody decides in the same step. A team's two Ambition choices are two steps. An
    illegal action ends the game: reward -1 for its agent, 0 for everybody else.
    """

    metadata = {  # noqa: RUF012 - PettingZoo wants a plain dictionary
        "name": "kingup_parallel_v0",
        "render_modes": MODES,
        "render_fps": 2,
    }

    def __init__(
        self,
        edition: str = "kingup",
        seats: int | Sequence[int] = 4,
        options: Iterable[str] = (),
        *,
        reward: Reward = "win",
        render_mode: RenderMode = None,
    ) -> None:
        _Seats.__init__(self, edition, seats, options, reward, render_mode, ACTIONS + 1)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin a game."""
        self.table.reset(seed)
        self.agents = self.possible_agents[:]
        seen = {agent: self._observe(agent) for agent in self.agents}
        return seen, _infos(seen)

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Let all agents act."""
        self.check_begun()
        agents = self.agents
        _check_agents(actions, agents)
        waiting = {self.table.seat_of[p]: p for p in reversed(self.table.to_act())}
        chosen = {agent: int(actions[agent]) for agent in agents}
        wrong = [agent for agent in agents if not self._may(agent, chosen[agent], waiting)]
        if not wrong:
            for seat, player in sorted(waiting.items()):
                self.table.act(player, chosen[self.possible_agents[seat]])
        over = bool(wrong) or self.table.is_over
        rewards = dict.fromkeys(agents, 0.0)
        if wrong:
            rewards.update(dict.fromkeys(wrong, ILLEGAL_REWARD))
        elif over:
            for agent in agents:
                rewards[agent] = self.table.reward(self.seat[agent], by_points=self.by_points)
        seen = {agent: self._observe(agent) for agent in agents}
        if over:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        ended = dict.fromkeys(agents, over)
        return seen, rewards, ended, dict.fromkeys(agents, False), _infos(seen)

    def _may(self, agent: str, action: int, waiting: dict[int, int]) -> bool:
        player = waiting.get(self.seat[agent])
        if player is None:
            return action == NOOP
        return self.table.is_legal(player, action)

    def _observe(self, agent: str) -> Observation:
        features, legal = self.table.show(self.player_of(agent))
        idle = not legal.any()
        return {"observation": features, "action_mask": np.append(legal, np.int8(idle))}


def _check_agents(actions: dict[str, int], agents: list[str]) -> None:
    missing = [agent for agent in agents if agent not in actions]
    unknown = [agent for agent in actions if agent not in agents]
    if missing or unknown:
        raise ValueError(f"every agent needs an action: missing {missing}, unknown {unknown}")


def _infos(seen: dict[str, Observation]) -> dict[str, dict[str, Any]]:
    return {agent: {"action_mask": row["action_mask"]} for agent, row in seen.items()}


def env(
    edition: str = "kingup",
    seats: int | Sequence[int] = 4,
    options: Iterable[str] = (),
    *,
    reward: Reward = "win",
    render_mode: RenderMode = None,
) -> AECEnv[str, Observation, int]:
    """Return the AEC environment; an illegal action ends the game with a reward of -1."""
    raw = RawEnv(edition, seats, options, reward=reward, render_mode=render_mode)
    legal = wrappers.TerminateIllegalWrapper(raw, illegal_reward=ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(legal))


raw_env = RawEnv


def parallel_env(
    edition: str = "kingup",
    seats: int | Sequence[int] = 4,
    options: Iterable[str] = (),
    *,
    reward: Reward = "win",
    render_mode: RenderMode = None,
) -> KingUpParallel:
    """Return the parallel environment."""
    return KingUpParallel(edition, seats, options, reward=reward, render_mode=render_mode)
