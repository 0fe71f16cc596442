"""The database that everything on disk shares: one way to write, one way to read."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import Row, Select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from kingup.store.engine import connect
from kingup.store.migrating import migrate


class Database:
    """A database with our schema. Open one with `Database.open`, and close it."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        # SQLite has one writer at a time; waiting here is fairer than its busy loop.
        self._writing = asyncio.Lock()

    @classmethod
    async def open(cls, url: str) -> Database:
        """Open a database, and bring its schema to this version."""
        engine = connect(url)
        try:
            async with engine.begin() as connection:
                await connection.run_sync(migrate)
        except BaseException:
            await engine.dispose()
            raise
        return cls(engine)

    async def close(self) -> None:
        """Close all connections."""
        await self.engine.dispose()

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """Give a transaction: all that is done with it is kept, or nothing is."""
        async with self._writing, self.engine.begin() as connection:
            yield connection

    async def rows(self, query: Select[Any]) -> Sequence[Row[Any]]:
        """Return what a query finds."""
        async with self.engine.connect() as connection:
            rows: Sequence[Row[Any]] = (await connection.execute(query)).all()
        return rows
