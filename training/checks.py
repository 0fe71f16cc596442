"""What must hold before a GPU's minutes are spent: a run that fails one ends at once."""

from __future__ import annotations

import json
from pathlib import Path

import torch

from kingup.envs.opponents import LEARNER
from kingup.rules.constants import CARDS, MAX_SEATS
from kingup.rules.setup import Setup
from training.games import Games
from training.gpu_parity import EXPECTED, same
from training.network import DEVICE
from training.rollout import sample
from training.settings import RunSettings

MOST_OFF = 0.05
"""How far the first minibatch's policy may be from the one that played, on the mean."""

WARM = 30
"""Iterations after which the speed is what it will be."""

GAMES = 4096

STEPS = 60
"""Random decisions, before each of which it is tried."""


def check_device(kernels: Path | None) -> None:
    """End the run unless the device plays the CPU's games and nobody sees hidden cards."""
    if DEVICE == "cpu":
        return
    if kernels is None:
        raise SystemExit("A GPU needs kernels: python -m training.build FOLDER, and --kernels.")
    expected = json.loads((kernels / EXPECTED).read_text(encoding="utf-8"))
    if not same(kernels, expected):
        raise SystemExit(
            "The device does not play the games that the CPU played for these kernels. If rules "
            "or settings changed since, build them anew: python -m training.build FOLDER."
        )
    leaks = leaking_features(kernels)
    if leaks:
        raise SystemExit(f"{leaks} features of an observation tell what others hold.")


def leaking_features(kernels: Path | None) -> int:
    """Return how many bytes of observations change when what others hide does."""
    setups = [
        Setup.of("kingup", 4),
        Setup.of("vive-le-roi", 5, ["ambition", "emissary"]),
        Setup.of("vive-le-roi", [2, 1, 2], ["ambition"]),
    ]
    kinds = torch.full((GAMES if DEVICE == "cuda" else 64, MAX_SEATS), LEARNER)
    games = Games(kernels, setups, kinds, 7)
    # Later others' cards are open, or told by those that are gone.
    leaks = _changed_by(games, "card")
    for _ in range(STEPS):
        games.step(sample(torch.zeros_like(games.masks, dtype=torch.float32), games.masks))
        leaks += _changed_by(games, "kept", "dealt_1", "dealt_2", "vote", "pile")
    return leaks


def _changed_by(games: Games, *names: str) -> int:
    """Return how many bytes change when fields do, but for what is one's own seat's."""
    before, states = games.rows.clone(), games.states.clone()
    mine = games.acting_seats()[:, None]
    for name in names:
        field = games.field(name)
        others = torch.ones_like(field, dtype=torch.bool)
        if field.shape[1] == MAX_SEATS:
            others = torch.arange(MAX_SEATS, device=DEVICE) != mine
        elif field.shape[1] == games.seat_of.shape[1]:
            others = games.seat_of != mine
        field.copy_(torch.where(others, (field + 1) % CARDS, field))
    games.pupils.show()
    changed = int((games.rows != before).sum())
    games.states.copy_(states)
    games.pupils.show()
    return changed


def check_start(settings: RunSettings, taken: int, log: dict[str, float], speed: float) -> None:
    """End the run if its first iterations are not as they must be."""
    if taken == 1 and log["off"] > MOST_OFF:
        raise SystemExit(
            f"The policy that learns is not the one that played: ratios are {log['off']:.3f} off."
        )
    if taken == WARM and speed < settings.least_speed:
        raise SystemExit(f"{speed:,.0f} decisions/s, less than {settings.least_speed:,.0f}.")
