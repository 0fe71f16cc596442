"""Checks that end a run in its first minute, before it wastes time on a GPU."""

from __future__ import annotations

import json
from pathlib import Path

import torch

from kingup.envs.opponents import LEARNER
from kingup.rules.constants import CARDS, MAX_SEATS
from kingup.rules.setup import Setup
from training.games import Games
from training.gpu_parity import EXPECTED, same
from training.network import DEVICE, Reader
from training.rollout import sample
from training.settings import RunSettings, draw_setups

MOST_OFF = 0.05
"""How far the first minibatch's probability ratios may be from 1, on average."""

WARM = 30
"""Iterations after which the speed has settled."""

GAMES = 4096

STEPS = 60
"""Random decisions; hidden fields are changed before each."""


def check_device(kernels: Path | None) -> None:
    """Exit unless the GPU plays the same games as the CPU and observations hide what is secret."""
    if DEVICE == "cpu":
        return
    if kernels is None:
        raise SystemExit("A GPU needs kernels: python -m training.build FOLDER, and --kernels.")
    expected = json.loads((kernels / EXPECTED).read_text(encoding="utf-8"))
    if not same(kernels, expected):
        raise SystemExit(
            "The GPU does not play the same games as the CPU did when these kernels were built. "
            "If rules or settings have changed since, rebuild: python -m training.build FOLDER."
        )
    if not reads_alike(kernels):
        raise SystemExit("The GPU does not read observations as PyTorch does.")
    leaks = leaking_features(kernels)
    if leaks:
        raise SystemExit(f"{leaks} features of observations reveal what others hold.")


def reads_alike(kernels: Path) -> bool:
    """Return whether the GPU's kernel reads games in progress as PyTorch's operations do."""
    kinds = torch.full((GAMES, MAX_SEATS), LEARNER)
    games, reader = Games(kernels, draw_setups(RunSettings(setups=64)), kinds, 5), Reader()
    reader.to(DEVICE)
    for _ in range(STEPS):
        games.step(sample(torch.zeros_like(games.masks, dtype=torch.float32), games.masks))
        known = games.open_cards(games.acting_seats())
        for shown in ((), known):
            found, wanted = reader(games.rows, *shown), reader.plain(games.rows, *shown)
            if not all(map(torch.equal, found, wanted)):
                return False
    return True


def leaking_features(kernels: Path | None) -> int:
    """Return how many bytes of observations change when the others' secrets are changed."""
    setups = [
        Setup.of("kingup", 4),
        Setup.of("vive-le-roi", 5, ["ambition", "emissary"]),
        Setup.of("vive-le-roi", [2, 1, 2], ["ambition"]),
    ]
    kinds = torch.full((GAMES if DEVICE == "cuda" else 64, MAX_SEATS), LEARNER)
    games = Games(kernels, setups, kinds, 7)
    # Cards only at the start: later some are open, and those narrow down the rest.
    leaks = changed_by(games, "card")
    for _ in range(STEPS):
        games.step(sample(torch.zeros_like(games.masks, dtype=torch.float32), games.masks))
        leaks += changed_by(games, "kept", "dealt_1", "dealt_2", "vote", "pile")
    return leaks


def changed_by(games: Games, *names: str) -> int:
    """Change fields of all other seats, and return how many bytes of the observations change."""
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
    games.vector.show()
    changed = int((games.rows != before).sum())
    games.states.copy_(states)
    games.vector.show()
    return changed


def check_start(settings: RunSettings, taken: int, log: dict[str, float], speed: float) -> None:
    """Exit if the first iterations show a wrong policy or too low a speed."""
    if taken == 1 and log["off"] > MOST_OFF:
        raise SystemExit(
            f"The policy that learns is not the one that played: ratios off by {log['off']:.3f}."
        )
    if taken == WARM and speed < settings.least_speed:
        raise SystemExit(f"{speed:,.0f} decisions/s, less than {settings.least_speed:,.0f}.")
