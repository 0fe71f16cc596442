"""What must hold before a GPU's minutes are spent: a run that fails one ends at once."""

from __future__ import annotations

import json
from pathlib import Path

import torch

from kingup.envs.opponents import LEARNER
from kingup.rules.constants import CARDS, MAX_SEATS
from kingup.rules.setup import Setup
from training.expecting import EXPECTED, same
from training.games import Games
from training.network import DEVICE
from training.settings import Settings

MOST_OFF = 0.05
"""How far the first minibatch's policy may be from the one that played, on the mean."""

WARM = 30
"""Iterations after which the speed is what it will be."""

GAMES = 4096


def check_device(kernels: Path | None) -> None:
    """End the run unless the device plays the CPU's games and nobody sees hidden cards."""
    if DEVICE == "cpu":
        return
    if kernels is None:
        raise SystemExit("A GPU needs kernels: python -m training.build FOLDER, and --kernels.")
    expected = json.loads((kernels / EXPECTED).read_text(encoding="utf-8"))
    if not same(kernels, expected):
        raise SystemExit("The device does not play the same games as the CPU.")
    leaks = leaking_features(kernels)
    if leaks:
        raise SystemExit(f"{leaks} features of an observation tell what others hold.")


def leaking_features(kernels: Path | None) -> int:
    """Return how many bytes of observations change when others' hidden cards do."""
    setups = [Setup.of("kingup", 4), Setup.of("vive-le-roi", 5, ["ambition", "emissary"])]
    kinds = torch.full((GAMES if DEVICE == "cuda" else 64, MAX_SEATS), LEARNER)
    games = Games(kernels, setups, kinds, 7)
    before = games.rows.clone()
    cards = games.field("card")
    index = torch.arange(cards.shape[1], device=DEVICE)
    others = games.seat_of != games.acting_seats()[:, None]
    others &= index < games.seats[:, None]
    cards.copy_(torch.where(others, (cards + 1) % CARDS, cards))
    games.pupils.show()
    return int((games.rows != before).sum())


def check_start(settings: Settings, taken: int, log: dict[str, float], speed: float) -> None:
    """End the run if its first iterations are not as they must be."""
    if taken == 1 and log["off"] > MOST_OFF:
        raise SystemExit(
            f"The policy that learns is not the one that played: ratios are {log['off']:.3f} off."
        )
    if taken == WARM and speed < settings.least_speed:
        raise SystemExit(f"{speed:,.0f} decisions/s, less than {settings.least_speed:,.0f}.")
