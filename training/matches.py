"""How strong a player is, measured on the device: against courtiers, or against a past self."""

from __future__ import annotations

from pathlib import Path

import torch

from kingup.rules.setup import Setup
from training.games import Games
from training.network import DEVICE, FAST, Player
from training.rollout import log_policy, sample

STEPS = 420
"""Decisions after which nearly every game of four seats has ended."""


@torch.no_grad()
@torch.autocast(DEVICE, torch.bfloat16, enabled=FAST)
def win_share(
    kernels: Path, setup: Setup, player: Player, rival: Player | None, *, n: int, seed: int
) -> float:
    """Return a player's share of wins in one seat, rotated, against rivals or courtiers."""
    games = Games(kernels, [setup], n, seed)
    seats = len(setup.seats)
    mine = torch.arange(n, device=DEVICE) % seats
    share = torch.full((n,), -1.0, device=DEVICE)
    for _ in range(STEPS):
        acting = games.acting_seats()
        own = sample(log_policy(player(games.rows), games.masks), games.masks)
        if rival is None:
            theirs = games.courtiers().long()
        else:
            theirs = sample(log_policy(rival(games.rows), games.masks), games.masks)
        games.step(torch.where(acting == mine, own, theirs))
        ended = (games.dones > 0) & (share < 0)
        won = games.rewards.gather(1, mine[:, None]).squeeze(1) + 1 / seats
        share = torch.where(ended, won, share)
    return float(share[share >= 0].mean())
