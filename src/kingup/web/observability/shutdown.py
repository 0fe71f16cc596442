"""Stopping in order: nothing new begins, what is under way ends, those who listen are told."""

from __future__ import annotations

import asyncio


class Shutdown:
    """Whether a server is about to stop, for whoever would keep it from that."""

    def __init__(self) -> None:
        self._begun = False
        self._waiting: asyncio.Future[None] | None = None

    def begin(self) -> None:
        """Say that the server stops: streams end, and no new work should be sent here."""
        self._begun = True
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    @property
    def begun(self) -> bool:
        """Whether the server stops."""
        return self._begun

    def future(self) -> asyncio.Future[None]:
        """Return what is done once the server stops: one for all who wait, not to be cancelled."""
        if self._waiting is None:
            self._waiting = asyncio.get_running_loop().create_future()
            if self._begun:
                self._waiting.set_result(None)
        return self._waiting
