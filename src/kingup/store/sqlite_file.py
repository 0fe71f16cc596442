"""An SQLite file before it is used: whether it is ours, intact, and used by no other server."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

from sqlalchemy import URL

from kingup.file_lock import FileLock
from kingup.rules.errors import KingUpError
from kingup.store.engine import BUSY_MS, with_driver
from kingup.store.errors import NoDatabase

APPLICATION_ID = 0x4B696E67
"""What the header of our files says: `King`, as SQLite's `application_id`."""
OLDEST_TABLES = frozenset({"tables", "events", "people", "settings"})
"""The tables that every version has. A file from before it had our id is recognised by them."""

HANDOVER_SECONDS = 3.0
"""How long a starting server waits for one that is stopping."""
RETRY_SECONDS = 0.05


def file_of(url: URL) -> Path | None:
    """Return the file of an SQLite database; None for another database."""
    if url.get_backend_name() != "sqlite" or not url.database:
        return None
    return Path(url.database).resolve()


def check_ours(path: Path) -> None:
    """Refuse the file of another program, before anything is written into it."""
    # What cannot be read is left to the caller, who cannot open it either.
    with contextlib.suppress(sqlite3.Error), _read_only(path) as connection:
        (found,) = connection.execute("PRAGMA application_id").fetchone()
        rows = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        tables = {name for (name,) in rows}
        is_ours = found == APPLICATION_ID or (
            found == 0 and (not tables or tables >= OLDEST_TABLES)
        )
        if not is_ours:
            raise NoDatabase(
                "{path} belongs to another program: choose another file with --database.",
                path=path,
            )


def check_intact(path: Path) -> None:
    """Refuse a damaged file. All of it is read, but nothing is compared between tables."""
    try:
        with _read_only(path) as connection:
            (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.OperationalError:
        return  # it cannot be read at all: whoever opens it says why
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_NOTADB:
            return
        found = str(error)
    if found != "ok":
        raise NoDatabase(
            "{path} is damaged ({reason}): restore the last backup.",
            path=path,
            reason=found.replace("\n", " ").strip(),
        )


@contextlib.asynccontextmanager
async def only_server(address: str) -> AsyncIterator[None]:
    """Let no other server use an SQLite file at the same time; any number may share a PostgreSQL.

    Two of them would keep the data safe, but show old states: nothing tells one what the other
    has stored.
    """
    path = file_of(with_driver(address))
    if path is None:
        yield
        return
    lock = FileLock(path.with_name(path.name + "-lock"))
    end = time.monotonic() + HANDOVER_SECONDS
    while not lock.acquire():
        if time.monotonic() > end:
            raise KingUpError(
                "Another server uses {path}: stop it first. Several servers can share a "
                "PostgreSQL: --database postgresql://…",
                path=path,
            )
        await asyncio.sleep(RETRY_SECONDS)
    try:
        yield
    finally:
        lock.release()


@contextlib.contextmanager
def _read_only(path: Path) -> Iterator[sqlite3.Connection]:
    address = f"{path.as_uri()}?mode=ro"
    with contextlib.closing(
        sqlite3.connect(address, uri=True, timeout=BUSY_MS / 1000)
    ) as connection:
        yield connection
