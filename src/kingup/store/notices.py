"""What the bus says of a table's new events: where to look, and, if they are few, the events.

Who hears them need not read them from the database. They hold secrets, as the database does that
passes them on: they are for the fold, and never for a log.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from kingup.tables.codec import from_json, to_json
from kingup.tables.events import Numbered

LONGEST = 7500
"""Letters: PostgreSQL passes on less than 8,000 bytes at once."""


@dataclass(frozen=True, slots=True, repr=False)
class Notice:
    """The code of a table, the number of its last event, and perhaps its newest events."""

    code: str
    number: int
    _events: str

    def events(self) -> list[Numbered]:
        """Return the events that were told, the last one included; none if they were too long."""
        if not self._events:
            return []
        told = json.loads(self._events)
        return [Numbered(number, at, from_json(kind, body)) for number, at, kind, body in told]


def write_notice(code: str, numbered: Sequence[Numbered]) -> str:
    """Return what is said of events that a table has just had."""
    short = f"{code} {numbered[-1].number}"
    told = [(one.number, one.at, one.event.kind, to_json(one.event)) for one in numbered]
    text = f"{short} {json.dumps(told, separators=(',', ':'))}"  # ASCII
    return text if len(text) <= LONGEST else short


def read_notice(text: str) -> Notice:
    """Return what was said of a table."""
    code, number, *events = text.split(" ", 2)
    return Notice(code, int(number), events[0] if events else "")
