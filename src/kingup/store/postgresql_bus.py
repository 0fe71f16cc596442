"""The bus between processes that share a PostgreSQL database, by LISTEN and NOTIFY."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable

import psycopg
import psycopg.rows
from sqlalchemy import select
from sqlalchemy import text as sql
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from kingup.store.bus import Listeners
from kingup.store.errors import Unavailable
from kingup.store.schema import SETTINGS

log = logging.getLogger("kingup.store")

Line = psycopg.AsyncConnection[psycopg.rows.TupleRow]

CHANNEL = "channel"
"""The setting that holds the channel's name. Anyone who may connect to a database can listen to
any channel whose name they know; only those who may read the tables can learn this one's.
"""
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 2.0
"""Seconds between two attempts to reach a PostgreSQL server that does not answer."""


async def channel_of(connection: AsyncConnection) -> str:
    """Return the name of a database's channel, creating it on first use."""
    made_up = f"kingup_{secrets.token_hex(16)}"
    first = insert(SETTINGS).values(name=CHANNEL, value=made_up).on_conflict_do_nothing()
    await connection.execute(first)
    known = await connection.execute(select(SETTINGS.c.value).where(SETTINGS.c.name == CHANNEL))
    return str(known.scalar_one())


class PostgreSQLBus(Listeners):
    """A bus over one listening connection, which is reopened whenever it is lost."""

    shared = True

    def __init__(
        self, address: str, channel: str, on_again: Callable[[], Awaitable[None]]
    ) -> None:
        super().__init__()
        self._address = address
        self._channel = channel
        self._on_again = on_again
        self._connection: Line | None = None
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Connect and start listening."""
        try:
            self._connection = await self._connect()
        except (psycopg.Error, OSError) as error:
            raise Unavailable() from error
        self._task = asyncio.create_task(self._listen(self._connection), name="bus")

    async def publish(self, connection: AsyncConnection, topic: str, text: str) -> None:
        """Publish a message when the connection's transaction is committed, and only then."""
        said = {"channel": self._channel, "text": f"{topic} {text}"}
        await connection.execute(sql("SELECT pg_notify(:channel, :text)"), said)

    def settle(self, connection: AsyncConnection, *, stored: bool) -> None:
        """Do nothing: PostgreSQL itself delivers or drops the messages."""

    async def close(self) -> None:
        """Stop listening."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        if self._connection is not None:  # the task may not have begun
            await self._connection.close()

    async def _listen(self, connection: Line) -> None:
        while True:
            try:
                async for notice in connection.notifies():
                    topic, _, text = notice.payload.partition(" ")
                    self.deliver(topic, text)
            except psycopg.Error as error:
                log.warning("PostgreSQL connection lost: error=%s", type(error).__name__)
            finally:
                await connection.close()
            connection = self._connection = await self._connect_again()
            await self._on_again()
            log.warning("PostgreSQL connection restored")
            # Messages sent during the outage are lost, so listeners must reload everything.
            self.deliver_reload()

    async def _connect_again(self) -> Line:
        pause = FIRST_PAUSE
        while True:
            await asyncio.sleep(pause)
            try:
                return await self._connect()
            except (psycopg.Error, OSError):
                pause = min(pause * 2, LONGEST_PAUSE)

    async def _connect(self) -> Line:
        connection = await psycopg.AsyncConnection.connect(self._address, autocommit=True)
        try:
            await connection.execute(f"LISTEN {self._channel}".encode())
        except BaseException:
            await connection.close()
            raise
        return connection
