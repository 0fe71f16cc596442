"""The hall: all tables that are in use, and the one way in which they change.

Decide, commit, take over, and only then tell anybody. What is stored in one transaction
includes all that follows by itself, such as a deal, so that a crash leaves nothing half done.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from math import inf
from typing import Any

from kingup.rules.errors import KingUpError
from kingup.server.live_table import LiveTable
from kingup.server.refusals import Refusal, no_such_table
from kingup.server.table_cache import TableCache
from kingup.store import Conflict, Duplicate, Store, Unavailable
from kingup.store.notices import Notice, read_notice
from kingup.store.store import TOPIC
from kingup.tables import Event, Numbered, Table, TableSetting, advance, decisions
from kingup.tables.listing import LONGEST_PAUSE, due_at, summary_of
from kingup.tables.names import new_code, new_secret, read_code

Decide = Callable[[Table], Sequence[Event]]

log = logging.getLogger("kingup.web")

REWRITTEN = "rewritten"
"""What the bus says when a table's past was rewritten, so that somebody is forgotten."""

MOST_TRIES = 8
SHORT_PAUSE = 0.02
"""Seconds, and more with every attempt, after which one that another server outran tries again."""
UNTIL_REACHABLE = 0.5
"""Seconds between two attempts to read from a database that does not answer."""
WATCH_SECONDS = 2.0
"""How often a server looks for tables where something is due and nobody sees to it."""


