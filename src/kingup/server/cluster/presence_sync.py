"""Who is there, where several servers share their tables: each tells the others of its own."""

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

AFTER_A_FAULT = 1.0


class PresenceSync:
    """Keeps everybody's presence at the tables of a hall in step with other servers."""

    def __init__(self, hall: TableService, attendance: Attendance) -> None:
        self._hall = hall
        self._attendance = attendance
        self._moved: dict[tuple[str, str], Visit] = {}
        self._asked: dict[str, LiveTable] = {}
        self._work = Signal()
        self._tasks: list[asyncio.Task[None]] = []
        self._stop_hearing: Callable[[], None] = lambda: None

    async def open(self) -> None:
        """Begin."""
        await self._attendance.beat(self._hall.clock())
        self._hall.on_load = self._attach
        self._stop_hearing = self._hall.store.database.bus.hear(TOPIC, self._heard)
        self._tasks = [
            asyncio.create_task(self._keep_in_step(), name="gathering"),
            asyncio.create_task(self._beat(), name="beat"),
        ]

    async def close(self) -> None:
        """Say that everybody who is here leaves."""
        self._stop_hearing()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        try:
            await self._attendance.close(self._hall.clock())
        except Unavailable:
            log.warning("nobody could be told that this server stops")

    def _attach(self, live: LiveTable) -> None:
        code = live.code  # all that is needed of a table, which is not to keep itself

        def moved(person: str, stay: Attendee) -> None:
            self._moved[code, person] = Visit(code, person, stay.arrived_at, stay.left_at)
            self._work.wake()

        live.presence.on_move = moved
        self._ask(live)

    def _ask(self, live: LiveTable) -> None:
        self._asked[live.code] = live
        self._work.wake()

    def _heard(self, code: str | None) -> None:
        if code is not None:
            live = self._hall.find(code)
            if live is not None:
                self._ask(live)
            return
        for live in self._hall.live():
            self._ask(live)
            for person, stay in live.presence.here().items():
                visit = Visit(live.code, person, stay.arrived_at, stay.left_at)
                self._moved.setdefault((live.code, person), visit)

    async def _keep_in_step(self) -> None:
        while True:
            await self._work.wait()
            moved, self._moved = self._moved, {}
            asked, self._asked = self._asked, {}
            try:
                await self._attendance.note(moved.values())
                if asked:
                    found = await self._attendance.elsewhere(asked)
                    for code, live in asked.items():
                        visits = found.get(code, {})
                        live.presence.others(
                            {p: Attendee(v.arrived_at, v.left_at) for p, v in visits.items()}
                        )
            except Exception as error:
                if not isinstance(error, Unavailable):
                    log.exception("other servers do not know who is here")
                self._moved = {**moved, **self._moved}
                self._asked = {**asked, **self._asked}
                self._work.wake()
                await asyncio.sleep(AFTER_A_FAULT)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            try:
                if await self._attendance.beat(self._hall.clock()):
                    # Others took this server for dead, and whoever is here for gone: say it again.
                    self._hall.store.database.bus.tell_all_is_new()
            except Unavailable:
                continue
            except Exception:
                log.exception("other servers do not know that this one is up")
