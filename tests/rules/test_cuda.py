"""The same functions compile unchanged for CUDA; neither a GPU nor a driver is needed for that.

Runs where numba-cuda is installed, with NVIDIA's compilers from PyPI:
`pip install numba-cuda nvidia-cuda-nvrtc nvidia-nvvm nvidia-nvjitlink`.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import SimpleNamespace

import numpy as np
import pytest

from kingup.envs.gpu.function_clones import clone_functions
from kingup.rules import entry_points
from kingup.rules.compiled import GAME, MENU
from kingup.rules.kernel import MODULES

pytestmark = pytest.mark.skipif(
    find_spec("numba_cuda") is None, reason="numba-cuda is not installed"
)

HOPPER = (9, 0)

GAMES = np.zeros(1, GAME)
NUMBER = 0
ARGUMENTS = {
    "play_out_all": (GAMES, NUMBER),
    "random_step_all": (GAMES,),
    "winners_all": (GAMES, np.zeros(1, np.int16)),
    "draw_at": (GAMES, NUMBER),
    "fault_at": (GAMES, NUMBER, NUMBER, NUMBER),
    "actors_at": (GAMES, NUMBER),
    "list_actions_at": (GAMES, NUMBER, NUMBER, np.zeros(1, MENU)),
    "play_at": (GAMES, NUMBER, NUMBER, NUMBER),
}


@pytest.mark.parametrize("name", ARGUMENTS)
def test_an_entry_point_compiles_for_cuda(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    cuda = import_module("numba.cuda")
    # Numba asks the current device what to compile for; without one, the test answers.
    device = SimpleNamespace(compute_capability=HOPPER)
    dispatcher = import_module("numba.cuda.dispatcher")
    monkeypatch.setattr(dispatcher, "get_current_device", lambda: device)

    functions = clone_functions(cuda.jit(device=True), (*MODULES, entry_points))
    types = tuple(import_module("numba").typeof(argument) for argument in ARGUMENTS[name])
    ptx, _ = cuda.compile_ptx(functions[name].py_func, types, device=True, cc=HOPPER)
    assert ".target sm_90" in ptx
