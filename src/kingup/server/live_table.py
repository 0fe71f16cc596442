"""A table that somebody plays at or looks at now."""

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
    """Whatever is to be woken when something has happened."""

    def give(self) -> None:
        """Wake it: soon, and once, however often this is called meanwhile."""


class Signal:
    """Wakes one waiting task: once, however much has happened meanwhile."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    def give(self) -> None:
        """Wake the task, or let it not even fall asleep."""
        self._event.set()

    async def wait(self, seconds: float | None = None) -> bool:
        """Wait until something has happened; False if nothing has in so many seconds."""
        if seconds is None:
            await self._event.wait()
            self._event.clear()
            return True
        try:
            # Not `wait_for`, which can lose a cancellation that comes at the same moment.
            async with asyncio.timeout(seconds):
                await self._event.wait()
        except TimeoutError:
            return False
        self._event.clear()
        return True


class PageSocket(Waker, Protocol):
    """An open socket: who looks, and what a teammate points at."""

    player: int | None
    hover: str | None


class LiveTable:
    """A table in memory, those who watch it, and the lock that puts changes in order."""

    def __init__(self, table: Table, clock: Callable[[], float]) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.presence = Presence(clock, _weakly(self._people_changed))
        self.on_people: Callable[[LiveTable], None] = lambda live: None
        """Called when somebody has come or gone."""
        self.ours = False
        """Whether the last event came from this server: then it sees to what happens next, and
        other servers only if it does not."""
        self.heard: float = 0
        """The highest number of an event that any server has told of; infinite where some that
        nobody has heard of may be missing."""
        self.version = 0
        """Grows with everything that changes what anybody sees."""
        self.used_at = clock()
        self.rated = False
        """Whether ratings have been told how it ended."""
        self.lines: set[PageSocket] = set()
        """The open sockets."""
        self.guests: tuple[WaitingBot, ...] = ()
        """Bots from outside that wait for games and could come, before this one begins."""
        self.asked: set[str] = set()
        """Those of them who are asked."""
        self.conversation: Conversation | None = None
        """What is said here, once somebody listens."""
        self._players: set[Waker] = set()
        self._others: set[Waker] = set()
        self._keepers: set[Waker] = set()
        self._notice: asyncio.Handle | None = None

    @property
    def code(self) -> str:
        """The table's code."""
        return self.table.code

    @property
    def watched(self) -> bool:
        """Whether anybody waits for changes."""
        return bool(self._players or self._others)

    @property
    def in_use(self) -> bool:
        """Whether anybody waits for changes, or sees to bots and clocks."""
        return self.watched or bool(self._keepers)

    def present(self) -> frozenset[str]:
        """Return the people with a seat who are there."""
        return self.presence.people.intersection(self.table.people())

    def join(self, waker: Waker, *, plays: bool = False) -> None:
        """Wake somebody at every change."""
        (self._players if plays else self._others).add(waker)

    def part(self, waker: Waker) -> None:
        """Wake them no more."""
        self._players.discard(waker)
        self._others.discard(waker)

    @contextmanager
    def watch(self, *, plays: bool = False) -> Iterator[Signal]:
        """Give a signal at every change, as long as the context lasts."""
        signal = Signal()
        self.join(signal, plays=plays)
        try:
            yield signal
        finally:
            self.part(signal)

    @contextmanager
    def tend(self) -> Iterator[Signal]:
        """Give a signal at every change to who sees to bots and clocks, which is no spectator."""
        signal = Signal()
        self._keepers.add(signal)
        try:
            yield signal
        finally:
            self._keepers.discard(signal)

    def changed(self) -> None:
        """Let everybody know, once what runs now has answered whom it answers."""
        self.version += 1
        if self._notice is None:
            # Commit, answer, broadcast: the answer is written before the loop comes round.
            self._notice = asyncio.get_running_loop().call_soon(self._notify)

    def spoken(self) -> None:
        """Wake the open sockets, although nothing is to be drawn anew: somebody has spoken."""
        asyncio.get_running_loop().call_soon(self._pass_on)

    def _pass_on(self) -> None:
        for line in self.lines:
            line.give()

    def _people_changed(self) -> None:
        self.changed()
        self.on_people(self)

    def _notify(self) -> None:
        self._notice = None
        # A thousand spectators can wait.
        for wakers in (self._keepers, self._players, self._others):
            for waker in wakers:
                waker.give()


def _weakly(method: Callable[[], None]) -> Callable[[], None]:
    """Return a method that keeps nobody: a table that is put back goes at once, with all its log.

    Garbage that refers to itself is looked for seldom.
    """
    weak = WeakMethod(method)

    def call() -> None:
        known = weak()
        if known is not None:
            known()

    return call
