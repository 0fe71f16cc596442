"""Records that people have brought to watch: by content, for a while, and not too many."""

from __future__ import annotations

import base64
import hashlib

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from kingup.store.database import Database
from kingup.store.record_schema import RECORDS
from kingup.tables.setting import DAY

KEPT_FOR = 90 * DAY
"""Seconds for which a record, and its analysis, is stored after somebody last watched it."""
MOST_RECORDS = 2_000
"""How many are stored; the one that was not watched for longest goes first."""


def id_of(body: str) -> str:
    """Return the id of a record: 16 letters and digits that depend on its content alone."""
    digest = hashlib.sha256(body.encode()).digest()[:10]
    return base64.b32encode(digest).decode().lower()


class RecordStore:
    """The records in a database."""

    def __init__(self, database: Database, most: int = MOST_RECORDS) -> None:
        self.database = database
        self._most = most

    async def add(self, body: str, now: float) -> str:
        """Store a record, and return its id. What has expired, or is too many, is deleted."""
        id_ = id_of(body)
        if await self.find(id_, now) is not None:
            return id_
        try:
            async with self.database.writing() as connection:
                await connection.execute(delete(RECORDS).where(RECORDS.c.at <= now - KEPT_FOR))
                count = await connection.scalar(select(func.count()).select_from(RECORDS))
                if count is not None and count >= self._most:
                    oldest = select(RECORDS.c.id).order_by(RECORDS.c.at, RECORDS.c.id)
                    gone = oldest.limit(count - self._most + 1)
                    await connection.execute(delete(RECORDS).where(RECORDS.c.id.in_(gone)))
                await connection.execute(insert(RECORDS).values(id=id_, at=now, body=body))
        except IntegrityError:
            pass  # somebody else brought the same one
        return id_

    async def find(self, id_: str, now: float) -> str | None:
        """Return a record, or None; note the day on which it was watched."""
        rows = await self.database.rows(select(RECORDS).where(RECORDS.c.id == id_))
        if not rows or rows[0].at <= now - KEPT_FOR:
            return None
        if rows[0].at <= now - DAY:
            async with self.database.writing() as connection:
                await connection.execute(update(RECORDS).where(RECORDS.c.id == id_).values(at=now))
        return str(rows[0].body)
