"""Checkpoints on disk: whole or not at all, and small enough to be carried."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch

from kingup.bots.sovereign.layout import NETWORK_VERSION

CHECKPOINT = "checkpoint.pt"
PAST = "past-{:02}.pt"


def store(state: object, path: Path) -> None:
    """Write a file whole or not at all."""
    torch.save(state, path.with_suffix(".tmp"))
    path.with_suffix(".tmp").replace(path)


def read_checkpoint(path: Path, device: str = "cpu") -> dict[str, Any]:
    """Return a checkpoint; a sentence for what cannot be used."""
    if path.is_dir():
        path = path / CHECKPOINT
    if not path.exists():
        raise SystemExit(f"There is no checkpoint {path}.")
    state: dict[str, Any] = torch.load(path, map_location=device, weights_only=False)
    if state.get("network") != NETWORK_VERSION:
        raise SystemExit(f"{path} holds a network of another version.")
    return state


def halved(network: torch.nn.Module) -> dict[str, torch.Tensor]:
    """Return a network's weights as 16-bit numbers."""
    return {name: value.half() for name, value in network.state_dict().items()}
