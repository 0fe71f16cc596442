"""The database shared by everything that is stored: one way to write, one way to read."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from typing import Any

from sqlalchemy import Row, Select, delete, insert
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from kingup.store.bus import Bus, LocalBus
from kingup.store.condition import Condition, means_damage
from kingup.store.engine import BUSY_MS, connect, listening_address
from kingup.store.errors import NoDatabase, Unavailable
from kingup.store.group_commit import GroupCommit
from kingup.store.schema import SETTINGS
from kingup.store.schema_upgrade import migrate
from kingup.store.sqlite_commit import SQLiteCommit
from kingup.store.sqlite_file import check_ours, file_of

PROBE = "probe"
"""The setting that is written to find out whether anything can be."""


class Database:
    """A database with our schema. Open one with `Database.open`, and close it."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self.condition = Condition(engine.url.database or "")
        """Whether the database can be written, and whether it is damaged."""
        self.bus: Bus = LocalBus()
        """How other processes, and other parts of this one, learn what is stored."""
        # SQLite allows one writer at a time; waiting here is fairer than its busy loop.
        self._write_lock: AbstractAsyncContextManager[Any] = (
            asyncio.Lock() if self.kind == "sqlite" else contextlib.nullcontext()
        )
        self._closed = False
        self._in_use = 0
        self._unused = asyncio.Event()
        self._unused.set()
        self.group_commit: GroupCommit | None = None
        """The fast path for appending events; None where there is none."""
        if self.kind == "sqlite" and engine.url.database:
            self.group_commit = SQLiteCommit(
                engine.url.database, self._write_lock, BUSY_MS, self.condition
            )

    @classmethod
    async def open(cls, url: str) -> Database:
        """Open a database, and upgrade its schema to this version."""
        engine = connect(url)
        if (file := file_of(engine.url)) is not None:
            await asyncio.to_thread(check_ours, file)
        database = cls(engine)
        try:
            with database._reachable(), _readable(engine.url.database):
                async with engine.begin() as connection:
                    await connection.run_sync(migrate)
            if database.kind == "postgresql":
                await database._listen(listening_address(url))
        except BaseException:
            await database.close()
            raise
        return database

    async def _listen(self, address: str) -> None:
        from kingup.store.postgresql_bus import PostgreSQLBus, channel_of
        from kingup.store.postgresql_commit import PostgreSQLCommit

        async with self.writing() as connection:
            channel = await channel_of(connection)
        self.group_commit = group_commit = PostgreSQLCommit(address, channel, self.condition)

        self.bus = bus = PostgreSQLBus(address, channel, group_commit.begin_anew)
        await bus.open()

    @property
    def kind(self) -> str:
        """The database system: `sqlite` or `postgresql`."""
        return self.engine.dialect.name

    async def close(self) -> None:
        """Refuse new work, wait for running reads and writes, and close all connections."""
        self._closed = True
        if self.group_commit is not None:
            await self.group_commit.close()
        await self._unused.wait()  # disposing of the engine would leave a connection in use open
        await self.bus.close()
        await self.engine.dispose()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """Open a connection for reading; nothing done with it is committed."""
        if self._closed:
            raise Unavailable
        self._in_use += 1
        self._unused.clear()
        try:
            with self._reachable():
                async with self.engine.connect() as connection:
                    yield connection
        finally:
            self._in_use -= 1
            if not self._in_use:
                self._unused.set()

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """Open a transaction: all that is done with it is committed, or nothing is.

        If it fails with `Unavailable`, it may have been committed nevertheless: the connection may
        have broken just before the answer. A retry must be idempotent.
        """
        async with self._write_lock, self.reading() as connection:
            stored = False
            try:
                async with connection.begin():
                    yield connection
                stored = True
                self.condition.written()
            finally:
                self.bus.settle(connection, stored=stored)

    @asynccontextmanager
    async def exclusive(self) -> AsyncIterator[AsyncConnection]:
        """Open a connection without a transaction, while nothing else in this process writes."""
        async with self._write_lock, self.reading() as connection:
            await connection.execution_options(isolation_level="AUTOCOMMIT")
            yield connection

    async def rows(self, query: Select[Any]) -> Sequence[Row[Any]]:
        """Return the rows of a query."""
        try:
            return await self._rows(query)
        except Unavailable:
            # A pooled connection was lost while idle; retry with a new one.
            return await self._rows(query)

    async def try_writing(self) -> None:
        """Write something small, to find out whether a full disk has room again."""
        async with self.writing() as connection:
            await connection.execute(delete(SETTINGS).where(SETTINGS.c.name == PROBE))
            await connection.execute(insert(SETTINGS).values(name=PROBE, value=PROBE))

    async def publish(self, topic: str, text: str) -> None:
        """Publish a message on the bus without storing anything."""
        async with self.writing() as connection:
            await self.bus.publish(connection, topic, text)

    async def _rows(self, query: Select[Any]) -> Sequence[Row[Any]]:
        async with self.reading() as connection:
            rows: Sequence[Row[Any]] = (await connection.execute(query)).all()
        return rows

    @contextmanager
    def _reachable(self) -> Iterator[None]:
        """Turn the errors of a database that does not answer into `Unavailable`."""
        try:
            yield
        except (OperationalError, InterfaceError, PoolTimeout, OSError) as error:
            raise self.condition.unavailable(error) from error
        except DBAPIError as error:
            if error.connection_invalidated or means_damage(error):
                raise self.condition.unavailable(error) from error
            raise


@contextmanager
def _readable(file: str | None) -> Iterator[None]:
    """Turn the errors of a file that is no database, or is damaged, into `NoDatabase`."""
    try:
        yield
    except DBAPIError as error:
        if not means_damage(error):
            raise
        raise NoDatabase(
            "{path} is not a database of kingup, or it is damaged: {reason}.",
            path=file,
            reason=error.orig,
        ) from error
