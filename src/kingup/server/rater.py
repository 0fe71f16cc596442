"""Rates games when they end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine

from kingup.server.live_table import LiveTable
from kingup.store.ratings import RatingStore

log = logging.getLogger("kingup.web")


class Rater:
    """Rates every finished table once."""

    def __init__(self, ratings: RatingStore) -> None:
        self._ratings = ratings
        self._tasks: set[asyncio.Task[None]] = set()

    def table_changed(self, live: LiveTable) -> None:
        """Rate a table that was loaded or has changed, if its game is over."""
        if live.table.status == "over" and not live.rated:
            live.rated = True
            self._start(self._rate(live.code))

    def catch_up(self) -> None:
        """Rate the games that ended while no server was running."""
        self._start(self._rate_missed())

    async def close(self) -> None:
        """Finish the ratings that have started."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _rate_missed(self) -> None:
        try:
            waiting = await self._ratings.waiting()
        except Exception:
            log.exception("unrated tables not read")
            return
        for code in waiting:
            await self._rate(code)

    async def _rate(self, code: str) -> None:
        try:
            await self._ratings.rate(code)
        except Exception:
            # It stays unrated; the next start of the server tries again.
            log.exception("table not rated: table=%s", code)
