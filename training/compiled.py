"""The kernels of a run compiled by Numba for the CPU: fast enough for tests and experiments."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import kingup.bots.kernel as bots
from kingup.bots.compiled import COMPILED as BOTS
from kingup.bots.compiled import RECORDS
from kingup.envs import entry_points as env_entry_points
from kingup.envs import opponents
from kingup.rules.compiled import COMPILED as RULES
from kingup.rules.compiling import compile_functions
from kingup.rules.records import LEGAL, OBSERVATION
from training import company_kernel, entry_points, plain_search, step_kernel

__all__ = ["LEGAL", "OBSERVATION"]

_SOURCES = (Path(__file__).parent, Path(bots.__file__).parent, Path(opponents.__file__).parent)

COMPILED: dict[str, Any] = compile_functions(
    (opponents, env_entry_points, step_kernel, company_kernel, plain_search),
    entry_points,
    *_SOURCES,
    known={**RULES, **BOTS},
    records=RECORDS,
)

advance_each = COMPILED["advance_each"]
show_each = COMPILED["show_each"]
propose_each = COMPILED["propose_each"]
weigh_each = COMPILED["weigh_each"]
try_plainly = COMPILED["try_plainly"]