class TableService:
    """The tables of one server."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.time) -> None:
        self.store = store
        self.clock = clock
        self._listeners: list[Callable[[LiveTable], None]] = []
        self.on_load: Callable[[LiveTable], None] = lambda live: None
        """Called when a table comes into memory."""
        self._shelf = TableCache(clock)
        self._loading = asyncio.Lock()
        self._arriving: tuple[str, float] | None = None
        """The table that is being read, and the highest number that was heard of it meanwhile."""
        self._catching: set[asyncio.Task[None]] = set()
        self._stop_hearing = store.database.bus.hear(TOPIC, self._heard)
        self._stop_forgetting = store.database.bus.hear(REWRITTEN, self._heard_of_rewriting)

    @property
    def shared(self) -> bool:
        """Whether other servers have the same tables."""
        return self.store.database.bus.shared

    async def close(self) -> None:
        """Hear no more of what others do."""
        self._stop_hearing()
        self._stop_forgetting()
        for task in self._catching:
            task.cancel()
        await asyncio.gather(*self._catching, return_exceptions=True)

    def on_change(self, listener: Callable[[LiveTable], None]) -> None:
        """Call somebody after a table was loaded or has changed."""
        self._listeners.append(listener)

    async def create(
        self, host: str, setting: TableSetting, *then: Decide, code: str | None = None
    ) -> LiveTable:
        """Make a table, with decisions that are part of its beginning.

        A code stands for one submission of a form: if its table is there already, it is returned.
        """
        now = self.clock()
        for attempt in range(MOST_TRIES):
            chosen = code if code is not None and attempt == 0 else new_code()
            secret = new_secret(setting.players)
            table, stored = advance(None, decisions.create(host, setting, chosen, secret), now)
            for decide in then:
                table, more = advance(table, decide(table), now)
                stored += more
            try:
                await self.store.create(stored, summary_of(table))
            except Conflict:  # the code is taken
                if chosen == code:
                    live = await self.table(code)
                    if live.table.host == host:
                        return live
                continue
            return self._began(table)
        raise busy()

    def find(self, code: str) -> LiveTable | None:
        """Return a table if it is in memory."""
        return self._shelf.get(code)

    def live(self) -> tuple[LiveTable, ...]:
        """Return the tables that are in memory."""
        return self._shelf.all()

    async def table(self, text: str, seen: int = 0) -> LiveTable:
        """Return the table with a code, from memory or from the store.

        `seen` is the number of an event that whoever asks has seen, perhaps at another server.
        """
        code = read_code(text)
        if code is None:
            raise no_such_table(text)
        live = self._shelf.get(code)
        if live is None:
            async with self._loading:
                live = self._shelf.get(code) or await self._load(code)
        live.used_at = self.clock()
        if self.shared and live.table.number < seen:
            async with self._alone(live):
                await self._catch_up(live)
        return live

    @contextlib.asynccontextmanager
    async def _alone(self, live: LiveTable) -> AsyncIterator[None]:
        """Keep others from changing a table; what is heard of meanwhile is seen to afterwards."""
        try:
            async with live.lock:
                yield
        finally:
            self._look_again(live)

    async def do(self, code: str, decide: Decide, key: str | None = None) -> int:
        """Change a table, and return the number of the last event afterwards.

        `decide` sees the table as it is and says what happens, or raises the error that says
        why it cannot. A key that was used before changes nothing: its deed is done already.
        """
        live = await self.table(code)
        async with self._alone(live):
            for attempt in range(MOST_TRIES):
                if attempt:
                    await asyncio.sleep(random.uniform(0, SHORT_PAUSE * attempt))
                try:
                    events = decide(live.table)
                except KingUpError:
                    # A deed that is done already can often not be done again.
                    if key is not None and await self.store.number_of(live.code, key) is not None:
                        return live.table.number
                    # True only if nobody has done anything in another process meanwhile.
                    if await self._catch_up(live):
                        continue
                    raise
                if not events:
                    return live.table.number
                after, stored = advance(live.table, events, self.clock())
                try:
                    await self.store.append(live.code, stored, key=key, summary=summary_of(after))
                except Duplicate:
                    await self._catch_up(live)
                    return live.table.number
                except Conflict:
                    # Another process was faster: see what it did, and decide anew.
                    await self._catch_up(live)
                    continue
                self._take_over(live, after, ours=True)
                return after.number
        raise busy()

    async def rematch(self, code: str, person: str) -> str:
        """Let the people of a table meet again, and return the code of the new table.

        However many ask for it at once, here and at other servers: one table is made.
        """
        live = await self.table(code)
        async with self._alone(live):
            for _ in range(MOST_TRIES):
                old, fresh, now = live.table, new_code(), self.clock()
                try:
                    agreed = decisions.rematch(old, person, fresh)
                except KingUpError:
                    if await self._catch_up(live):
                        continue
                    raise
                if old.next_code is not None:
                    return old.next_code
                after, said = advance(old, agreed, now)
                secret = new_secret(old.setting.players)
                events = decisions.rematch_table(old, person, fresh, secret)
                table, stored = advance(None, events, now)
                try:
                    before = (said, summary_of(after))
                    await self.store.create(stored, summary_of(table), before=before)
                except Conflict:  # somebody was faster, or the code is taken
                    await self._catch_up(live)
                    continue
                self._began(table)
                self._take_over(live, after, ours=True)
                return fresh
        raise busy()

    async def wake(self, ahead: float = LONGEST_PAUSE) -> None:
        """See to the tables where bots or clocks are due, or will be in so many seconds."""
        for code in await self.store.due(self.clock() + ahead):
            live = self._shelf.get(code)
            if live is not None:
                self._tell(live)
                continue
            with contextlib.suppress(Refusal):
                live = await self.table(code)
                if (due_at(live.table) or inf) > self.clock() + ahead:
                    await self.store.keep_due(summary_of(live.table))

    def tidy(self) -> None:
        """Put tables back that nobody uses."""
        self._shelf.tidy()

    async def keep_watch(self) -> None:
        """See to what is due as long as the server runs."""
        ahead = LONGEST_PAUSE  # whoever saw to the tables before has just stopped
        while True:
            self.tidy()
            try:
                await self.wake(ahead)
                ahead = 0.0
            except Unavailable:
                pass  # until it answers again
            except Exception:
                log.exception("nobody saw to what is due")
            await asyncio.sleep(WATCH_SECONDS)

    async def reread(self, code: str) -> None:
        """Take a table over from the store as it is there, where its past was rewritten.

        Every other server that has it in memory does the same.
        """
        await self._reread(code)
        if self.shared:
            await self.store.database.say(REWRITTEN, code)

    async def _reread(self, code: str) -> None:
        live = self._shelf.get(code)
        if live is None:
            return
        async with self._alone(live):
            events = await self.store.events(code)
            live.conversation = None  # what was said there may have gone, too
            if events:
                self._take_over(live, Table.of(events), ours=live.ours)

    def _began(self, table: Table) -> LiveTable:
        """Keep a table that this server has just made."""
        live = self._keep(LiveTable(table, self.clock))
        live.ours = True
        self._tell(live)
        return live

    async def _load(self, code: str) -> LiveTable:
        self._arriving = code, 0
        try:
            events = await self.store.events(code)
            _code, heard = self._arriving
        finally:
            self._arriving = None
        if not events:
            raise no_such_table(code)
        live = self._keep(LiveTable(Table.of(events), self.clock))
        live.heard = heard
        self._tell(live)
        self._look_again(live)
        return live

    async def _catch_up(self, live: LiveTable) -> bool:
        """Take over what other processes have stored; return whether there was anything."""
        missed = await self.store.events(live.code, after=live.table.number)
        if missed:
            self._take_over(live, _after(live.table, missed), ours=False)
        return bool(missed)

    def _heard(self, text: str | None) -> None:
        """Take note that some server, perhaps this one, has stored events."""
        self._heard_of_arriving(text)
        if text is None:
            everywhere = sorted(self._shelf.all(), key=lambda live: not live.watched)
            for one in everywhere:
                one.heard = inf  # perhaps
            self._catch_up_soon(*everywhere)
            return
        news = read_notice(text)
        live = self._shelf.get(news.code)
        if live is None or live.table.number >= news.number:
            return
        live.heard = max(live.heard, news.number)
        if live.lock.locked():
            return  # whoever changes it now looks afterwards
        if not self._follow(live, news):
            self._catch_up_soon(live)

    def _heard_of_arriving(self, text: str | None) -> None:
        """Take note that a table which is being read may have more events than those."""
        if self._arriving is not None:
            code, heard = self._arriving
            news = None if text is None else read_notice(text)
            if news is None or news.code == code:
                self._arriving = code, max(heard, inf if news is None else news.number)

    def _follow(self, live: LiveTable, news: Notice) -> bool:
        """Take over what another process has told, if that is all that is missing here."""
        events = news.events()
        if not events or events[0].number != live.table.number + 1:
            return False
        self._take_over(live, _after(live.table, events), ours=False)
        return True

    def _heard_of_rewriting(self, code: str | None) -> None:
        """Forget what is no longer stored: at one table, or, if nobody knows where, at all."""
        codes = [live.code for live in self._shelf.all()] if code is None else [code]

        async def reread() -> None:
            for one in codes:
                while self._shelf.get(one) is not None:
                    try:
                        await self._reread(one)
                    except Unavailable:
                        await asyncio.sleep(UNTIL_REACHABLE)
                    else:
                        break

        self._soon(reread())

    def _look_again(self, live: LiveTable) -> None:
        """Catch up with what was heard of while the table was locked."""
        if live.heard > live.table.number:
            self._catch_up_soon(live)

    def _catch_up_soon(self, *lives: LiveTable) -> None:
        async def catch_up() -> None:
            for live in lives:
                while not await self._has_caught_up(live):
                    await asyncio.sleep(UNTIL_REACHABLE)

        self._soon(catch_up())

    def _soon(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work, name="catching up")
        self._catching.add(task)
        task.add_done_callback(self._catching.discard)

    async def _has_caught_up(self, live: LiveTable) -> bool:
        async with live.lock:
            while live.heard > live.table.number:
                live.heard = 0  # what is heard of from now on may be missed by what is read now
                try:
                    await self._catch_up(live)
                except Unavailable:
                    live.heard = inf
                    return False
        return True

    def _take_over(self, live: LiveTable, after: Table, *, ours: bool) -> None:
        live.table = after
        live.ours = ours
        live.changed()
        self._tell(live)

    def _tell(self, live: LiveTable) -> None:
        for listener in self._listeners:
            listener(live)

    def _keep(self, live: LiveTable) -> LiveTable:
        self._shelf.put(live)
        live.on_people = self._tell
        self.on_load(live)
        return live


def busy() -> Refusal:
    """Return the refusal for a table at which others are always faster."""
    return Refusal("The table is busy. Try again in a moment.", status=503, retry_after=1)


def _after(table: Table, events: Sequence[Numbered]) -> Table:
    after = table.copy()
    for numbered in events:
        after.apply(numbered)
    return after
