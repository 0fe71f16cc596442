"""Stopping in order: nothing new begins, what is under way ends, those who listen are told."""

from __future__ import annotations

import asyncio


class Stopping:
    """Whether a server is about to stop, for whoever would keep it from that."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    def begin(self) -> None:
        """Say that the server stops: streams end, and no new work should be sent here."""
        self._event.set()

    @property
    def begun(self) -> bool:
        """Whether the server stops."""
        return self._event.is_set()

    async def wait(self) -> None:
        """Return once the server stops."""
        await self._event.wait()
