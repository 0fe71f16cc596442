"""Stores and databases that are open as long as a context lasts."""

from __future__ import annotations

import inspect
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from kingup.store import Database, Store


@asynccontextmanager
async def open_database(url: str) -> AsyncIterator[Database]:
    """Open a database, and close it afterwards."""
    database = await Database.open(url)
    try:
        yield database
    finally:
        await database.close()


@asynccontextmanager
async def open_store(url: str) -> AsyncIterator[Store]:
    """Open a store, and close it afterwards."""
    store = await Store.open(url)
    try:
        yield store
    finally:
        await store.close()


def with_store(test: Callable[..., Awaitable[None]]) -> Callable[[str], Awaitable[None]]:
    """Give a test a store for each of its arguments, all of the same empty database.

    Several are what several processes have. Databases are of SQLite and of PostgreSQL in turn.
    """
    number = len(inspect.signature(test).parameters)

    async def opened(database_url: str) -> None:
        stores = [await Store.open(database_url) for _ in range(number)]
        try:
            await test(*stores)
        finally:
            for store in stores:
                await store.close()

    opened.__name__ = getattr(test, "__name__", "test")
    opened.__doc__ = test.__doc__
    return opened
