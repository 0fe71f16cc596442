"""All tables in use, and the only way in which they change.

A change is decided, committed, applied to the table in memory, and only then announced. One
transaction stores a change with everything that follows from it, such as a deal, so that a crash
leaves nothing half done.
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
"""Bus topic for tables whose past events were rewritten to erase a person."""

MOST_TRIES = 8
RETRY_PAUSE = 0.02
"""Longest pause in seconds, times the attempt, before a change that lost a race is tried again."""
DATABASE_RETRY_SECONDS = 0.5
"""Seconds between two attempts to read from an unavailable database."""
WATCH_INTERVAL = 2.0
"""Seconds between two searches for overdue tables."""


class TableService:
    """The tables of one server."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.time) -> None:
        self.store = store
        self.clock = clock
        self._listeners: list[Callable[[LiveTable], None]] = []
        self.on_load: Callable[[LiveTable], None] = lambda live: None
        """Called when a table is added to memory."""
        self._cache = TableCache(clock)
        self._load_lock = asyncio.Lock()
        self._loading: tuple[str, float] | None = None
        """The code of the table being read, and the highest event number announced meanwhile."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._subscriptions: list[Callable[[], None]] = []
        self.listen()

    @property
    def shared(self) -> bool:
        """Whether other servers may use the same tables."""
        return self.store.database.bus.shared

    def listen(self) -> None:
        """Hear of what other servers store."""
        bus = self.store.database.bus
        self._subscriptions.append(bus.subscribe(TOPIC, self._on_notice))
        self._subscriptions.append(bus.subscribe(REWRITTEN, self._on_rewritten))

    def stop_listening(self) -> None:
        """Hear of nothing more."""
        while self._subscriptions:
            self._subscriptions.pop()()

    async def close(self) -> None:
        """Stop following what other servers store."""
        self.stop_listening()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def on_change(self, listener: Callable[[LiveTable], None]) -> None:
        """Call a listener after every load and change of a table."""
        self._listeners.append(listener)

    async def create(
        self, host: str, setting: TableSetting, *then: Decide, code: str | None = None
    ) -> LiveTable:
        """Create a table, and apply decisions such as the first seats in the same transaction.

        `code` identifies one submission of a form: if its table exists already, that is returned.
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
            return self._add_new(table)
        raise busy()

    def find(self, code: str) -> LiveTable | None:
        """Return a table if it is in memory, else None."""
        return self._cache.get(code)

    def live(self) -> tuple[LiveTable, ...]:
        """Return the tables that are in memory."""
        return self._cache.all()

    async def table(self, text: str, seen: int = 0) -> LiveTable:
        """Return the table with a code, from memory or from the store.

        `seen` is the number of an event that the caller knows, perhaps from another server; where
        servers share tables, the table returned includes it.
        """
        code = read_code(text)
        if code is None:
            raise no_such_table(text)
        live = self._cache.get(code)
        if live is None:
            async with self._load_lock:
                live = self._cache.get(code) or await self._load(code)
        live.used_at = self.clock()
        if self.shared and live.table.number < seen:
            async with self._exclusive(live):
                await self._catch_up(live)
        return live

    @contextlib.asynccontextmanager
    async def _exclusive(self, live: LiveTable) -> AsyncIterator[None]:
        """Lock a table; afterwards, catch up with what was announced meanwhile."""
        try:
            async with live.lock:
                yield
        finally:
            self._catch_up_if_behind(live)

    async def change(self, code: str, decide: Decide, key: str | None = None) -> int:
        """Change a table, and return the number of the last event afterwards.

        `decide` receives the current table and returns the new events, or raises an error. It may
        be called several times. A key that was used before changes nothing: that change is done.
        """
        live = await self.table(code)
        async with self._exclusive(live):
            for attempt in range(MOST_TRIES):
                if attempt:
                    await asyncio.sleep(random.uniform(0, RETRY_PAUSE * attempt))
                try:
                    events = decide(live.table)
                except Refusal:
                    raise  # whatever the table's state
                except KingUpError:
                    # A change that is done already often cannot be made again.
                    if key is not None and await self.store.number_of(live.code, key) is not None:
                        return live.table.number
                    # The error counts only if no other process has changed the table.
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
                    # Another process was faster: read what it stored, and decide again.
                    await self._catch_up(live)
                    continue
                self._replace(live, after, ours=True)
                return after.number
        raise busy()

    async def rematch(self, code: str, person: str) -> str:
        """Create a table for the same people, and return its code.

        Only one is created, however many people ask at once, here and at other servers.
        """
        live = await self.table(code)
        async with self._exclusive(live):
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
                after, agreed_events = advance(old, agreed, now)
                before = decisions.game_before_rematch(old)
                secret = new_secret(old.setting.players, before)
                events = decisions.rematch_table(old, person, fresh, secret)
                table, stored = advance(None, events, now)
                try:
                    await self.store.create(
                        stored, summary_of(table), before=(agreed_events, summary_of(after))
                    )
                except Conflict:  # another process was faster, or the code is taken
                    await self._catch_up(live)
                    continue
                self._add_new(table)
                self._replace(live, after, ours=True)
                return fresh
        raise busy()

    async def wake(self, ahead: float = LONGEST_PAUSE) -> None:
        """Load the tables where a bot or a clock is due within `ahead` seconds, and notify."""
        for code in await self.store.due(self.clock() + ahead):
            live = self._cache.get(code)
            if live is not None:
                self._notify(live)
                continue
            with contextlib.suppress(Refusal):
                live = await self.table(code)
                if (due_at(live.table) or inf) > self.clock() + ahead:
                    await self.store.store_due(summary_of(live.table))

    def tidy(self) -> None:
        """Evict tables from memory that nobody uses."""
        self._cache.tidy()

    async def keep_waking(self) -> None:
        """Wake due tables and tidy the cache periodically, until cancelled."""
        ahead = LONGEST_PAUSE  # at the start, tables that are due soon may have no server
        while True:
            self.tidy()
            try:
                await self.wake(ahead)
                ahead = 0.0
            except Unavailable:
                pass  # until the database answers again
            except Exception:
                log.exception("due tables not woken")
            await asyncio.sleep(WATCH_INTERVAL)

    async def reload(self, code: str) -> None:
        """Reload a table whose past events were rewritten in the store.

        Every other server that has it in memory does the same.
        """
        await self._reload(code)
        if self.shared:
            await self.store.database.publish(REWRITTEN, code)

    async def _reload(self, code: str) -> None:
        live = self._cache.get(code)
        if live is None:
            return
        async with self._exclusive(live):
            events = await self.store.events(code)
            live.conversation = None  # its remarks may have been erased, too
            if events:
                self._replace(live, Table.of(events), ours=live.stored_here)

    def _add_new(self, table: Table) -> LiveTable:
        """Add a table that this server has just created."""
        live = self._add(LiveTable(table, self.clock))
        live.stored_here = True
        self._notify(live)
        return live

    async def _load(self, code: str) -> LiveTable:
        self._loading = code, 0
        try:
            events = await self.store.events(code)
            _code, heard = self._loading
        finally:
            self._loading = None
        if not events:
            raise no_such_table(code)
        live = self._add(LiveTable(Table.of(events), self.clock))
        live.announced_number = heard
        self._notify(live)
        self._catch_up_if_behind(live)
        return live

    async def _catch_up(self, live: LiveTable) -> bool:
        """Apply what other processes have stored; return whether there was anything."""
        missed = await self.store.events(live.code, after=live.table.number)
        if missed:
            self._replace(live, _after(live.table, missed), ours=False)
        return bool(missed)

    def _on_notice(self, text: str | None) -> None:
        """Handle a notice that some server, perhaps this one, has stored events.

        None means that notices may have been lost.
        """
        self._note_while_loading(text)
        if text is None:
            lives = sorted(self._cache.all(), key=lambda live: not live.watched)
            for one in lives:
                one.announced_number = inf
            self._catch_up_soon(*lives)
            return
        notice = read_notice(text)
        live = self._cache.get(notice.code)
        if live is None or live.table.number >= notice.number:
            return
        live.announced_number = max(live.announced_number, notice.number)
        if live.lock.locked():
            return  # the holder of the lock catches up afterwards
        if not self._apply_notice(live, notice):
            self._catch_up_soon(live)

    def _note_while_loading(self, text: str | None) -> None:
        """Record that a table being read may have newer events than those read."""
        if self._loading is not None:
            code, heard = self._loading
            notice = None if text is None else read_notice(text)
            if notice is None or notice.code == code:
                self._loading = code, max(heard, inf if notice is None else notice.number)

    def _apply_notice(self, live: LiveTable, notice: Notice) -> bool:
        """Apply the events in a notice, if nothing else is missing here."""
        events = notice.events()
        if not events or events[0].number != live.table.number + 1:
            return False
        self._replace(live, _after(live.table, events), ours=False)
        return True

    def _on_rewritten(self, code: str | None) -> None:
        """Reload a table whose past was rewritten; all tables if notices may have been lost."""
        codes = [live.code for live in self._cache.all()] if code is None else [code]

        async def reload() -> None:
            for one in codes:
                while self._cache.get(one) is not None:
                    try:
                        await self._reload(one)
                    except Unavailable:
                        await asyncio.sleep(DATABASE_RETRY_SECONDS)
                    else:
                        break

        self._start(reload())

    def _catch_up_if_behind(self, live: LiveTable) -> None:
        """Catch up with what was announced while the table was locked."""
        if live.announced_number > live.table.number:
            self._catch_up_soon(live)

    def _catch_up_soon(self, *lives: LiveTable) -> None:
        async def catch_up() -> None:
            for live in lives:
                while not await self._try_catch_up(live):
                    await asyncio.sleep(DATABASE_RETRY_SECONDS)

        self._start(catch_up())

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work, name="catching up")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _try_catch_up(self, live: LiveTable) -> bool:
        async with live.lock:
            while live.announced_number > live.table.number:
                # What is announced from now on may be missing from what is read now.
                live.announced_number = 0
                try:
                    await self._catch_up(live)
                except Unavailable:
                    live.announced_number = inf
                    return False
        return True

    def _replace(self, live: LiveTable, after: Table, *, ours: bool) -> None:
        live.table = after
        live.stored_here = ours
        live.changed()
        self._notify(live)

    def _notify(self, live: LiveTable) -> None:
        for listener in self._listeners:
            listener(live)

    def _add(self, live: LiveTable) -> LiveTable:
        self._cache.put(live)
        live.on_people = self._notify
        self.on_load(live)
        return live


def busy() -> Refusal:
    """Return the refusal for a change that lost every race against others."""
    return Refusal("The table is busy. Try again in a moment.", status=503, retry_after=1)


def _after(table: Table, events: Sequence[Numbered]) -> Table:
    after = table.copy()
    for numbered in events:
        after.apply(numbered)
    return after
