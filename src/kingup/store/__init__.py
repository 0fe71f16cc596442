"""Storage: table events in a database, and the message bus between processes."""

from kingup.store.bus import Bus
from kingup.store.chat import ChatStore
from kingup.store.database import Database
from kingup.store.errors import Conflict, Damaged, Duplicate, Unavailable
from kingup.store.reports import ReportStore
from kingup.store.store import ListedTable, Store

__all__ = [
    "Bus",
    "ChatStore",
    "Conflict",
    "Damaged",
    "Database",
    "Duplicate",
    "ListedTable",
    "ReportStore",
    "Store",
    "Unavailable",
]
