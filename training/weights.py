"""Convert a run's checkpoint to shipped weights, and back."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import torch

from kingup.bots.sovereign.shape import Shape
from kingup.bots.sovereign.weights import Weights

PARTS = {"average": "player", "critic": "critic"}
"""The networks of a run that are shipped, and their names there."""


def weights_of(state: dict[str, Any]) -> Weights:
    """Return the averaged player and the critic of a checkpoint."""
    arrays: dict[str, Any] = {}
    for part, name in PARTS.items():
        for key, value in state[part].items():
            if not key.startswith("rank."):
                arrays[f"{name}.{key}"] = value.detach().float().cpu().numpy()
    return Weights(
        Shape(**state["player_shape"]),
        Shape(**state["critic_shape"]),
        arrays,
        {"iteration": state["iteration"], "minutes": round(float(state["minutes"]), 2)},
    )


def state_of(weights: Weights, device: str = "cpu") -> dict[str, Any]:
    """Return a partial checkpoint: weights hold no extras, no ranks and no optimiser."""
    state: dict[str, Any] = {
        "player_shape": asdict(weights.player_shape),
        "critic_shape": asdict(weights.critic_shape),
        **weights.trained,
    }
    for part, name in PARTS.items():
        state[part] = {
            key.removeprefix(f"{name}."): torch.tensor(array, device=device)
            for key, array in weights.arrays.items()
            if key.startswith(f"{name}.")
        }
    return state
