"""Why events were not stored."""

from __future__ import annotations


class Conflict(Exception):
    """Somebody else was faster: the table has events that were not known here."""


class Duplicate(Exception):
    """What was to be stored under a key has been stored before, from this number on."""

    def __init__(self, number: int) -> None:
        self.number = number
        super().__init__(f"stored before, from event {number} on")
