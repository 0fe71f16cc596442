"""The database engine, set up so that committed data survives a crash."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from typing import TYPE_CHECKING, Any

from sqlalchemy import URL, event, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from kingup.extras import install_command
from kingup.rules.errors import KingUpError

if TYPE_CHECKING:
    from aiosqlite import Connection

BUSY_MS = 10_000
"""Milliseconds for which an SQLite writer waits for another process."""

DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "postgresql": "postgresql+psycopg",
    "postgres": "postgresql+psycopg",
}

TIMEOUTS = {
    "application_name": "kingup",
    "connect_timeout": "5",
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "20000",
    "options": "-c statement_timeout=15000 -c idle_in_transaction_session_timeout=30000",
}
"""Connection parameters for PostgreSQL, unless the address gives its own."""

CONNECTIONS = 8
"""The size of a process's PostgreSQL connection pool; it may open as many again for a moment."""
POOL_SECONDS = 5
"""Seconds for which a request waits for a pooled connection."""


def with_driver(address: str) -> URL:
    """Return the URL of a database (`sqlite:///file`, `postgresql://…`) with our driver."""
    try:
        url = make_url(address)
    except ArgumentError:
        # Leave the address out: it may hold a password.
        raise KingUpError("This is not the address of a database.") from None
    kind = url.drivername.partition("+")[0]
    if kind not in DRIVERS:
        raise KingUpError("Tables are kept in SQLite or PostgreSQL, not in “{kind}”.", kind=kind)
    return url.set(drivername=DRIVERS[kind])


def connect(address: str) -> AsyncEngine:
    """Return an engine for a database's address."""
    url = with_driver(address)
    if url.get_backend_name() != "sqlite":
        return _postgresql(url)
    if url.database in (None, "", ":memory:"):
        # All connections would be the same one, and a reader would roll back a writer's work.
        raise ValueError("The store needs a file.")
    engine = create_async_engine(url, hide_parameters=True)
    event.listen(engine.sync_engine, "connect", _set_up_sqlite)
    return engine


def listening_address(address: str) -> str:
    """Return the address of a PostgreSQL database as a libpq connection string."""
    from psycopg.conninfo import make_conninfo

    url = _with_timeouts(with_driver(address))
    where = url.translate_connect_args(username="user", database="dbname")
    return make_conninfo(**where, **{name: str(value) for name, value in url.query.items()})


def _with_timeouts(url: URL) -> URL:
    """Add timeouts for a server that no longer answers."""
    missing = {name: value for name, value in TIMEOUTS.items() if name not in url.query}
    return url.update_query_dict(missing)


def _postgresql(url: URL) -> AsyncEngine:
    try:
        return create_async_engine(
            _with_timeouts(url),
            pool_size=CONNECTIONS,
            max_overflow=CONNECTIONS,
            pool_timeout=POOL_SECONDS,
            pool_pre_ping=True,  # discard connections from before an outage
            hide_parameters=True,  # parameters hold cards, and errors are logged
        )
    except ImportError as error:
        raise KingUpError(
            "PostgreSQL needs more packages: {command}", command=install_command("postgresql")
        ) from error


def _set_up_sqlite(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout={BUSY_MS}")
    connection.run_async(_use_wal)
    cursor.execute("PRAGMA synchronous=FULL")  # a confirmed move survives a power cut
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


async def _use_wal(connection: Connection) -> None:
    """Switch a file to a write-ahead log, which it keeps.

    Where several processes start at once on a new file, SQLite may refuse this as busy without
    waiting for its busy timeout.
    """
    patience = time.monotonic() + BUSY_MS / 1000
    while True:
        try:
            await connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > patience:
                raise
            await asyncio.sleep(0.02)
        else:
            return
