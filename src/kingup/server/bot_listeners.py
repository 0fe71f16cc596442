"""Who listens for events: bots that wait for games, turns and challenges."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from kingup.server.live_table import LiveTable, Signal
from kingup.store.tokens import ApiToken


class BotListener:
    """An open stream of events, and what has happened that it has not been told yet.

    Only which tables have changed is kept, not how often: a slow reader costs nothing.
    """

    def __init__(self) -> None:
        self.signal = Signal()
        self.challenged = False
        self.follows: set[str] = set()
        """The tables that it has been told about and that are not over."""
        self._changed: dict[str, LiveTable] = {}

    def note(self, live: LiveTable) -> None:
        """Remember that a table has changed."""
        self._changed[live.code] = live
        self.signal.wake()

    def note_challenge(self) -> None:
        """Remember that there is a new challenge."""
        self.challenged = True
        self.signal.wake()

    def take(self) -> list[LiveTable]:
        """Return the tables that have changed since the last time."""
        changed = list(self._changed.values())
        self._changed.clear()
        return changed


class BotListeners:
    """All open streams of events of a server, and who listens at others that share its tables."""

    def __init__(self) -> None:
        self._listening: dict[str, set[BotListener]] = {}
        self._tokens: dict[str, ApiToken] = {}
        self._elsewhere: dict[str, ApiToken] = {}
        self.on_change: Callable[[], None] = lambda: None
        """Called when a bot has begun to listen, or has stopped."""
        self.on_move: Callable[[str], None] = lambda bot: None
        """Called with a bot that has begun to listen here, or has stopped."""

    @property
    def bots(self) -> frozenset[str]:
        """Who listens now, here or elsewhere."""
        return self.here.union(self._elsewhere)

    @property
    def here(self) -> frozenset[str]:
        """Who listens at this server."""
        return frozenset(self._tokens)

    @property
    def elsewhere(self) -> frozenset[str]:
        """Who listens at other servers."""
        return frozenset(self._elsewhere)

    @property
    def waiting(self) -> tuple[ApiToken, ...]:
        """Who listens now, here or elsewhere, by their tokens."""
        return tuple({**self._elsewhere, **self._tokens}.values())

    def others(self, tokens: Iterable[ApiToken]) -> None:
        """Take note of who listens at other servers."""
        elsewhere = {token.bot: token for token in tokens}
        if elsewhere.keys() != self._elsewhere.keys():
            self._elsewhere = elsewhere
            self.on_change()

    @contextmanager
    def listen(self, token: ApiToken) -> Iterator[BotListener]:
        """Give what concerns a bot, as long as the context lasts."""
        caller = BotListener()
        bot = token.bot
        callers = self._listening.setdefault(bot, set())
        callers.add(caller)
        if bot not in self._tokens:
            self._tokens[bot] = token
            self._moved(bot)
        try:
            yield caller
        finally:
            callers.discard(caller)
            if not callers:
                self._listening.pop(bot, None)
                self._tokens.pop(bot, None)
                self._moved(bot)

    def table_changed(self, live: LiveTable) -> None:
        """Tell everybody at a table who listens, and whoever has lost a seat there."""
        if not self._listening:
            return
        people = live.table.people()
        for bot, callers in self._listening.items():
            for caller in callers:
                if bot in people or live.code in caller.follows:
                    caller.note(live)

    def challenged(self, bot: str) -> None:
        """Tell a bot that it is asked to a table."""
        for caller in self._listening.get(bot, ()):
            caller.note_challenge()

    def hear(self, text: str | None) -> None:
        """Hear from the bus of a challenge at some server; None: there may be any."""
        for bot in self._listening if text is None else (text.partition(" ")[0],):
            self.challenged(bot)

    def _moved(self, bot: str) -> None:
        self.on_move(bot)
        self.on_change()
