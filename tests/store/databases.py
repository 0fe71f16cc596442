"""Context managers and a decorator that open stores and databases for a test."""

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
    """Pass a test one open store per argument, all on the same empty database.

    Several stores stand for several processes. The test runs on SQLite and on PostgreSQL.
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
