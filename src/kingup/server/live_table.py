"""A table in memory, with everybody who waits for its changes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol
from weakref import WeakMethod

from kingup.server.conversation import Conversation
from kingup.server.presence import Presence
from kingup.server.waiting_bot import WaitingBot
from kingup.tables.table import Table


class Waker(Protocol):
    """Whatever must be woken when a table changes."""

    def wake(self) -> None:
        """Wake it soon: once, however often this is called meanwhile."""


class Signal:
    """Wakes one waiting task: once, however often it was set meanwhile."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    def wake(self) -> None:
        """Wake the task; one that is not waiting yet will not wait."""
        self._event.set()

    async def wait(self, seconds: float | None = None) -> bool:
        """Wait for a wake-up; return False if none came in so many seconds."""
        if seconds is None:
            await self._event.wait()
            self._event.clear()
            return True
        try:
            # Not `wait_for`: it can lose a cancellation that comes at the same moment.
            async with asyncio.timeout(seconds):
                await self._event.wait()
        except TimeoutError:
            return False
        self._event.clear()
        return True


class PageSocket(Waker, Protocol):
    """A page's open socket: its player, and what a teammate points at."""

    player: int | None
    hover: str | None


class LiveTable:
    """A table in memory, its watchers, and the lock that puts changes in order."""

    def __init__(self, table: Table, clock: Callable[[], float]) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.presence = Presence(clock, _weakly(self._people_changed))
        self.on_people: Callable[[LiveTable], None] = lambda live: None
        """Called when a person arrives or leaves."""
        self.stored_here = False
        """Whether this server stored the last event. It then runs the bots and clocks; other
        servers step in only if it does not."""
        self.announced_number: float = 0
        """The highest event number that any server has announced; infinite when announcements
        may have been missed."""
        self.version = 0
        """Grows with every change that a viewer can see."""
        self.used_at = clock()
        self.rated = False
        """Whether the result has been passed to the ratings."""
        self.sockets: set[PageSocket] = set()
        """The open sockets of pages."""
        self.waiting_bots: tuple[WaitingBot, ...] = ()
        """External bots that wait for games and could join, while the table is open."""
        self.invited: set[str] = set()
        """Those of them that are invited."""
        self.conversation: Conversation | None = None
        """The chat, once a page listens to it."""
        self._players: set[Waker] = set()
        self._others: set[Waker] = set()
        self._autoplayers: set[Waker] = set()
        self._notice: asyncio.Handle | None = None

    @property
    def code(self) -> str:
        """The table's code."""
        return self.table.code

    @property
    def watched(self) -> bool:
        """Whether any page, stream or socket waits for changes."""
        return bool(self._players or self._others)

    @property
    def in_use(self) -> bool:
        """Whether it is watched, or its bots and clocks are run."""
        return self.watched or bool(self._autoplayers)

    def present(self) -> frozenset[str]:
        """Return the people with a seat who are connected."""
        return self.presence.people.intersection(self.table.people())

    def join(self, waker: Waker, *, plays: bool = False) -> None:
        """Wake a watcher at every change."""
        (self._players if plays else self._others).add(waker)

    def leave(self, waker: Waker) -> None:
        """Stop waking a watcher."""
        self._players.discard(waker)
        self._others.discard(waker)

    @contextmanager
    def watch(self, *, plays: bool = False) -> Iterator[Signal]:
        """Give a signal that wakes at every change, while the context lasts."""
        signal = Signal()
        self.join(signal, plays=plays)
        try:
            yield signal
        finally:
            self.leave(signal)

    @contextmanager
    def watch_for_autoplay(self) -> Iterator[Signal]:
        """Give the autoplayer its signal; it does not count as a watcher."""
        signal = Signal()
        self._autoplayers.add(signal)
        try:
            yield signal
        finally:
            self._autoplayers.discard(signal)

    def changed(self) -> None:
        """Notify everybody, after the request that changed the table has been answered."""
        self.version += 1
        if self._notice is None:
            # Commit, answer, broadcast: the answer is written in this turn of the event loop.
            self._notice = asyncio.get_running_loop().call_soon(self._notify)

    def chat_changed(self) -> None:
        """Wake the open sockets for a new remark; the table itself has not changed."""
        asyncio.get_running_loop().call_soon(self._wake_sockets)

    def _wake_sockets(self) -> None:
        for socket in self.sockets:
            socket.wake()

    def _people_changed(self) -> None:
        self.changed()
        self.on_people(self)

    def _notify(self) -> None:
        self._notice = None
        # Players first: a thousand spectators can wait.
        for wakers in (self._autoplayers, self._players, self._others):
            for waker in wakers:
                waker.wake()


def _weakly(method: Callable[[], None]) -> Callable[[], None]:
    """Return a method that does not keep its object alive.

    An evicted table and its log are then freed at once, without a run of the cyclic collector,
    which is rare here.
    """
    weak = WeakMethod(method)

    def call() -> None:
        known = weak()
        if known is not None:
            known()

    return call
