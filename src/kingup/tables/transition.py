"""From decided events to the events to store, and the table after them."""

from __future__ import annotations

from collections.abc import Sequence

from kingup.tables.events import Event, Numbered
from kingup.tables.play import follow_ups
from kingup.tables.table import Table


def advance(
    table: Table | None, events: Sequence[Event], at: float
) -> tuple[Table, list[Numbered]]:
    """Return the table after events and all that follow automatically, and the events to store.

    The given table is not changed, so that nobody sees what is not stored yet: store the numbered
    events, then replace the old table by the new one. None begins a new table.
    """
    after = Table() if table is None else table.copy()
    stored: list[Numbered] = []
    coming = list(events)
    while coming:
        for event in coming:
            numbered = Numbered(after.number + 1, at, event)
            after.apply(numbered)
            stored.append(numbered)
        coming = follow_ups(after)
    return after, stored
