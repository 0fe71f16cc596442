"""People who watch one replay together: where its leader is, at all servers."""

from __future__ import annotations

import asyncio
import contextlib
import json
from dataclasses import dataclass, field
from typing import Protocol

from kingup.store import Unavailable
from kingup.store.database import Database

TOPIC = "showing"


class Watcher(Protocol):
    """A page that watches together with others."""

    leads: bool

    def wake(self) -> None:
        """Look at the position again."""


@dataclass(slots=True, eq=False)
class Showing:
    """A replay that people watch together, as far as this server knows it."""

    position: str | None = None
    """Where the leader is, as their page said it; None until it is known."""
    watchers: set[Watcher] = field(default_factory=set)


class Showings:
    """All showings with pages at this server. Nothing of them is stored."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._showings: dict[str, Showing] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._unsubscribe = database.bus.subscribe(TOPIC, self._hear)

    async def close(self) -> None:
        """Stop following other servers."""
        self._unsubscribe()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def join(self, id_: str, watcher: Watcher) -> Showing:
        """Add a page to a showing, and return it."""
        showing = self._showings.setdefault(id_, Showing())
        showing.watchers.add(watcher)
        if showing.position is None and not watcher.leads:
            self._send(id_, None)  # the leader's server tells where they are
        return showing

    def leave(self, id_: str, watcher: Watcher) -> None:
        """Remove a page; a showing without pages is forgotten."""
        showing = self._showings[id_]
        showing.watchers.discard(watcher)
        if not showing.watchers:
            del self._showings[id_]

    def lead(self, id_: str, position: str) -> None:
        """Take everybody to a position."""
        self._send(id_, position)

    def _send(self, id_: str, position: str | None) -> None:
        text, bus = json.dumps([id_, position]), self._database.bus
        if not bus.shared:
            bus.deliver(TOPIC, text)
            return
        task = asyncio.create_task(self._publish(text), name="showing")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _publish(self, text: str) -> None:
        with contextlib.suppress(Unavailable):  # the leader's next step comes soon
            await self._database.publish(TOPIC, text)

    def _hear(self, text: str | None) -> None:
        """Follow a leader, or answer a server that has just got a page of a showing."""
        if text is None:  # something may be lost: the leader's next step says it again
            return
        id_, position = json.loads(text)
        showing = self._showings.get(id_)
        if showing is None:
            return
        if position is None:
            if showing.position is not None and any(one.leads for one in showing.watchers):
                self._send(id_, showing.position)
            return
        showing.position = position
        for watcher in tuple(showing.watchers):
            watcher.wake()
