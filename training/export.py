"""Export weights for `kingup.bots.sovereign`: python -m training.export CHECKPOINT OUT.npz

Writes the averaged player and the critic of a checkpoint, as 16-bit numbers.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch

from kingup.bots.sovereign.weights import save_weights
from training.checkpoint import read_checkpoint
from training.weights import weights_of

MOST_BYTES = 8 << 20


def export(checkpoint: Path, out: Path) -> int:
    """Write the weights of a checkpoint; return the size of the file in bytes."""
    weights = weights_of(read_checkpoint(checkpoint))
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
