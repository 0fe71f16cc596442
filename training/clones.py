"""Clones: small networks that imitate a bot, stored in `training/clones`."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import torch

from kingup.bots.sovereign.shape import Shape
from training.checkpoint import VERSIONS, check_versions
from training.network import DEVICE, PolicyModule

CLONES = Path(__file__).parent / "clones"
SHAPE = Shape(width=256, blocks=2)
"""Smaller than a learner's: imitating is easier, and these files are kept in the repository."""

Weights = dict[str, torch.Tensor]


def save_clone(path: Path, player: PolicyModule, about: dict[str, Any]) -> None:
    """Write a clone, as 16-bit numbers."""
    told = {**VERSIONS, "shape": asdict(player.shape), **about}
    arrays: dict[str, Any] = {
        name: value.detach().cpu().numpy().astype(np.float16)
        for name, value in player.state_dict().items()
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        np.savez_compressed(file, about=np.array(json.dumps(told)), **arrays)


def read_clone(name: str, folder: Path = CLONES) -> Weights:
    """Return the weights of a clone; exit with a message if there is none to use."""
    path = folder / f"{name}.npz"
    if not path.exists():
        known = ", ".join(sorted(each.stem for each in folder.glob("*.npz"))) or "none"
        raise SystemExit(f"There is no clone “{name}”; there are: {known}.")
    with np.load(path, allow_pickle=False) as file:
        about = json.loads(str(file["about"]))
        check_versions(path, about)
        if about["shape"] != asdict(SHAPE):
            raise SystemExit(f"{path} has a different shape from today's clones.")
        arrays = {key: file[key] for key in file.files if key != "about"}
    return {key: torch.from_numpy(array).float().to(DEVICE) for key, array in arrays.items()}


def clone_of(weights: Weights) -> PolicyModule:
    """Return the network that plays with a clone's weights."""
    # Creating a network draws random weights; the caller's generator must not notice.
    with torch.random.fork_rng():
        player: PolicyModule = PolicyModule(SHAPE).to(DEVICE)
    player.load_state_dict(weights)
    return player
