"""The environments' entry points compiled. Importing this module imports LLVM."""

from __future__ import annotations

from pathlib import Path

from kingup.bots.compiled import CACHE as BOTS
from kingup.bots.compiled import RECORDS
from kingup.compiler import EntryPoint, ObjectCache
from kingup.envs import entry_points
from kingup.rules.records import LEGAL, OBSERVATION

__all__ = ["LEGAL", "OBSERVATION"]

CACHE = ObjectCache(*BOTS.sources, Path(__file__).parent)

seed_all = EntryPoint(entry_points.seed_all, RECORDS, CACHE)
show_at = EntryPoint(entry_points.show_at, RECORDS, CACHE)
begin_all = EntryPoint(entry_points.begin_all, RECORDS, CACHE)
first_fault = EntryPoint(entry_points.first_fault, RECORDS, CACHE)
step_all = EntryPoint(entry_points.step_all, RECORDS, CACHE)
act_at = EntryPoint(entry_points.act_at, RECORDS, CACHE)
reward_at = EntryPoint(entry_points.reward_at, RECORDS, CACHE)
finish_all = EntryPoint(entry_points.finish_all, RECORDS, CACHE)
choose_random = EntryPoint(entry_points.choose_random, RECORDS, CACHE)
begin_learners = EntryPoint(entry_points.begin_learners, RECORDS, CACHE)
step_learners = EntryPoint(entry_points.step_learners, RECORDS, CACHE)
