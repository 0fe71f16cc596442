"""Train sb3-contrib's MaskablePPO against pages, and see how often it wins.

    pip install 'kingup[pettingzoo]' sb3-contrib
    python sb3_maskable_ppo.py

King Up! with three seats: a fair share of the wins is a third. docs/environments.md has figures.
"""

from __future__ import annotations

import argparse

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import DummyVecEnv
from torch import nn

import kingup.envs
from kingup.envs.gym import KingUpVectorEnv
from kingup.rules.features import BLOCKS, OFFSETS

SEATS = 3
GAMES = 18  # played in turn
CHARACTERS = 14
EACH = ("places", "own", "candidate", "climbers")  # blocks with a part for every character
TABLE = ("phase", "round", "score", "no-cards", "stoppers", "quiet", "left", "full")
LENGTHS = {block.name: block.length for block in BLOCKS}
COLUMNS = np.concatenate([OFFSETS[name] + np.arange(LENGTHS[name]) for name in (*EACH, *TABLE)])
SCALES = kingup.envs.scales()[COLUMNS]


def shown(observations):
    """Return the blocks above of observations, scaled to numbers from 0 to 1."""
    return np.minimum(observations[..., COLUMNS] * SCALES, 1.0)


class Features(gymnasium.ObservationWrapper):
    """Shows the learner numbers without the mask, which MaskablePPO asks for by itself."""

    def __init__(self, env):
        super().__init__(env)
        self.observation_space = gymnasium.spaces.Box(0.0, 1.0, COLUMNS.shape, np.float32)

    def observation(self, seen):
        """Return what the learner sees."""
        return shown(seen["observation"])

    def action_masks(self):
        """Return which actions are legal now."""
        return self.unwrapped.action_masks()


class Characters(BaseFeaturesExtractor):
    """One layer for every character, with the same weights, which also sees the table."""

    def __init__(self, space, hidden=32):
        super().__init__(space, (CHARACTERS + 2) * hidden)
        self.sizes = [LENGTHS[name] for name in EACH]
        self.each = nn.Linear(sum(self.sizes) // CHARACTERS, hidden)
        self.table = nn.Linear(len(COLUMNS) - sum(self.sizes), hidden)

    def forward(self, seen):
        """Return what the layer makes of each character, of all, and of the candidate."""
        *each, table = seen.split([*self.sizes, seen.shape[1] - sum(self.sizes)], 1)
        each = [block.unflatten(1, (CHARACTERS, -1)) for block in each]
        hidden = torch.relu(self.each(torch.cat(each, 2)) + self.table(table)[:, None])
        candidate = (hidden * each[EACH.index("candidate")]).sum(1)
        return torch.cat([hidden.flatten(1), hidden.mean(1), candidate], 1)


def make_env(seat):
    """Return a game against pages, for a learner in one seat."""
    return Features(gymnasium.make("KingUp-v0", seats=SEATS, opponents="page", seat=seat))


def win_share(model, games):
    """Return how often a policy wins, in all seats, and the 95 % interval around it."""
    env = KingUpVectorEnv(games, "kingup", SEATS, opponents="page")
    seen, _ = env.reset(seed=10_000)
    won = np.full(games, np.nan)
    while np.isnan(won).any():  # the first game of each
        masks = env.action_masks()
        actions, _ = model.predict(shown(seen["observation"]), action_masks=masks)
        seen, rewards, ended, _, _ = env.step(actions)
        first = ended & np.isnan(won)
        won[first] = rewards[first] + 1 / SEATS
    return won.mean(), 1.96 * won.std() / games**0.5


def show(when, share, margin):
    """Print a share of the wins with its interval."""
    print(f"{when}: {share:.1%} of the wins (95 %: ± {margin:.1%})", flush=True)


def main():
    """Train, and print the share of the wins before and after."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=300_000)
    parser.add_argument("--games", type=int, default=3000, help="games of the comparison")
    chosen = parser.parse_args()
    envs = DummyVecEnv([lambda seat=i % SEATS: make_env(seat) for i in range(GAMES)])
    model = MaskablePPO(
        "MlpPolicy",
        envs,
        policy_kwargs={"features_extractor_class": Characters, "net_arch": []},
        n_steps=256,
        batch_size=512,
        n_epochs=4,
        gamma=1.0,
        ent_coef=0.005,
        learning_rate=lambda left: 6e-3 * left,
        seed=1,
        device="cpu",
    )
    show("before", *win_share(model, chosen.games))
    model.learn(chosen.steps)
    show("after", *win_share(model, chosen.games))


if __name__ == "__main__":
    main()
