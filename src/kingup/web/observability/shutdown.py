"""Orderly shutdown: no new work is accepted, and open streams end."""

from __future__ import annotations

import asyncio


class Shutdown:
    """Whether a server is shutting down, for long-lived streams and health checks."""

    def __init__(self) -> None:
        self._begun = False
        self._future: asyncio.Future[None] | None = None

    def begin(self) -> None:
        """Begin the shutdown: streams end, and the server reports that it is not ready."""
        self._begun = True
        if self._future is not None and not self._future.done():
            self._future.set_result(None)

    @property
    def begun(self) -> bool:
        """Whether the shutdown has begun."""
        return self._begun

    def future(self) -> asyncio.Future[None]:
        """Return a future that is done once the shutdown begins. All callers share it."""
        if self._future is None:
            self._future = asyncio.get_running_loop().create_future()
            if self._begun:
                self._future.set_result(None)
        return self._future
