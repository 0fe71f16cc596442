"""Train sb3-contrib's MaskablePPO against pages, and see how often it wins.

    pip install 'kingup[pettingzoo]' sb3-contrib
    python examples/sb3_maskable_ppo.py

King Up! with three seats: a fair share of the wins is a third. A few minutes on two cores are
enough to win clearly more.
"""

from __future__ import annotations

import argparse

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

import kingup.envs.gym  # registers KingUp-v0

SEATS = 3


class Features(gymnasium.ObservationWrapper):
    """Shows the learner numbers from 0 to 1, without the mask, which MaskablePPO asks for."""

    def __init__(self, env):
        super().__init__(env)
        size = env.observation_space["observation"].shape
        self.observation_space = gymnasium.spaces.Box(0.0, 1.0, size, np.float32)
        self._scales = kingup.envs.scales()

    def observation(self, seen):
        """Return the features, each scaled to numbers from 0 to 1."""
        return np.minimum(seen["observation"] * self._scales, 1.0)

    def action_masks(self):
        """Return which actions are legal now."""
        return self.unwrapped.action_masks()


def make_env(seat=0):
    """Return a game against two pages, for a learner in one seat."""
    return Features(gymnasium.make("KingUp-v0", seats=SEATS, opponents="page", seat=seat))


def win_share(model, games):
    """Return how often a policy wins, in every seat equally often."""
    won = 0.0
    for game in range(games):
        env = make_env(game % SEATS)
        seen, _ = env.reset(seed=10_000 + game)
        ended = False
        while not ended:
            action, _ = model.predict(seen, action_masks=env.action_masks())
            seen, reward, ended, _, _ = env.step(int(action))
        won += reward + 1 / SEATS
    return won / games


def main():
    """Train, and print the share of the wins before and after."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=300_000)
    parser.add_argument("--games", type=int, default=300, help="games of the comparison")
    chosen = parser.parse_args()
    envs = make_vec_env(make_env, n_envs=16, seed=1)
    model = MaskablePPO(
        "MlpPolicy", envs, n_steps=256, batch_size=1024, ent_coef=0.01, seed=1, device="cpu"
    )
    print(f"before: {win_share(model, chosen.games):.1%} of the wins", flush=True)
    model.learn(chosen.steps)
    print(f"after: {win_share(model, chosen.games):.1%} of the wins", flush=True)


if __name__ == "__main__":
    main()
