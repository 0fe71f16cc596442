"""Which bots listen, where several servers share their tables: each tells the others of its own.

That is kept as who is at a table is (`store/attendance.py`), under a code that no table has: so
the bots of a server that died are missed as its people are.
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
"""Stands for the code of a table where there is none: for the streams of events."""
CALLED = "called"
"""What the bus says when a game begins: its table, and those of its bots that listen elsewhere."""
AFTER_A_FAULT = 1.0


class BotSync:
    """Keeps who listens in step with other servers, and calls bots there to games that begin."""

    def __init__(
        self, hall: TableService, attendance: Attendance, tokens: TokenStore, callers: BotListeners
    ) -> None:
        self._hall = hall
        self._attendance = attendance
        self._tokens = tokens
        self._callers = callers
        self._since: dict[str, float] = {}
        self._visits: dict[str, Visit] = {}
        self._begun: WeakSet[LiveTable] = WeakSet()
        """Tables whose bots have been called."""
        self._work = Signal()
        self._tasks: set[asyncio.Task[None]] = set()
        self._stops: list[Callable[[], None]] = []

    def open(self) -> None:
        """Begin."""
        bus = self._hall.store.database.bus
        self._stops = [bus.hear(TOPIC, self._heard), bus.hear(CALLED, self._heard_call)]
        self._callers.on_move = self._moved
        self._hall.on_change(self._changed)
        self._soon(self._keep_in_step(), "roll call")
        self._work.wake()

    async def close(self) -> None:
        """Tell the others nothing more; that this server stops they hear from `Gathering`."""
        self._callers.on_move = lambda bot: None
        for stop in self._stops:
            stop()
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _soon(self, work: Coroutine[Any, Any, None], name: str) -> None:
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Who listens.

    def _moved(self, bot: str) -> None:
        now = self._hall.clock()
        since = self._since.setdefault(bot, now)
        gone = None if bot in self._callers.here else now
        if gone is not None:
            del self._since[bot]
        self._visits[bot] = Visit(LISTENING, bot, since, gone)
        self._work.wake()

    def _heard(self, code: str | None) -> None:
        if code is None:  # others may think that this server was dead
            for bot in self._callers.here:
                self._moved(bot)
        if code in (None, LISTENING):
            self._work.wake()

    async def _keep_in_step(self) -> None:
        while True:
            await self._work.wait()
            visits, self._visits = self._visits, {}
            try:
                await self._attendance.note(visits.values())
                there = (await self._attendance.elsewhere([LISTENING])).get(LISTENING, {})
                bots = [visit.person for visit in there.values() if visit.left_at is None]
                self._callers.others(await self._tokens.by_bots(bots) if bots else ())
            except Exception as error:
                if not isinstance(error, Unavailable):
                    log.exception("other servers do not know which bots listen here")
                self._visits = {**visits, **self._visits}
                self._work.wake()
                await asyncio.sleep(AFTER_A_FAULT)

    # Games that begin.

    def _changed(self, live: LiveTable) -> None:
        if not live.ours or live.table.status != "playing" or live in self._begun:
            return
        self._begun.add(live)
        away = self._callers.elsewhere.intersection(live.table.people())
        if away:
            self._soon(self._call(" ".join((live.code, *sorted(away)))), f"call {live.code}")

    async def _call(self, text: str) -> None:
        with contextlib.suppress(Unavailable):  # who listens looks around now and then as well
            await self._hall.store.database.say(CALLED, text)

    def _heard_call(self, text: str | None) -> None:
        code, *bots = (text or "").split(" ")
        if self._callers.here.intersection(bots):
            self._soon(self._come(code), f"come {code}")

    async def _come(self, code: str) -> None:
        """Have a table in memory: who listens here hears of it then, and of all that follows."""
        with contextlib.suppress(KingUpError):
            await self._hall.table(code)
