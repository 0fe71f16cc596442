"""The rules compiled by Numba: the kernel's own functions over NumPy records.

Importing this module imports Numba, which takes a while; nothing that steps one game at a time
needs it. The first call of a function compiles it, and the result is cached on disk.
"""

from __future__ import annotations

from typing import Any

from kingup.rules import entry_points
from kingup.rules.compiling import compile_functions
from kingup.rules.kernel import MODULES
from kingup.rules.records import (
    GAME,
    HISTORY,
    MENU,
    RECORDS,
    Games,
    from_record,
    new_games,
    to_record,
)

__all__ = ["GAME", "HISTORY", "MENU", "Games", "from_record", "new_games", "to_record"]

COMPILED: dict[str, Any] = compile_functions(MODULES, entry_points, records=RECORDS)
"""The compiled functions by name. Those in `entry_points` can be called from Python."""

play_out_all = COMPILED["play_out_all"]
random_step_all = COMPILED["random_step_all"]
winners_all = COMPILED["winners_all"]
draw_at = COMPILED["draw_at"]
fault_at = COMPILED["fault_at"]
actors_at = COMPILED["actors_at"]
list_actions_at = COMPILED["list_actions_at"]
play_at = COMPILED["play_at"]
