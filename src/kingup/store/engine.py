"""The connection to the database, set up so that what is committed stays."""

from __future__ import annotations

from typing import Any

from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

BUSY_MS = 10_000
"""How long a writer waits for another process on SQLite."""


def connect(url: str) -> AsyncEngine:
    """Return the engine of a database's address (`sqlite+aiosqlite:///path`)."""
    engine = create_async_engine(url)
    if engine.dialect.name == "sqlite":
        if engine.url.database in (None, "", ":memory:"):
            # All connections would be one, and a reader would undo what a writer has begun.
            raise ValueError("The store needs a file.")
        event.listen(engine.sync_engine, "connect", _set_up_sqlite)
    return engine


def _set_up_sqlite(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")  # a confirmed move outlives a power cut
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.execute(f"PRAGMA busy_timeout={BUSY_MS}")
    cursor.close()
