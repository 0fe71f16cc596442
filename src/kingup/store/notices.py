"""Notices: bus messages about a table's new events, with the events themselves if they fit.

A process that receives the events need not read them from the database. They hold secrets, as the
database does: apply them to the table, and never log them.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from kingup.tables.codec import from_json, to_json
from kingup.tables.events import Numbered

LONGEST = 7500
"""The longest notice in characters: PostgreSQL notifications must be shorter than 8,000 bytes."""


@dataclass(frozen=True, slots=True, repr=False)
class Notice:
    """A table's code, the number of its last event, and its newest events if they fitted."""

    code: str
    number: int
    _events: str

    def events(self) -> list[Numbered]:
        """Return the events in the notice, the last one included; none if they were too long."""
        if not self._events:
            return []
        told = json.loads(self._events)
        return [Numbered(number, at, from_json(kind, body)) for number, at, kind, body in told]


def write_notice(code: str, numbered: Sequence[Numbered]) -> str:
    """Return the notice about a table's new events."""
    short = f"{code} {numbered[-1].number}"
    told = [(one.number, one.at, one.event.kind, to_json(one.event)) for one in numbered]
    text = f"{short} {json.dumps(told, separators=(',', ':'))}"  # ASCII: a letter is a byte
    return text if len(text) <= LONGEST else short


def read_notice(text: str) -> Notice:
    """Parse a notice."""
    code, number, *events = text.split(" ", 2)
    return Notice(code, int(number), events[0] if events else "")
