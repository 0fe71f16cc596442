"""Draws pictures in a thread, one at a time, and keeps those that were asked for lately."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable

from kingup.server.refusals import Refusal

MOST_WAITING = 12
"""How many pictures may wait for their turn."""
MOST_KEPT = 16 * 2**20
"""Bytes of pictures that are kept in memory."""
RETRY_SECONDS = 3


class PictureMaker:
    """Everybody who wants a picture of this server."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._running: dict[str, asyncio.Task[bytes]] = {}
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._size = 0

    def kept(self, key: str) -> bytes | None:
        """Return a picture that was drawn lately."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
        return found

    async def make(self, key: str, draw: Callable[[], bytes]) -> bytes:
        """Return the picture with a key: drawn now, or kept. Refuse if too many wait already."""
        found = self.kept(key)
        if found is not None:
            return found
        task = self._running.get(key)
        if task is None:
            if len(self._running) >= MOST_WAITING:
                raise Refusal(
                    "Many pictures are being drawn just now. Try again in {seconds} seconds.",
                    status=503,
                    retry_after=RETRY_SECONDS,
                    seconds=RETRY_SECONDS,
                )
            task = self._running[key] = asyncio.create_task(self._draw(key, draw))
            task.add_done_callback(lambda done: self._finish(key, done))
        # Whoever goes away does not stop it: a thread cannot be stopped, and others may wait.
        return await asyncio.shield(task)

    def _finish(self, key: str, task: asyncio.Task[bytes]) -> None:
        del self._running[key]
        if not task.cancelled():
            task.exception()  # whoever still waits is told; nobody else has to be

    async def _draw(self, key: str, draw: Callable[[], bytes]) -> bytes:
        async with self._turn:
            drawn = await asyncio.to_thread(draw)
        self._kept[key] = drawn
        self._size += len(drawn)
        while self._size > MOST_KEPT:
            _oldest, dropped = self._kept.popitem(last=False)
            self._size -= len(dropped)
        return drawn
