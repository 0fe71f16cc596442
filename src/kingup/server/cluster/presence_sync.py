"""Shares between servers who is present at which table."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from kingup.server.live_table import LiveTable, Signal
from kingup.server.presence import Attendee
from kingup.server.table_service import TableService
from kingup.store import Unavailable
from kingup.store.attendance import BEAT_SECONDS, TOPIC, Attendance, Visit

log = logging.getLogger("kingup.web")

RETRY_SECONDS = 1.0


class PresenceSync:
    """Keeps the presence of people in step with other servers."""

    def __init__(self, tables: TableService, attendance: Attendance) -> None:
        self._tables = tables
        self._attendance = attendance
        self._unsent: dict[tuple[str, str], Visit] = {}
        self._unread: dict[str, LiveTable] = {}
        self._work = Signal()
        self._tasks: list[asyncio.Task[None]] = []
        self._unsubscribe: Callable[[], None] = lambda: None

    async def open(self) -> None:
        """Start sharing."""
        await self._attendance.beat(self._tables.clock())
        self._tables.on_load = self._attach
        self._unsubscribe = self._tables.store.database.bus.subscribe(TOPIC, self._on_notice)
        self._tasks = [
            asyncio.create_task(self._keep_in_sync(), name="presence sync"),
            asyncio.create_task(self._beat(), name="beat"),
        ]

    async def close(self) -> None:
        """Stop sharing, and store that everybody at this server has left."""
        self._unsubscribe()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        try:
            await self._attendance.close(self._tables.clock())
        except Unavailable:
            log.warning("shutdown not announced to other servers: database unavailable")

    def _attach(self, live: LiveTable) -> None:
        code = live.code  # the closure must not keep the table in memory

        def unsent(person: str, attendee: Attendee) -> None:
            self._unsent[code, person] = Visit(code, person, attendee.arrived_at, attendee.left_at)
            self._work.wake()

        live.presence.on_local_change = unsent
        self._read_soon(live)

    def _read_soon(self, live: LiveTable) -> None:
        self._unread[live.code] = live
        self._work.wake()

    def _on_notice(self, code: str | None) -> None:
        if code is not None:
            live = self._tables.find(code)
            if live is not None:
                self._read_soon(live)
            return
        for live in self._tables.live():
            self._read_soon(live)
            for person, attendee in live.presence.here().items():
                visit = Visit(live.code, person, attendee.arrived_at, attendee.left_at)
                self._unsent.setdefault((live.code, person), visit)

    async def _keep_in_sync(self) -> None:
        while True:
            await self._work.wait()
            unsent, self._unsent = self._unsent, {}
            unread, self._unread = self._unread, {}
            try:
                await self._attendance.note(unsent.values())
                if unread:
                    found = await self._attendance.elsewhere(unread)
                    for code, live in unread.items():
                        visits = found.get(code, {})
                        live.presence.set_elsewhere(
                            {p: Attendee(v.arrived_at, v.left_at) for p, v in visits.items()}
                        )
            except Exception as error:
                if not isinstance(error, Unavailable):
                    log.exception("presence not shared with other servers")
                self._unsent = {**unsent, **self._unsent}
                self._unread = {**unread, **self._unread}
                self._work.wake()
                await asyncio.sleep(RETRY_SECONDS)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            try:
                if await self._attendance.beat(self._tables.clock()):
                    # Other servers took this one for dead and its people for gone: announce again.
                    self._tables.store.database.bus.deliver_reload()
            except Unavailable:
                continue
            except Exception:
                log.exception("heartbeat not stored")
