"""The trained player's functions compiled by Numba. Importing this module imports Numba."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import kingup.bots.kernel as bots
from kingup.bots.compiled import COMPILED as BOTS
from kingup.bots.compiled import RECORDS
from kingup.bots.sovereign import entry_points
from kingup.rules.compiled import COMPILED as RULES
from kingup.rules.compiling import compile_functions
from kingup.rules.records import LEGAL, OBSERVATION

__all__ = ["LEGAL", "OBSERVATION"]

_SOURCES = (Path(__file__).parent, Path(bots.__file__).parent)

COMPILED: dict[str, Any] = compile_functions(
    (), entry_points, *_SOURCES, known={**RULES, **BOTS}, records=RECORDS
)
"""The compiled functions by name. Those in `entry_points` can be called from Python."""

show_all = COMPILED["show_all"]
court_all = COMPILED["court_all"]
affine = COMPILED["affine"]
weigh_bots = COMPILED["weigh_bots"]
weigh_hidden = COMPILED["weigh_hidden"]
collect_decisions = COMPILED["collect_decisions"]
begin_worlds = COMPILED["begin_worlds"]
act_all = COMPILED["act_all"]
next_all = COMPILED["next_all"]
open_all = COMPILED["open_all"]
shares_all = COMPILED["shares_all"]
