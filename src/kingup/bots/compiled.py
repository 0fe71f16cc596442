"""The bots' kernel compiled by Numba. Importing this module imports Numba."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from kingup.bots import entry_points, records
from kingup.bots.kernel import MODULES
from kingup.bots.style import STYLES, Style
from kingup.rules.compiled import COMPILED as RULES
from kingup.rules.compiled import HISTORY, new_games
from kingup.rules.compiling import compile_functions
from kingup.rules.records import RECORDS as RULES_RECORDS
from kingup.rules.records import record_type_of
from kingup.rules.state import History

STYLE = record_type_of(Style())
BELIEF = record_type_of(records.Belief())
NODE = record_type_of(records.SearchNode())
PATH = record_type_of(records.SearchPath())

RECORDS = {
    **RULES_RECORDS,
    Style: STYLE,
    records.Belief: BELIEF,
    records.SearchNode: NODE,
    records.SearchPath: PATH,
}

COMPILED: dict[str, Any] = compile_functions(
    MODULES, entry_points, Path(__file__).parent, known=RULES, records=RECORDS
)
"""The compiled functions by name. Those in `entry_points` can be called from Python."""

courtier_choose = COMPILED["courtier_choose"]
begin_beliefs = COMPILED["begin_beliefs"]
weigh_more = COMPILED["weigh_more"]
total_beliefs = COMPILED["total_beliefs"]
draw_worlds = COMPILED["draw_worlds"]
seed_at = COMPILED["seed_at"]
search_more = COMPILED["search_more"]
imagine_all = COMPILED["imagine_all"]
evaluate_all = COMPILED["evaluate_all"]
play_matches = COMPILED["play_matches"]

__all__ = ["BELIEF", "COMPILED", "HISTORY", "NODE", "PATH", "STYLE", "new_games"]


def style_records(*styles: Style) -> np.ndarray[Any, Any]:
    """Return styles as an array of records."""
    array = np.zeros(len(styles), STYLE)
    for i, style in enumerate(styles):
        array[i] = tuple(getattr(style, name) for name in STYLE.names or ())
    return array


@cache
def edition_style(edition: int) -> np.ndarray[Any, Any]:
    """Return the style of an edition as an array of one record."""
    return style_records(STYLES[edition])


def history_records(history: History) -> np.ndarray[Any, Any]:
    """Return a history as an array of one record."""
    array = np.zeros(1, HISTORY)
    array[0] = (history.size, history.seat, history.action)
    return array
