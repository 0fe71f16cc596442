"""Who is present at a table: the people with one of its pages open."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass

GRACE = 3.0
"""Seconds for which a person still counts as present after closing the last page: it may be
reloading, or the network may have dropped."""


@dataclass(frozen=True, slots=True)
class Attendee:
    """A person's time at a table."""

    arrived_at: float
    left_at: float | None = None
    """None while the person is present."""


class Presence:
    """The people at one table, from their open sockets here and at other servers."""

    def __init__(self, clock: Callable[[], float], changed: Callable[[], None]) -> None:
        self._clock = clock
        self._changed = changed
        self._sockets: dict[str, int] = {}
        self._leaving: dict[str, asyncio.TimerHandle] = {}
        self._arrived: dict[str, float] = {}
        self._seen: dict[str, float] = {}
        self._opened = clock()
        self._elsewhere: Mapping[str, Attendee] = {}
        self.on_local_change: Callable[[str, Attendee], None] = lambda person, attendee: None
        """Called when a person has come or gone at this server."""

    @property
    def people(self) -> frozenset[str]:
        """Everybody who is present."""
        elsewhere = (
            person for person, attendee in self._elsewhere.items() if attendee.left_at is None
        )
        return frozenset(self._sockets).union(elsewhere)

    def here(self) -> dict[str, Attendee]:
        """Return everybody who is present through this server."""
        return {person: Attendee(self._arrived[person]) for person in self._sockets}

    def arrived_at(self, person: str) -> float | None:
        """Return when a person last opened a page; None for a person who is absent."""
        attendee = self._elsewhere.get(person)
        there = None if attendee is None or attendee.left_at is not None else attendee.arrived_at
        here = self._arrived.get(person) if person in self._sockets else None
        return max((at for at in (here, there) if at is not None), default=None)

    def last_seen(self, person: str) -> float:
        """Return when an absent person was last present.

        Absence is counted from the time the table was loaded at the earliest, so that nobody is
        penalised for an outage of the server.
        """
        attendee = self._elsewhere.get(person)
        there = None if attendee is None else attendee.left_at
        return max(self._seen.get(person, self._opened), there or 0.0)

    def set_elsewhere(self, elsewhere: Mapping[str, Attendee]) -> None:
        """Set who is present through other servers."""
        if elsewhere != self._elsewhere:
            self._elsewhere = elsewhere
            self._changed()

    def arrive(self, person: str) -> None:
        """Note that a person has opened a page."""
        waiting = self._leaving.pop(person, None)
        if waiting:
            waiting.cancel()
        known = person in self._sockets
        self._sockets[person] = self._sockets.get(person, 0) + 1
        self._arrived[person] = self._clock()
        self.on_local_change(person, Attendee(self._arrived[person]))
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
        self.on_local_change(person, Attendee(self._arrived[person], self._seen[person]))
        self._changed()
