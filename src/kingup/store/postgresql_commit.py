"""Group commit for PostgreSQL: one statement, and one round trip, for many appends.

The statement adds events, updates the tables' entries in lists, and publishes notices on the bus.
It is a transaction of its own: all or nothing.
"""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Sequence

import psycopg
import psycopg.rows

from kingup.store.condition import Condition
from kingup.store.errors import Unavailable
from kingup.store.group_commit import Append, AppendConflict, GroupCommit
from kingup.store.postgresql_bus import Line

REST = 0.25
"""Seconds without another attempt after PostgreSQL could not be reached: a server that is stopping
or starting has to refuse every one of them.
"""

STATEMENT = """
WITH added AS (
    INSERT INTO events (code, number, at, kind, body, key)
    SELECT code, number, at, kind, body, key
    FROM json_to_recordset(%s::json) AS event
        (code text, number int, at float8, kind text, body json, key text)
), changed AS (
    UPDATE tables SET updated_at = listed.updated_at, status = listed.status,
        private = listed.private, edition = listed.edition, host = listed.host,
        due_at = listed.due_at, about = listed.about
    FROM json_to_recordset(%s::json) AS listed
        (code text, updated_at float8, status text, private boolean, edition text, host text,
         due_at float8, about json)
    WHERE tables.code = listed.code
)
SELECT pg_notify(%s, said) FROM json_array_elements_text(%s::json) AS said
"""


class PostgreSQLCommit(GroupCommit):
    """Writes appends to PostgreSQL, over a connection of its own."""

    publishes = True

    def __init__(self, address: str, channel: str, condition: Condition) -> None:
        super().__init__(contextlib.nullcontext(), condition)
        self._address = address
        self._channel = channel
        self._connection: Line | None = None
        self._retry_after = 0.0

    async def write(self, appends: Sequence[Append]) -> Sequence[Exception | None]:
        """Write appends in one transaction; return an error or None for each."""
        if len({one.code for one in appends}) == len(appends):
            try:
                await self._execute(appends)
            except AppendConflict:
                if len(appends) == 1:
                    return [AppendConflict(appends[0].code)]
            else:
                return [None] * len(appends)
        # One of them conflicts and nothing is written yet: write each on its own.
        return [await self._execute_one(one) for one in appends]

    async def hang_up(self) -> None:
        """Close the connection."""
        line, self._connection = self._connection, None
        if line is not None:
            await line.close()

    async def begin_anew(self) -> None:
        """Drop a connection from before PostgreSQL was unreachable."""
        self._retry_after = 0.0
        if self._writing is None:  # otherwise the write in progress finds out
            await self.hang_up()

    async def _connect(self) -> Line:
        if time.monotonic() < self._retry_after:
            raise Unavailable
        try:
            return await psycopg.AsyncConnection.connect(self._address, autocommit=True)
        except (psycopg.OperationalError, OSError):
            self._retry_after = time.monotonic() + REST
            raise

    async def _execute_one(self, one: Append) -> Exception | None:
        try:
            await self._execute([one])
        except (AppendConflict, Unavailable) as error:
            return error
        return None

    async def _execute(self, appends: Sequence[Append]) -> None:
        # Always in the same order, so that two servers cannot deadlock.
        appends = sorted(appends, key=lambda one: one.code)
        events = [dict(event) for one in appends for event in one.events]
        listed = [{"code": one.code, **one.listed} for one in appends if one.listed is not None]
        notices = [one.notice for one in appends if one.notice]
        values = (json.dumps(events), json.dumps(listed), self._channel, json.dumps(notices))
        try:
            if self._connection is None or self._connection.closed:
                self._connection = await self._connect()
            await self._connection.execute(STATEMENT, values)
        except psycopg.IntegrityError as error:
            raise AppendConflict from error
        except (psycopg.OperationalError, psycopg.InterfaceError, OSError) as error:
            await self.hang_up()
            raise self.condition.unavailable(error) from error
