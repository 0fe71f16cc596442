"""Rates games as they end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine

from kingup.server.live_table import LiveTable
from kingup.store.ratings import RatingStore

log = logging.getLogger("kingup.web")


class Rater:
    """Takes note of every finished table, once."""

    def __init__(self, ratings: RatingStore) -> None:
        self._ratings = ratings
        self._tasks: set[asyncio.Task[None]] = set()

    def notice(self, live: LiveTable) -> None:
        """Look at a table that was loaded or has changed."""
        if live.table.status == "over" and not live.rated:
            live.rated = True
            self._begin(self._rate(live.code))

    def wake(self) -> None:
        """Rate what ended while no server looked."""
        self._begin(self._catch_up())

    async def close(self) -> None:
        """Finish what has begun."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _begin(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _catch_up(self) -> None:
        try:
            waiting = await self._ratings.waiting()
        except Exception:
            log.exception("nobody knows which tables are to be rated")
            return
        for code in waiting:
            await self._rate(code)

    async def _rate(self, code: str) -> None:
        try:
            await self._ratings.rate(code)
        except Exception:
            # It stays unrated, and the next start tries again.
            log.exception("the table %s could not be rated", code)
