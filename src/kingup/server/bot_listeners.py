"""Bots with an open event stream, waiting for games, turns and challenges."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from kingup.server.live_table import LiveTable, Signal
from kingup.store.tokens import ApiToken


class BotListener:
    """One open event stream, with the changes that have not been sent yet.

    Only which tables changed is recorded, not how often, so a slow reader costs nothing.
    """

    def __init__(self) -> None:
        self.signal = Signal()
        self.challenged = False
        self.follows: set[str] = set()
        """Codes of the tables that were announced on the stream and are not over."""
        self._changed: dict[str, LiveTable] = {}

    def table_changed(self, live: LiveTable) -> None:
        """Record that a table has changed."""
        self._changed[live.code] = live
        self.signal.wake()

    def add_challenge(self) -> None:
        """Record that there is a new challenge."""
        self.challenged = True
        self.signal.wake()

    def take_changed(self) -> list[LiveTable]:
        """Return the tables that have changed since the last call."""
        changed = list(self._changed.values())
        self._changed.clear()
        return changed


class BotListeners:
    """All open event streams of a server, and the bots that listen at other servers."""

    def __init__(self) -> None:
        self._listening: dict[str, set[BotListener]] = {}
        self._tokens: dict[str, ApiToken] = {}
        self._elsewhere: dict[str, ApiToken] = {}
        self.on_change: Callable[[], None] = lambda: None
        """Called when a bot has started or stopped listening, here or elsewhere."""
        self.on_local_change: Callable[[str], None] = lambda bot: None
        """Called with a bot that has started or stopped listening at this server."""

    @property
    def bots(self) -> frozenset[str]:
        """The bots that listen, here or elsewhere."""
        return self.here.union(self._elsewhere)

    @property
    def here(self) -> frozenset[str]:
        """The bots that listen at this server."""
        return frozenset(self._tokens)

    @property
    def elsewhere(self) -> frozenset[str]:
        """The bots that listen at other servers."""
        return frozenset(self._elsewhere)

    @property
    def waiting(self) -> tuple[ApiToken, ...]:
        """The tokens of the bots that listen, here or elsewhere."""
        return tuple({**self._elsewhere, **self._tokens}.values())

    def set_elsewhere(self, tokens: Iterable[ApiToken]) -> None:
        """Set the bots that listen at other servers."""
        elsewhere = {token.bot: token for token in tokens}
        if elsewhere.keys() != self._elsewhere.keys():
            self._elsewhere = elsewhere
            self.on_change()

    @contextmanager
    def listen(self, token: ApiToken) -> Iterator[BotListener]:
        """Collect what concerns a bot, as long as the context lasts."""
        listener = BotListener()
        bot = token.bot
        listeners = self._listening.setdefault(bot, set())
        listeners.add(listener)
        if bot not in self._tokens:
            self._tokens[bot] = token
            self._changed_here(bot)
        try:
            yield listener
        finally:
            listeners.discard(listener)
            if not listeners:
                self._listening.pop(bot, None)
                self._tokens.pop(bot, None)
                self._changed_here(bot)

    def table_changed(self, live: LiveTable) -> None:
        """Notify the bots that sit at a table, and those that have just lost their seat there."""
        if not self._listening:
            return
        people = live.table.people()
        for bot, listeners in self._listening.items():
            for listener in listeners:
                if bot in people or live.code in listener.follows:
                    listener.table_changed(live)

    def challenged(self, bot: str) -> None:
        """Notify a bot of a challenge."""
        for listener in self._listening.get(bot, ()):
            listener.add_challenge()

    def on_notice(self, text: str | None) -> None:
        """Handle a challenge notice from the bus; None means that notices may have been lost."""
        for bot in self._listening if text is None else (text.partition(" ")[0],):
            self.challenged(bot)

    def _changed_here(self, bot: str) -> None:
        self.on_local_change(bot)
        self.on_change()
