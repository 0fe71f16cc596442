"""The quick way for events into a PostgreSQL: one statement, one round trip, for many deeds.

The statement adds events, changes what is listed of their tables, and says so on the bus. It is a
transaction of its own: all of it is kept, or nothing.
"""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Sequence

import psycopg
import psycopg.rows

from kingup.store.errors import Unavailable
from kingup.store.group_commit import Append, GroupCommit, Taken
from kingup.store.postgresql_bus import Line

REST = 0.25
"""Seconds in which nobody knocks again at a PostgreSQL that was out of reach: one that is about to
stop or to start has to turn away everybody who does."""

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
    """Writes deeds into a PostgreSQL, over a connection of its own."""

    says = True

    def __init__(self, address: str, channel: str) -> None:
        super().__init__(contextlib.nullcontext())
        self._address = address
        self._channel = channel
        self._line: Line | None = None
        self._rests_until = 0.0

    async def write(self, deeds: Sequence[Append]) -> Sequence[Exception | None]:
        """Write deeds in one transaction; return why each was refused, if it was."""
        if len({deed.code for deed in deeds}) == len(deeds):
            try:
                await self._execute(deeds)
            except Taken:
                if len(deeds) == 1:
                    return [Taken(deeds[0].code)]
            else:
                return [None] * len(deeds)
        # One of them comes too late, and nothing is written yet: each for itself.
        return [await self._alone(deed) for deed in deeds]

    async def hang_up(self) -> None:
        """Close the connection."""
        line, self._line = self._line, None
        if line is not None:
            await line.close()

    async def begin_anew(self) -> None:
        """Use no connection any more from before PostgreSQL was out of reach."""
        self._rests_until = 0.0
        if self._writing is None:  # or else the one in use shows whether it works
            await self.hang_up()

    async def _connect(self) -> Line:
        if time.monotonic() < self._rests_until:
            raise Unavailable
        try:
            return await psycopg.AsyncConnection.connect(self._address, autocommit=True)
        except (psycopg.OperationalError, OSError):
            self._rests_until = time.monotonic() + REST
            raise

    async def _alone(self, deed: Append) -> Exception | None:
        try:
            await self._execute([deed])
        except (Taken, Unavailable) as error:
            return error
        return None

    async def _execute(self, deeds: Sequence[Append]) -> None:
        # Always in the same order, so that two servers never wait for each other.
        deeds = sorted(deeds, key=lambda deed: deed.code)
        events = [dict(event) for deed in deeds for event in deed.events]
        listed = [{"code": deed.code, **deed.listed} for deed in deeds if deed.listed is not None]
        news = [deed.news for deed in deeds if deed.news]
        values = (json.dumps(events), json.dumps(listed), self._channel, json.dumps(news))
        try:
            if self._line is None or self._line.closed:
                self._line = await self._connect()
            await self._line.execute(STATEMENT, values)
        except psycopg.IntegrityError as error:
            raise Taken from error
        except (psycopg.OperationalError, psycopg.InterfaceError, OSError) as error:
            await self.hang_up()
            raise Unavailable from error
