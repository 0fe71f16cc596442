"""Compile the kernels to PTX. Needs `kingup[gpu]`, but neither a GPU nor a driver.

python -m kingup.envs.gpu.build FOLDER
"""

from __future__ import annotations

import json
import re
import sys
import warnings
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

HOPPER = (9, 0)
PTX_VERSION = "9.0"
"""The newest PTX that drivers of CUDA 13.0 read; compilers from PyPI may write a later one."""


def build(folder: Path, capability: tuple[int, int] = HOPPER) -> None:
    """Write a PTX file for each kernel, and their entry names, into a folder."""
    import numpy as np
    from numba import cuda

    import kingup.bots.kernel as bots
    from kingup.bots.style import STYLES
    from kingup.envs import entry_points, opponents
    from kingup.envs.compiled import LEGAL, OBSERVATION
    from kingup.envs.gpu import kernels
    from kingup.envs.gpu.function_clones import clone_functions
    from kingup.rules import entry_points as rules_entry_points
    from kingup.rules.kernel import MODULES
    from kingup.rules.records import GAME, HISTORY, record_type_of

    modules = (*MODULES, *bots.MODULES, rules_entry_points, opponents, entry_points, kernels)
    functions = clone_functions(cuda.jit(device=True), modules)
    games, histories = np.zeros(1, GAME), np.zeros(1, HISTORY)
    observations, masks = np.zeros(1, OBSERVATION), np.zeros(1, LEGAL)
    styles = np.zeros(1, record_type_of(STYLES[0]))
    whole, byte = np.zeros(1, np.int32), np.zeros(1, np.uint8)
    rewards = np.zeros((1, 1), np.float32)
    words, bytes_ = np.zeros((1, 1), np.uint32), np.zeros((1, 1), np.uint8)
    arguments: dict[str, tuple[Any, ...]] = {
        "play_out_kernel": (games, 0),
        "seed_kernel": (games, 0),
        "begin_kernel": (games, histories, games, whole, observations, masks),
        "choose_kernel": (games, whole, whole),
        "courtier_kernel": (games, styles, whole, whole),
        "step_kernel": (
            *(games, histories, games, whole, whole),
            *(rewards, byte, False, observations, masks),
        ),
        "show_kernel": (games, histories, whole, words, bytes_),
    }
    write_kernels(folder, functions, arguments, capability)


def write_kernels(
    folder: Path,
    functions: dict[str, Any],
    arguments: dict[str, tuple[Any, ...]],
    capability: tuple[int, int] = HOPPER,
) -> None:
    """Write a PTX file for each kernel, compiled for the types of its arguments, and entry names.

    Other kernels in the folder stay.
    """
    import numba
    from numba import cuda

    # Numba asks the current device what to compile for; without a device, this answers.
    dispatcher: Any = import_module("numba.cuda.dispatcher")
    dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=capability)

    folder.mkdir(parents=True, exist_ok=True)
    listed = folder / "entries.json"
    entries = json.loads(listed.read_text(encoding="utf-8")) if listed.exists() else {}
    for name, values in arguments.items():
        types = tuple(numba.typeof(value) for value in values)
        with warnings.catch_warnings():
            # A sheet may stand for an observation; Numba warns that this is experimental.
            warnings.simplefilter("ignore", numba.NumbaExperimentalFeatureWarning)
            ptx, _ = cuda.compile_ptx(functions[name].py_func, types, device=False, cc=capability)
        ptx = re.sub(r"^\.version .*$", f".version {PTX_VERSION}", ptx, flags=re.MULTILINE)
        (folder / f"{name}.ptx").write_text(ptx, encoding="utf-8")
        found = re.search(r"\.visible \.entry (\S+?)\(", ptx)
        if found is None:
            sys.exit(f"No entry in the PTX of {name}.")
        entries[name] = found.group(1)
    listed.write_text(json.dumps(entries, indent=1), encoding="utf-8")


if __name__ == "__main__":
    build(Path(sys.argv[1]))
