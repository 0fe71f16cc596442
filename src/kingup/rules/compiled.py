"""The rules compiled: the kernel's own functions over NumPy records.

Importing this module imports NumPy and LLVM, which takes a while; nothing that steps one game at a
time needs it. The first call of a function compiles it, and the result is kept on disk.
"""

from __future__ import annotations

from pathlib import Path

from kingup.compiler import EntryPoint, ObjectCache
from kingup.rules import entry_points
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

CACHE = ObjectCache(Path(__file__).parent)

play_out_all = EntryPoint(entry_points.play_out_all, RECORDS, CACHE)
random_step_all = EntryPoint(entry_points.random_step_all, RECORDS, CACHE)
winners_all = EntryPoint(entry_points.winners_all, RECORDS, CACHE)
draw_at = EntryPoint(entry_points.draw_at, RECORDS, CACHE)
fault_at = EntryPoint(entry_points.fault_at, RECORDS, CACHE)
actors_at = EntryPoint(entry_points.actors_at, RECORDS, CACHE)
list_actions_at = EntryPoint(entry_points.list_actions_at, RECORDS, CACHE)
play_at = EntryPoint(entry_points.play_at, RECORDS, CACHE)
