"""A table's life as numbered events: seats, clocks, sealed votes, stand-ins, fair deals.

Pure logic: no network, no files, no clock (callers pass the time), no bots. `decisions` turns
requests into events, `advance` numbers them and adds the events that follow, and `Table` is the
resulting state.
"""

from kingup.tables.codec import from_json, to_json
from kingup.tables.errors import NotAllowed, StaleAction, TableError
from kingup.tables.events import Event, Numbered
from kingup.tables.setting import Pace, TableSetting
from kingup.tables.sitter import Sitter
from kingup.tables.table import Table
from kingup.tables.transition import advance

__all__ = [
    "Event",
    "NotAllowed",
    "Numbered",
    "Pace",
    "Sitter",
    "StaleAction",
    "Table",
    "TableError",
    "TableSetting",
    "advance",
    "from_json",
    "to_json",
]
