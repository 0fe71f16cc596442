"""Matches on the device: a player's share of wins against bots or another network."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import torch

from kingup.envs.opponents import LEARNER
from kingup.rules.constants import MAX_SEATS
from kingup.rules.setup import Setup
from training.games import Games
from training.network import DEVICE, FAST, PolicyModule
from training.rollout import PAST, log_policy, sample

ON_CPU = 12
"""Games of a match without a GPU: what tests need."""

STEPS = 160
"""Decisions of one seat within which nearly every game ends."""


@dataclass(frozen=True)
class Share:
    """A share of wins, and its uncertainty."""

    mean: float
    games: int
    error: float
    """Half of the 95 % interval."""


@torch.no_grad()
@torch.autocast(DEVICE, torch.bfloat16, enabled=FAST)
def win_share(
    kernels: Path | None,
    setup: Setup,
    player: PolicyModule,
    rival: PolicyModule | int,
    *,
    n: int,
    seed: int,
) -> Share:
    """Return a player's share of wins in one seat, rotated, against rivals of one kind.

    The rival is a network, or COURTIER or PAGE.

    Each of the n games counts once, though it is dealt again when it ends: else long games would
    count less. Draws come from a separate generator, so that measuring does not disturb training.
    """
    generator = torch.Generator(DEVICE).manual_seed(seed)
    seats = len(setup.seats)
    mine = torch.arange(n, device=DEVICE) % seats
    kind = rival if isinstance(rival, int) else PAST
    kinds = torch.full((n, MAX_SEATS), kind, device=DEVICE)
    games = Games(kernels, [setup], kinds.scatter(1, mine[:, None], LEARNER), seed)
    share = torch.full((n,), -1.0, device=DEVICE)
    # If networks have all seats, only one step in `seats` is a decision of this seat.
    for step in range(STEPS * (1 if isinstance(rival, int) else seats)):
        actions = sample(log_policy(player(games.rows), games.masks), games.masks, generator)
        if not isinstance(rival, int):
            theirs = sample(log_policy(rival(games.rows), games.masks), games.masks, generator)
            actions = torch.where(games.acting_seats() == mine, actions, theirs)
        games.step(actions)
        won = games.outcomes.gather(1, mine[:, None]).squeeze(1)
        share = torch.where((games.dones > 0) & (share < 0), won, share)
        if step % 20 == 19 and bool((share >= 0).all()):
            break
    ended = share[share >= 0]
    number = len(ended)
    if number < 2:
        return Share(float("nan"), number, float("nan"))
    error = 1.96 * float(ended.std()) / number**0.5
    return Share(float(ended.mean()), number, error)
