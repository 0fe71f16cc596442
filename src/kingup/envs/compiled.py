"""The environments' entry points compiled by Numba. Importing this module imports Numba."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import kingup.bots.kernel as bots
from kingup.bots.compiled import COMPILED as BOTS
from kingup.bots.compiled import RECORDS
from kingup.envs import entry_points, opponents
from kingup.rules.compiled import COMPILED as RULES
from kingup.rules.compiling import compile_functions
from kingup.rules.records import LEGAL, OBSERVATION

__all__ = ["LEGAL", "OBSERVATION"]

_SOURCES = (Path(__file__).parent, Path(bots.__file__).parents[1])

COMPILED: dict[str, Any] = compile_functions(
    (opponents,), entry_points, *_SOURCES, known={**RULES, **BOTS}, records=RECORDS
)
"""The compiled functions by name. Those in `entry_points` can be called from Python."""

seed_all = COMPILED["seed_all"]
show_at = COMPILED["show_at"]
begin_all = COMPILED["begin_all"]
first_fault = COMPILED["first_fault"]
step_all = COMPILED["step_all"]
act_at = COMPILED["act_at"]
reward_at = COMPILED["reward_at"]
finish_all = COMPILED["finish_all"]
choose_random = COMPILED["choose_random"]
begin_learners = COMPILED["begin_learners"]
step_learners = COMPILED["step_learners"]
