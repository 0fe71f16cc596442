"""Tables' events on disk, and the bus between processes. It knows no pages."""

from kingup.store.bus import Bus
from kingup.store.database import Database
from kingup.store.errors import Conflict, Duplicate, Unavailable
from kingup.store.reports import ReportStore
from kingup.store.store import Entry, Store
from kingup.store.talk import TalkStore

__all__ = [
    "Bus",
    "Conflict",
    "Database",
    "Duplicate",
    "Entry",
    "ReportStore",
    "Store",
    "TalkStore",
    "Unavailable",
]
