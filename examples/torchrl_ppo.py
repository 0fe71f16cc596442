"""Train a policy with TorchRL's PPO against pages, and see how often it wins.

    pip install 'kingup[pettingzoo]' torchrl
    python torchrl_ppo.py

King Up! with three seats: a fair share of the wins is a third. docs/environments.md has figures.
"""

from __future__ import annotations

import argparse

import torch
from tensordict import TensorDict
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.data import Binary, Bounded, Categorical, Composite, Unbounded
from torchrl.envs import EnvBase
from torchrl.envs.utils import ExplorationType
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

from kingup.envs.gym import KingUpVectorEnv
from kingup.rules.features import BLOCKS, OFFSETS

SEATS = 3
GAMES = 64  # played in parallel
STEPS = 64  # decisions in each game between two updates
CHARACTERS = 14
BY_NAME = {block.name: block for block in BLOCKS}
EACH = ("places", "own", "candidate", "climbers")  # blocks with a part for every character
TABLE = ("phase", "round", "score", "no-cards", "stoppers", "quiet", "left", "full")


class AgainstPages(EnvBase):
    """Games of one learner each, stepped together. An ended game is followed by the next."""

    def __init__(self, games):
        super().__init__(batch_size=[games])
        self.env = KingUpVectorEnv(games, "kingup", SEATS, opponents="page")
        size = self.env.single_observation_space["observation"].shape[0]
        self.observation_spec = Composite(
            observation=Bounded(0, 255, (games, size), dtype=torch.uint8),
            action_mask=Binary(shape=(games, 75), dtype=torch.bool),
            shape=(games,),
        )
        self.action_spec = Categorical(75, (games,))
        self.reward_spec = Unbounded((games, 1))
        self.done_spec = Categorical(2, (games, 1), dtype=torch.bool)

    def _set_seed(self, seed):
        self.now = self._seen(self.env.reset(seed=seed)[0])

    def _reset(self, _which=None, **_more):
        return self.now.clone()  # ended games have begun anew already

    def _step(self, given):
        seen, rewards, ended, _, _ = self.env.step(given["action"].numpy())
        self.now = self._seen(seen)
        done = torch.from_numpy(ended)[:, None]
        rewards = torch.from_numpy(rewards)[:, None]
        return self.now.clone().update({"reward": rewards, "done": done, "terminated": done})

    def _seen(self, seen):
        mask = torch.from_numpy(seen["action_mask"]).bool()
        observation = torch.from_numpy(seen["observation"])
        return TensorDict({"observation": observation, "action_mask": mask}, self.batch_size)


def part(seen, name):
    """Return a block of observations (docs/observation.md), scaled to about 0 to 1."""
    start, block = OFFSETS[name], BY_NAME[name]
    return seen[..., start : start + block.length].float() / block.top


class Network(nn.Module):
    """One layer for every character, with the same weights, which also sees the table."""

    def __init__(self, values, hidden=64):
        super().__init__()
        self.each = nn.Linear(sum(BY_NAME[name].length // CHARACTERS for name in EACH), hidden)
        self.table = nn.Linear(sum(BY_NAME[name].length for name in TABLE), hidden)
        self.values = values
        self.moves = nn.Linear(2 * hidden, 5)  # four floors to place it on, or to climb
        self.others = nn.Linear(2 * hidden, 1 if values else 5)  # votes, Ambition; or the value

    def forward(self, seen):
        """Return the logits of all actions, or the value."""
        each = [part(seen, name).unflatten(-1, (CHARACTERS, -1)) for name in EACH]
        table = self.table(torch.cat([part(seen, name) for name in TABLE], -1))
        hidden = torch.relu(self.each(torch.cat(each, -1)) + table[..., None, :])
        all_ = hidden.mean(-2)
        voted_on = (hidden * each[2]).sum(-2)
        others = self.others(torch.cat([all_, voted_on], -1))
        if self.values:
            return others
        moves = self.moves(torch.cat([hidden, all_[..., None, :].expand_as(hidden)], -1))
        return torch.cat([moves[..., :4].flatten(-2), moves[..., 4], others], -1)


def win_share(policy, games):
    """Return how often a policy wins, and the 95 % interval around it."""
    env = AgainstPages(games)
    env.set_seed(10_000)
    seen, won = env.reset(), torch.full((games,), float("nan"))
    with torch.no_grad():
        while won.isnan().any():  # the first game of each
            seen = env.step(policy(seen))["next"]
            first = seen["done"][:, 0] & won.isnan()
            won[first] = seen["reward"][first, 0] + 1 / SEATS
    return won.mean().item(), 1.96 * won.std().item() / games**0.5


def show(when, share, margin):
    """Print a share of the wins with its interval."""
    print(f"{when}: {share:.1%} of the wins (95 %: ± {margin:.1%})", flush=True)


def main():
    """Train, and print the share of the wins before and after."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--updates", type=int, default=40)
    parser.add_argument("--games", type=int, default=3000, help="games of the comparison")
    chosen = parser.parse_args()
    torch.manual_seed(1)
    logits = TensorDictModule(Network(values=False), ["observation"], ["logits"])
    policy = ProbabilisticActor(
        logits,
        in_keys={"logits": "logits", "mask": "action_mask"},
        distribution_class=MaskedCategorical,
        return_log_prob=True,
        default_interaction_type=ExplorationType.RANDOM,  # else it never draws
    )
    critic = ValueOperator(Network(values=True), in_keys=["observation"])
    loss = ClipPPOLoss(policy, critic, entropy_coeff=0.005, normalize_advantage=True)
    advantage = GAE(gamma=1.0, lmbda=0.95, value_network=critic)
    optimiser = torch.optim.Adam(loss.parameters(), lr=6e-3)
    show("before", *win_share(policy, chosen.games))
    env = AgainstPages(GAMES)
    env.set_seed(1)
    seen = env.reset()
    for update in range(chosen.updates):
        with torch.no_grad():
            played = env.rollout(
                STEPS, policy, tensordict=seen, auto_reset=False, break_when_any_done=False
            )
            seen = env.reset()
            advantage(played)
        for group in optimiser.param_groups:
            group["lr"] = 6e-3 * (1 - update / chosen.updates)
        played = played.reshape(-1)
        for _ in range(3):
            for batch in played[torch.randperm(len(played))].split(512):
                losses = loss(batch)
                total = sum(value for name, value in losses.items() if name.startswith("loss_"))
                optimiser.zero_grad()
                total.backward()
                optimiser.step()
    show("after", *win_share(policy, chosen.games))


if __name__ == "__main__":
    main()
