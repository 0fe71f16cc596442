"""The tables in memory: those in use, and some that people may come back to."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice

from kingup.server.live_table import LiveTable

MOST_IDLE = 200
"""Tables kept in memory although nobody watches them and no bot plays there."""
MOST_CLOSED = 20
"""How many of them may be games that are over: people rarely return to those."""
FRESH_SECONDS = 10.0
"""Seconds for which a table is never evicted after use: a page may be about to open it."""
TIDY_EVERY = 50
"""How many tables are added between two evictions."""


class TableCache:
    """Tables by their codes."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._tables: dict[str, LiveTable] = {}
        self._added = 0

    def get(self, code: str) -> LiveTable | None:
        """Return a table if it is in memory."""
        return self._tables.get(code)

    def all(self) -> tuple[LiveTable, ...]:
        """Return all tables that are in memory."""
        return tuple(self._tables.values())

    def put(self, live: LiveTable) -> None:
        """Add a table; evict others from time to time."""
        self._added += 1
        if self._added >= TIDY_EVERY:
            self.tidy()
        self._tables[live.code] = live

    def tidy(self) -> None:
        """Evict closed and idle tables beyond their limits, least recently used first.

        They are loaded from the store when they are needed again.
        """
        self._added = 0
        before = self._clock() - FRESH_SECONDS
        idle = [live for live in self._tables.values() if _is_idle(live, before)]
        idle.sort(key=_used_at, reverse=True)
        closed = [live for live in idle if live.table.is_closed]
        self._evict(closed[MOST_CLOSED:])
        self._evict(islice((one for one in idle if one.code in self._tables), MOST_IDLE, None))

    def _evict(self, tables: Iterable[LiveTable]) -> None:
        for live in tuple(tables):
            del self._tables[live.code]


def _is_idle(live: LiveTable, before: float) -> bool:
    return live.used_at <= before and not live.in_use and not live.lock.locked()


def _used_at(live: LiveTable) -> float:
    return live.used_at
