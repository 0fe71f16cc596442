"""The kernels of a run compiled for the CPU: fast enough for tests and experiments."""

from __future__ import annotations

from pathlib import Path

from kingup.bots.compiled import RECORDS
from kingup.compiler import EntryPoint, ObjectCache
from kingup.envs.compiled import CACHE as ENVIRONMENTS
from kingup.rules.records import LEGAL, OBSERVATION
from training import entry_points

__all__ = ["LEGAL", "OBSERVATION"]

CACHE = ObjectCache(*ENVIRONMENTS.sources, Path(__file__).parent)

advance_each = EntryPoint(entry_points.advance_each, RECORDS, CACHE)
show_each = EntryPoint(entry_points.show_each, RECORDS, CACHE)
propose_each = EntryPoint(entry_points.propose_each, RECORDS, CACHE)
weigh_each = EntryPoint(entry_points.weigh_each, RECORDS, CACHE)
try_plainly = EntryPoint(entry_points.try_plainly, RECORDS, CACHE)
