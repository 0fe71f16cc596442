"""The bots' kernel compiled. Importing this module imports LLVM."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from kingup.bots import entry_points, records
from kingup.bots.style import STYLES, Style
from kingup.compiler import EntryPoint, ObjectCache
from kingup.rules.compiled import CACHE as RULES
from kingup.rules.compiled import HISTORY, new_games
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

CACHE = ObjectCache(*RULES.sources, Path(__file__).parent)

courtier_choose = EntryPoint(entry_points.courtier_choose, RECORDS, CACHE)
begin_beliefs = EntryPoint(entry_points.begin_beliefs, RECORDS, CACHE)
weigh_more = EntryPoint(entry_points.weigh_more, RECORDS, CACHE)
total_beliefs = EntryPoint(entry_points.total_beliefs, RECORDS, CACHE)
draw_worlds = EntryPoint(entry_points.draw_worlds, RECORDS, CACHE)
seed_at = EntryPoint(entry_points.seed_at, RECORDS, CACHE)
search_more = EntryPoint(entry_points.search_more, RECORDS, CACHE)
imagine_all = EntryPoint(entry_points.imagine_all, RECORDS, CACHE)
evaluate_all = EntryPoint(entry_points.evaluate_all, RECORDS, CACHE)
play_matches = EntryPoint(entry_points.play_matches, RECORDS, CACHE)

__all__ = ["BELIEF", "HISTORY", "NODE", "PATH", "STYLE", "new_games"]


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
