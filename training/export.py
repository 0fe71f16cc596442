"""Write the weights that play: python -m training.export CHECKPOINT OUT.npz

Takes the averaged player and the critic of a checkpoint, as 16-bit numbers, for
`kingup.bots.sovereign`.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np
import torch

from kingup.bots.sovereign.shape import Shape
from kingup.bots.sovereign.weights import Weights, save_weights
from training.saving import read_checkpoint

MOST_BYTES = 8 << 20


def weights_of(state: dict[str, Any]) -> Weights:
    """Return the averaged player and the critic of a checkpoint."""
    arrays: dict[str, Any] = {}
    for part, name in (("average", "player"), ("critic", "critic")):
        for key, value in state[part].items():
            if not key.startswith("rank."):
                arrays[f"{name}.{key}"] = value.detach().float().cpu().numpy()
    return Weights(
        Shape(**state["player_shape"]),
        Shape(**state["critic_shape"]),
        arrays,
        {"iteration": state["iteration"], "minutes": round(float(state["minutes"]), 2)},
    )


def export(checkpoint: Path, out: Path) -> int:
    """Write the weights of a checkpoint; return how many bytes they take."""
    state = read_checkpoint(checkpoint)
    weights = weights_of(state)
    largest = max(float(np.abs(array).max()) for array in weights.arrays.values())
    if not largest < np.finfo(np.float16).max:
        raise SystemExit(f"A weight of {largest} does not fit into 16 bits.")
    save_weights(out, weights)
    size = out.stat().st_size
    if size > MOST_BYTES:
        out.unlink()
        raise SystemExit(f"The weights would take {size:,} bytes, more than {MOST_BYTES:,}.")
    return size


def main() -> None:
    """Export a checkpoint."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("out", type=Path)
    options = parser.parse_args()
    torch.set_num_threads(1)
    size = export(options.checkpoint, options.out)
    print(f"{options.out}: {size:,} bytes")


if __name__ == "__main__":
    main()
