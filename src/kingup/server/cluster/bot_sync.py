"""Shares between servers which bots listen for events.

It uses the attendance of tables (`store/attendance.py`) with a code that no table has, so the
bots of a server that died are dropped in the same way as its people.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine
from typing import Any
from weakref import WeakSet

from kingup.rules.errors import KingUpError
from kingup.server.bot_listeners import BotListeners
from kingup.server.live_table import LiveTable, Signal
from kingup.server.table_service import TableService
from kingup.store import Unavailable
from kingup.store.attendance import TOPIC, Attendance, Visit
from kingup.store.tokens import TokenStore

log = logging.getLogger("kingup.web")

LISTENING = "*"
"""The attendance code for event streams, in place of a table's code."""
CALLED = "called"
"""Bus topic for games that begin. The text: the table's code, then its bots that listen at other
servers."""
RETRY_SECONDS = 1.0


class BotSync:
    """Shares which bots listen, and notifies bots at other servers of games that begin."""

    def __init__(
        self,
        tables: TableService,
        attendance: Attendance,
        tokens: TokenStore,
        listeners: BotListeners,
    ) -> None:
        self._tables = tables
        self._attendance = attendance
        self._tokens = tokens
        self._listeners = listeners
        self._listening_since: dict[str, float] = {}
        self._visits: dict[str, Visit] = {}
        self._called: WeakSet[LiveTable] = WeakSet()
        """Tables whose bots have been notified."""
        self._work = Signal()
        self._tasks: set[asyncio.Task[None]] = set()
        self._unsubscribers: list[Callable[[], None]] = []

    def open(self) -> None:
        """Start sharing."""
        bus = self._tables.store.database.bus
        self._unsubscribers = [
            bus.subscribe(TOPIC, self._on_attendance_notice),
            bus.subscribe(CALLED, self._on_call),
        ]
        self._listeners.on_local_change = self._bot_changed
        self._tables.on_change(self._table_changed)
        self._start(self._keep_in_sync(), "bot sync")
        self._work.wake()

    async def close(self) -> None:
        """Stop sharing. `PresenceSync` announces that this server stops."""
        self._listeners.on_local_change = lambda bot: None
        for stop in self._unsubscribers:
            stop()
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _start(self, work: Coroutine[Any, Any, None], name: str) -> None:
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Which bots listen.

    def _bot_changed(self, bot: str) -> None:
        now = self._tables.clock()
        since = self._listening_since.setdefault(bot, now)
        gone = None if bot in self._listeners.here else now
        if gone is not None:
            del self._listening_since[bot]
        self._visits[bot] = Visit(LISTENING, bot, since, gone)
        self._work.wake()

    def _on_attendance_notice(self, code: str | None) -> None:
        if code is None:  # other servers may have dropped this one's bots
            for bot in self._listeners.here:
                self._bot_changed(bot)
        if code in (None, LISTENING):
            self._work.wake()

    async def _keep_in_sync(self) -> None:
        while True:
            await self._work.wait()
            visits, self._visits = self._visits, {}
            try:
                await self._attendance.note(visits.values())
                there = (await self._attendance.elsewhere([LISTENING])).get(LISTENING, {})
                bots = [visit.person for visit in there.values() if visit.left_at is None]
                self._listeners.set_elsewhere(await self._tokens.by_bots(bots) if bots else ())
            except Exception as error:
                if not isinstance(error, Unavailable):
                    log.exception("listening bots not shared with other servers")
                self._visits = {**visits, **self._visits}
                self._work.wake()
                await asyncio.sleep(RETRY_SECONDS)

    # Games that begin.

    def _table_changed(self, live: LiveTable) -> None:
        if not live.stored_here or live.table.status != "playing" or live in self._called:
            return
        self._called.add(live)
        away = self._listeners.elsewhere.intersection(live.table.people())
        if away:
            self._start(self._call(" ".join((live.code, *sorted(away)))), f"call {live.code}")

    async def _call(self, text: str) -> None:
        with contextlib.suppress(Unavailable):  # streams also look for new games periodically
            await self._tables.store.database.publish(CALLED, text)

    def _on_call(self, text: str | None) -> None:
        code, *bots = (text or "").split(" ")
        if self._listeners.here.intersection(bots):
            self._start(self._load_table(code), f"load {code}")

    async def _load_table(self, code: str) -> None:
        """Load a table into memory, so that bots listening here are notified of its changes."""
        with contextlib.suppress(KingUpError):
            await self._tables.table(code)
