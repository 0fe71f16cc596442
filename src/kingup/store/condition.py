"""The condition of a database: whether it can be written, and whether it is damaged."""

from __future__ import annotations

import logging
import sqlite3

from kingup.store.errors import Damaged, Unavailable

log = logging.getLogger("kingup.store")

DAMAGED = (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT)
"""SQLite's error codes for a file that is no database or is damaged."""
DAMAGED_STATES = ("XX001", "XX002")
"""PostgreSQL's codes for damaged data, and for a damaged index."""
UNWRITABLE = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY)
"""SQLite's error codes for a disk that is full, fails, or has become read-only."""
UNWRITABLE_STATES = ("53100",)
"""PostgreSQL's code for a full disk."""


def means_damage(error: BaseException) -> bool:
    """Return whether an error of SQLite or PostgreSQL, or of SQLAlchemy, means damaged data."""
    return _code(error) in DAMAGED or _state(error) in DAMAGED_STATES


class Condition:
    """What the last reads and writes say about a database. Every change of it is logged once."""

    def __init__(self, place: str) -> None:
        self._place = place
        self.writable = True
        """False after a write that the disk refused, until another one succeeds."""
        self.damaged = False
        """True for good once damaged data was found."""

    def unavailable(self, error: BaseException) -> Unavailable:
        """Take note of an error, and return the one that callers are to see."""
        reason = getattr(error, "orig", None) or error
        if means_damage(error):
            if not self.damaged:
                log.critical("database damaged: place=%s error=%s", self._place, reason)
            self.damaged = True
            return Damaged()
        if _code(error) in UNWRITABLE or _state(error) in UNWRITABLE_STATES:
            if self.writable:
                log.error("database not writable: place=%s error=%s", self._place, reason)
            self.writable = False
        return Unavailable()

    def written(self) -> None:
        """Take note that a write succeeded."""
        if not self.writable:
            log.warning("database writable again: place=%s", self._place)
        self.writable = True


def _code(error: BaseException) -> int:
    reason = getattr(error, "orig", None) or error
    # The low byte is the primary error code; the others refine it.
    return int(getattr(reason, "sqlite_errorcode", 0)) & 0xFF


def _state(error: BaseException) -> str:
    reason = getattr(error, "orig", None) or error
    return str(getattr(reason, "sqlstate", None) or "")
