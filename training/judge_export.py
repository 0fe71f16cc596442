"""Export a judge for `kingup.bots.sovereign`: python -m training.judge_export JUDGE.pt OUT.npz"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from kingup.bots.sovereign.judge_weights import pack, save_judge, unpack
from kingup.bots.sovereign.shape import Shape
from kingup.bots.sovereign.weights import SHIPPED
from training.checkpoint import check_versions

MOST_BYTES = 8_000_000
"""The largest size of the judge together with the shipped player."""


def export_judge(checkpoint: Path, out: Path) -> int:
    """Write the averaged judge of a run; return the size of the file in bytes."""
    state: dict[str, Any] = torch.load(checkpoint, map_location="cpu", weights_only=False)
    check_versions(checkpoint, state)
    arrays = {f"judge.{name}": value.float().numpy() for name, value in state["judge"].items()}
    trained = {name: state[name] for name in ("updates", "minutes")}
    save_judge(out, Shape(**state["shape"]), arrays, trained)
    size = out.stat().st_size
    if size + SHIPPED.stat().st_size > MOST_BYTES:
        out.unlink()
        raise SystemExit(f"The judge would take {size:,} bytes, too many beside the player.")
    return size


def as_shipped(weights: dict[str, Tensor]) -> dict[str, Tensor]:
    """Return weights as they are after they have been exported."""
    return {
        name: torch.from_numpy(unpack(*pack(value.cpu().numpy()))).to(value.device)
        if value.dim() == 2
        else value.half().float()
        for name, value in weights.items()
    }


def main() -> None:
    """Export a judge."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("out", type=Path)
    options = parser.parse_args()
    size = export_judge(options.checkpoint, options.out)
    print(f"{options.out}: {size:,} bytes")


if __name__ == "__main__":
    main()
