"""The trained player's functions compiled. Importing this module imports LLVM."""

from __future__ import annotations

from kingup.bots.compiled import CACHE, RECORDS
from kingup.bots.sovereign import entry_points
from kingup.compiler import EntryPoint
from kingup.rules.records import LEGAL, OBSERVATION

__all__ = ["LEGAL", "OBSERVATION"]

show_all = EntryPoint(entry_points.show_all, RECORDS, CACHE)
court_all = EntryPoint(entry_points.court_all, RECORDS, CACHE)
affine = EntryPoint(entry_points.affine, RECORDS, CACHE)
weigh_bots = EntryPoint(entry_points.weigh_bots, RECORDS, CACHE)
weigh_hidden = EntryPoint(entry_points.weigh_hidden, RECORDS, CACHE)
collect_decisions = EntryPoint(entry_points.collect_decisions, RECORDS, CACHE)
begin_worlds = EntryPoint(entry_points.begin_worlds, RECORDS, CACHE)
act_all = EntryPoint(entry_points.act_all, RECORDS, CACHE)
next_all = EntryPoint(entry_points.next_all, RECORDS, CACHE)
open_all = EntryPoint(entry_points.open_all, RECORDS, CACHE)
shares_all = EntryPoint(entry_points.shares_all, RECORDS, CACHE)
