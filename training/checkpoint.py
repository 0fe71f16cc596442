"""Checkpoints on disk: a few small files, each replaced atomically."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import torch

from kingup.bots.bot import BotError
from kingup.bots.sovereign.layout import NETWORK_VERSION
from kingup.bots.sovereign.weights import load_weights
from kingup.rules.features import OBSERVATION_VERSION
from training.weights import state_of

CHECKPOINT = "checkpoint.pt"
MEANS = "means.pt"
SQUARES = "squares.pt"
"""The optimiser's first and second moments, in two files to keep each below MOST_BYTES."""
PAST = "past.pt"
VERSIONS = {"network": NETWORK_VERSION, "observation": OBSERVATION_VERSION}
"""What weights were trained for; every file of weights records it."""
MOST_BYTES = 16 << 20
"""The largest file that a run may write, so that it is easily copied between machines."""


def store(state: object, path: Path) -> None:
    """Write a file atomically."""
    torch.save(state, path.with_suffix(".tmp"))
    path.with_suffix(".tmp").replace(path)


def read_player(path: Path, device: str = "cpu") -> dict[str, Any]:
    """Return the averaged player and its critic, from a run or from shipped weights."""
    if path.suffix != ".npz":
        return read_checkpoint(path, device)
    try:
        return state_of(load_weights(path), device)
    except BotError as error:
        raise SystemExit(str(error)) from None


def read_checkpoint(path: Path, device: str = "cpu") -> dict[str, Any]:
    """Return the checkpoint in a file or folder; exit with a message if it cannot be used."""
    if path.is_dir():
        path = path / CHECKPOINT
    if not path.exists():
        raise SystemExit(f"There is no checkpoint {path}.")
    state: dict[str, Any] = torch.load(path, map_location=device, weights_only=False)
    check_versions(path, state)
    return state


def check_versions(path: Path, about: dict[str, Any]) -> None:
    """Exit unless the weights are for this network and this observation."""
    for name, version in VERSIONS.items():
        if about.get(name) != version:
            raise SystemExit(f"{path} is of another {name} version, not {version}.")


def read_if_there(path: Path, device: str) -> Any:
    """Return what a file holds, or None if there is no such file."""
    return torch.load(path, map_location=device, weights_only=False) if path.exists() else None


def add_row(path: Path, row: dict[str, Any]) -> None:
    """Add a row to a CSV file; columns that other rows do not have stay empty there."""
    rows: list[dict[str, Any]] = []
    if path.exists():
        with path.open(newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
    rows.append(row)
    columns = list(dict.fromkeys(column for each in rows for column in each))
    with path.with_suffix(".tmp").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, columns)
        writer.writeheader()
        writer.writerows(rows)
    path.with_suffix(".tmp").replace(path)


def halved(network: torch.nn.Module) -> dict[str, torch.Tensor]:
    """Return a network's weights as 16-bit numbers."""
    return {name: value.half() for name, value in network.state_dict().items()}


def load(network: torch.nn.Module, weights: dict[str, torch.Tensor]) -> None:
    """Load weights of any precision into a network."""
    network.load_state_dict({name: value.float() for name, value in weights.items()})


def bytes_of(weights: dict[str, torch.Tensor]) -> int:
    """Return how many bytes weights take."""
    return sum(value.numel() * value.element_size() for value in weights.values())
