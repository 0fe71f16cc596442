"""Tests that are given open stores, on SQLite and on PostgreSQL in turn."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable

from kingup.store import Store


def with_store(test: Callable[..., Awaitable[None]]) -> Callable[[str], None]:
    """Give a test a store for each of its arguments, all of the same empty database.

    Several are what several processes have.
    """
    number = len(inspect.signature(test).parameters)

    async def run(url: str) -> None:
        stores = [await Store.open(url) for _ in range(number)]
        try:
            await test(*stores)
        finally:
            for store in stores:
                await store.close()

    def opened(database_url: str) -> None:
        asyncio.run(run(database_url))

    opened.__name__ = getattr(test, "__name__", "test")
    opened.__doc__ = test.__doc__
    return opened
