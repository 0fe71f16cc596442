"""Who is at a table now: people with a page of it open."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

GRACE = 3.0
"""Seconds for which a person who left is still there: a page loads again, a tunnel ends."""


class Presence:
    """The people at one table, from their open sockets."""

    def __init__(self, clock: Callable[[], float], changed: Callable[[], None]) -> None:
        self._clock = clock
        self._changed = changed
        self._sockets: dict[str, int] = {}
        self._leaving: dict[str, asyncio.TimerHandle] = {}
        self._arrived: dict[str, float] = {}
        self._seen: dict[str, float] = {}
        self._opened = clock()

    @property
    def people(self) -> frozenset[str]:
        """Everybody who is there."""
        return frozenset(self._sockets)

    def arrived_at(self, person: str) -> float | None:
        """Return when a person last opened a page; None for somebody who is not there."""
        return self._arrived.get(person) if person in self._sockets else None

    def last_seen(self, person: str) -> float:
        """Return when an absent person was last there.

        Nobody was before the server started, and nobody is blamed for that.
        """
        return self._seen.get(person, self._opened)

    def arrive(self, person: str) -> None:
        """Note that a person has opened a page."""
        waiting = self._leaving.pop(person, None)
        if waiting:
            waiting.cancel()
        known = person in self._sockets
        self._sockets[person] = self._sockets.get(person, 0) + 1
        self._arrived[person] = self._clock()
        if not known:
            self._changed()

    def leave(self, person: str) -> None:
        """Note that a person has closed a page."""
        self._sockets[person] -= 1
        if self._sockets[person] == 0:
            loop = asyncio.get_running_loop()
            self._leaving[person] = loop.call_later(GRACE, self._gone, person)

    def _gone(self, person: str) -> None:
        del self._leaving[person], self._sockets[person]
        self._seen[person] = self._clock()
        self._changed()
