"""Why events were not stored."""

from __future__ import annotations

from typing import Any

from kingup.rules.errors import KingUpError, sentence


class Conflict(Exception):
    """Somebody else was faster: the table has events that were not known here."""


class Duplicate(Exception):
    """What was to be stored under a key has been stored before, from this number on."""

    def __init__(self, number: int) -> None:
        self.number = number
        super().__init__(f"stored before, from event {number} on")


class NoDatabase(KingUpError):
    """A file that is no database, or one that is damaged."""


class Unavailable(KingUpError):
    """The database does not answer now."""

    SENTENCE = sentence(
        "The tables cannot be reached right now. Nothing is lost: try again in a moment."
    )

    def __init__(self, template: str = SENTENCE, **values: Any) -> None:
        super().__init__(template, **values)
