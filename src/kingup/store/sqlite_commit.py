"""Group commit for SQLite: one thread, one transaction for many appends."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager
from typing import Any

from kingup.store.condition import Condition
from kingup.store.group_commit import Append, AppendConflict, GroupCommit
from kingup.store.schema import EVENTS, TABLES

_EVENT = tuple(column.name for column in EVENTS.columns)
_JSON = {"body", "about"}


def _insert() -> str:
    names, places = ", ".join(f'"{name}"' for name in _EVENT), ", ".join("?" for _ in _EVENT)
    return f"INSERT INTO {EVENTS.name} ({names}) VALUES ({places})"  # noqa: S608 (names are ours)


INSERT = _insert()


class SQLiteCommit(GroupCommit):
    """Writes appends to an SQLite file."""

    def __init__(
        self,
        file: str,
        write_lock: AbstractAsyncContextManager[Any],
        busy_ms: int,
        condition: Condition,
    ) -> None:
        super().__init__(write_lock, condition)
        self._file = file
        self._busy_ms = busy_ms
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="group-commit")
        self._connection: sqlite3.Connection | None = None
        self._updates: dict[tuple[str, ...], str] = {}

    async def write(self, appends: Sequence[Append]) -> Sequence[Exception | None]:
        """Write appends in one transaction; return an error or None for each."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._commit, appends)

    async def hang_up(self) -> None:
        """Close the file."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._close)
        self._thread.shutdown()

    # The methods below run in the writer thread.

    def _commit(self, appends: Sequence[Append]) -> list[Exception | None]:
        try:
            connection = self._open()
            connection.execute("BEGIN IMMEDIATE")
            ends = [self._add(connection, one) for one in appends]
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            self._close()  # rolls back what is not committed
            unreachable = self.condition.unavailable(error)
            unreachable.__cause__ = error
            return [unreachable for _ in appends]
        return ends

    def _add(self, connection: sqlite3.Connection, one: Append) -> Exception | None:
        connection.execute("SAVEPOINT append")
        try:
            connection.executemany(INSERT, [_row(event) for event in one.events])
            if one.listed is not None:
                values = [_plain(name, value) for name, value in one.listed.items()]
                connection.execute(self._update(tuple(one.listed)), (*values, one.code))
        except sqlite3.IntegrityError:
            connection.execute("ROLLBACK TO append")
            return AppendConflict(one.code)
        finally:
            connection.execute("RELEASE append")
        return None

    def _update(self, names: tuple[str, ...]) -> str:
        if names not in self._updates:
            changes = ", ".join(f'"{TABLES.c[name].name}" = ?' for name in names)
            self._updates[names] = f"UPDATE {TABLES.name} SET {changes} WHERE code = ?"  # noqa: S608
        return self._updates[names]

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            connection = sqlite3.connect(self._file, isolation_level=None)
            connection.execute("PRAGMA synchronous=FULL")  # a confirmed move survives a power cut
            connection.execute("PRAGMA foreign_keys=ON")
            connection.execute(f"PRAGMA busy_timeout={self._busy_ms}")
            self._connection = connection
        return self._connection

    def _close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()


def _row(event: Mapping[str, Any]) -> tuple[Any, ...]:
    return tuple([_plain(name, event[name]) for name in _EVENT])


def _plain(name: str, value: Any) -> Any:
    return json.dumps(value) if name in _JSON else value
