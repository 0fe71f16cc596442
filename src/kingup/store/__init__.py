"""Tables' events on disk. It knows events and listings, never pages."""

from kingup.store.database import Database
from kingup.store.errors import Conflict, Duplicate
from kingup.store.store import Entry, Store

__all__ = ["Conflict", "Database", "Duplicate", "Entry", "Store"]
