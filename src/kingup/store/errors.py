"""Errors of the store."""

from __future__ import annotations

from typing import Any

from kingup.rules.errors import KingUpError, sentence


class Conflict(Exception):
    """A conflict with another writer: the table has events that the caller did not know."""


class Duplicate(Exception):
    """An action with this key has been stored before; its first event has this number."""

    def __init__(self, number: int) -> None:
        self.number = number
        super().__init__(f"stored before, from event {number} on")


class NoDatabase(KingUpError):
    """A file that is no database, or is damaged."""


class Unavailable(KingUpError):
    """The database does not answer at the moment."""

    SENTENCE = sentence(
        "The tables cannot be reached right now. Nothing is lost: try again in a moment."
    )

    def __init__(self, template: str = SENTENCE, **values: Any) -> None:
        super().__init__(template, **values)


class Damaged(Unavailable):
    """The database is damaged, and does not get better by waiting."""

    SENTENCE = sentence(
        "The tables of this server are damaged. Whoever runs it has to restore them: recent games "
        "may be lost."
    )

    def __init__(self, template: str = SENTENCE, **values: Any) -> None:
        super().__init__(template, **values)
