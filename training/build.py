"""Compile all kernels of a run to PTX, and write the digest that the GPU must reproduce.

python -m training.build FOLDER

Needs Numba and `kingup[gpu]`, but neither a GPU nor a driver nor PyTorch.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from training.gpu_parity import EXPECTED, expectation


def build(folder: Path) -> None:
    """Write the PTX files, their entry points, and a digest of games stepped on the CPU."""
    import numpy as np
    from numba import cuda

    import kingup.bots.kernel as bots
    from kingup.bots.style import STYLES
    from kingup.envs import entry_points, opponents
    from kingup.envs.gpu import build as rules
    from kingup.envs.gpu.function_clones import clone_functions
    from kingup.rules.kernel import MODULES
    from kingup.rules.records import GAME, HISTORY, record_type_of
    from training import company_kernel, kernels, step_kernel

    rules.build(folder)
    modules = (*MODULES, *bots.MODULES, opponents, entry_points)
    modules = (*modules, step_kernel, company_kernel, kernels)
    functions = clone_functions(cuda.jit(device=True), modules)
    games, histories = np.zeros(1, GAME), np.zeros(1, HISTORY)
    styles = np.zeros(1, record_type_of(STYLES[0]))
    whole, byte = np.zeros(1, np.int32), np.zeros(1, np.uint8)
    table, numbers = np.zeros((1, 1), np.uint8), np.zeros((1, 1), np.float32)
    arguments: dict[str, tuple[Any, ...]] = {
        "advance_kernel": (
            *(games, histories, games, styles, table, whole, whole),
            *(byte, numbers, byte, np.zeros((1, 1), np.int16), byte),
        ),
        "propose_kernel": (games, styles, table, whole, whole),
        "weigh_kernel": (games, styles, whole, whole, numbers, numbers),
    }
    rules.write_kernels(folder, functions, arguments)
    (folder / EXPECTED).write_text(json.dumps(expectation(None)), encoding="utf-8")


if __name__ == "__main__":
    build(Path(sys.argv[1]))
