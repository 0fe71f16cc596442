"""The bus: how processes that share a database hear of what the others have stored.

What is said is short: where to look, and of tables what is new (`news.py`), which is as secret as
the database itself and must never be logged. It is heard by every process, the one that said it
included, and only once it is stored. A listener that is called with None may have missed anything,
and looks everywhere.
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
    """Topics, and those who listen to them."""

    shared: bool
    """Whether other processes may change what is stored."""

    def hear(self, topic: str, listener: Listener) -> Callable[[], None]:
        """Call a listener with all that is said about a topic; returns how to stop that."""

    async def say(self, connection: AsyncConnection, topic: str, text: str) -> None:
        """Say something once the connection's transaction is stored, and only then."""

    def settle(self, connection: AsyncConnection, *, stored: bool) -> None:
        """Take note of how a transaction has ended."""

    def tell(self, topic: str, text: str) -> None:
        """Let those in this process know who listen: it is stored."""

    def tell_all_is_new(self) -> None:
        """Let everybody in this process look everywhere."""

    async def close(self) -> None:
        """Be silent."""


class Audience:
    """Those who listen, by topic."""

    def __init__(self) -> None:
        self._listeners: defaultdict[str, list[Listener]] = defaultdict(list)

    def hear(self, topic: str, listener: Listener) -> Callable[[], None]:
        """Call a listener with all that is said about a topic; returns how to stop that."""
        self._listeners[topic].append(listener)
        return lambda: self._listeners[topic].remove(listener)

    def tell(self, topic: str, text: str) -> None:
        """Let everybody know who listens to a topic."""
        for listener in tuple(self._listeners.get(topic, ())):
            _call(listener, text)

    def tell_all_is_new(self) -> None:
        """Let everybody look everywhere."""
        for listeners in tuple(self._listeners.values()):
            for listener in tuple(listeners):
                _call(listener, None)


class LocalBus(Audience):
    """The bus of a process that is alone with its database."""

    shared = False

    def __init__(self) -> None:
        super().__init__()
        self._said: dict[AsyncConnection, list[tuple[str, str]]] = {}

    async def say(self, connection: AsyncConnection, topic: str, text: str) -> None:
        """Say something once the connection's transaction is stored, and only then."""
        self._said.setdefault(connection, []).append((topic, text))

    def settle(self, connection: AsyncConnection, *, stored: bool) -> None:
        """Take note of how a transaction has ended."""
        for topic, text in self._said.pop(connection, ()):
            if stored:
                self.tell(topic, text)

    async def close(self) -> None:
        """Be silent."""


def _call(listener: Listener, text: str | None) -> None:
    try:
        listener(text)
    except Exception:  # one that breaks must not keep the others from hearing
        log.exception("a listener failed")
