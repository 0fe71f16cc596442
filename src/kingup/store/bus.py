"""The bus: how processes that share a database learn what the others have stored.

Messages are short: where to look and, for tables, the new events (`notices.py`), which are as
secret as the database itself and must never be logged. A message reaches every process, the sender
included, and only after its transaction has been committed. A listener called with None may have
missed messages and must reload everything.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Callable
from typing import Protocol

from sqlalchemy.ext.asyncio import AsyncConnection

log = logging.getLogger("kingup.store")

Listener = Callable[[str | None], None]


class Bus(Protocol):
    """Publishes messages by topic, and calls listeners."""

    shared: bool
    """Whether other processes may change what is stored."""

    def subscribe(self, topic: str, listener: Listener) -> Callable[[], None]:
        """Call a listener with every message on a topic; return an unsubscribe function."""

    async def publish(self, connection: AsyncConnection, topic: str, text: str) -> None:
        """Publish a message when the connection's transaction is committed, and only then."""

    def settle(self, connection: AsyncConnection, *, stored: bool) -> None:
        """End a transaction: deliver its messages if it was committed, else drop them."""

    def deliver(self, topic: str, text: str) -> None:
        """Deliver a message to this process's listeners at once."""

    def deliver_reload(self) -> None:
        """Call all of this process's listeners with None: reload everything."""

    async def close(self) -> None:
        """Stop listening."""


class Listeners:
    """Listeners by topic."""

    def __init__(self) -> None:
        self._listeners: defaultdict[str, list[Listener]] = defaultdict(list)

    def subscribe(self, topic: str, listener: Listener) -> Callable[[], None]:
        """Call a listener with every message on a topic; return an unsubscribe function."""
        self._listeners[topic].append(listener)
        return lambda: self._listeners[topic].remove(listener)

    def deliver(self, topic: str, text: str) -> None:
        """Deliver a message to the topic's listeners."""
        for listener in tuple(self._listeners.get(topic, ())):
            _call(listener, text)

    def deliver_reload(self) -> None:
        """Call all listeners with None: reload everything."""
        for listeners in tuple(self._listeners.values()):
            for listener in tuple(listeners):
                _call(listener, None)


class LocalBus(Listeners):
    """The bus of a process that has its database to itself."""

    shared = False

    def __init__(self) -> None:
        super().__init__()
        self._pending: dict[AsyncConnection, list[tuple[str, str]]] = {}

    async def publish(self, connection: AsyncConnection, topic: str, text: str) -> None:
        """Publish a message when the connection's transaction is committed, and only then."""
        self._pending.setdefault(connection, []).append((topic, text))

    def settle(self, connection: AsyncConnection, *, stored: bool) -> None:
        """End a transaction: deliver its messages if it was committed, else drop them."""
        for topic, text in self._pending.pop(connection, ()):
            if stored:
                self.deliver(topic, text)

    async def close(self) -> None:
        """Do nothing: there is no connection to close."""


def _call(listener: Listener, text: str | None) -> None:
    try:
        listener(text)
    except Exception:  # one failing listener must not stop the others
        log.exception("bus listener failed")
