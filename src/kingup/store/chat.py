"""Chat remarks of tables, and who has muted whom."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Collection
from dataclasses import replace
from typing import Any

from sqlalchemy import Row, delete, func, insert, select
from sqlalchemy.exc import IntegrityError

from kingup.store.chat_schema import MUTES, REMARKS
from kingup.store.database import Database
from kingup.store.errors import Conflict
from kingup.store.schema import TABLES
from kingup.tables.chat import KEPT_FOR, Remark, Speaker

MOST_REMARKS = 500
"""How many of a table's remarks are stored; the oldest are deleted first."""
MOST_TRIES = 12
SHORT_PAUSE = 0.02
"""Seconds of pause before another attempt after a conflict, multiplied by the attempt."""
TICKS = 10
"""How much remark numbers grow per second. Consecutive numbers would have gaps where teammates
whisper, and so reveal it.
"""
TOPIC = "talk"
"""Bus topic: there is a new remark. The message is the table's code."""


class ChatStore:
    """The chat of all tables."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def add(self, code: str, remark: Remark, key: str | None = None) -> Remark:
        """Store a remark, and return it with its number; for a known key, return the old one."""
        for attempt in range(MOST_TRIES):
            await asyncio.sleep(random.uniform(0, SHORT_PAUSE * attempt))
            try:
                return await self._add(code, remark, key)
            except IntegrityError:
                # The same form was sent again, or another process took the same number first.
                done = None if key is None else await self._under(code, key)
                if done is not None:
                    return done
        raise Conflict(code)

    async def remarks(self, code: str, after: int = 0) -> list[Remark]:
        """Return a table's remarks after a number."""
        asked = select(REMARKS).where(REMARKS.c.code == code, REMARKS.c.number > after)
        rows = await self.database.rows(asked.order_by(REMARKS.c.number))
        return [_remark(row) for row in rows]

    async def mutes_of(self, person: str) -> frozenset[str]:
        """Return the people whom a person has muted."""
        rows = await self.database.rows(select(MUTES.c.muted).where(MUTES.c.person == person))
        return frozenset(row.muted for row in rows)

    async def muted_by(self, people: Collection[str]) -> dict[str, frozenset[str]]:
        """Return, for each of these people, who has muted them."""
        if not people:
            return {}
        rows = await self.database.rows(select(MUTES).where(MUTES.c.muted.in_(people)))
        return {
            person: frozenset(row.person for row in rows if row.muted == person)
            for person in people
        }

    async def mute(self, person: str, other: str, *, on: bool) -> None:
        """Mute another person, or unmute them."""
        pair = (MUTES.c.person == person) & (MUTES.c.muted == other)
        async with self.database.writing() as connection:
            await connection.execute(delete(MUTES).where(pair))
            if on:
                await connection.execute(insert(MUTES).values(person=person, muted=other))

    async def clear(self, code: str) -> None:
        """Delete a table's chat."""
        async with self.database.writing() as connection:
            await connection.execute(delete(REMARKS).where(REMARKS.c.code == code))

    async def sweep(self, now: float) -> None:
        """Delete the chat of tables that ended more than `KEPT_FOR` seconds ago."""
        ended = select(TABLES.c.code).where(
            TABLES.c.status.in_(("over", "abandoned")), TABLES.c.updated_at <= now - KEPT_FOR
        )
        async with self.database.writing() as connection:
            await connection.execute(delete(REMARKS).where(REMARKS.c.code.in_(ended)))

    async def forget(self, person: str) -> None:
        """Delete a person's remarks, and the mutes that they have set."""
        async with self.database.writing() as connection:
            await connection.execute(delete(REMARKS).where(REMARKS.c.person == person))
            await connection.execute(delete(MUTES).where(MUTES.c.person == person))

    async def _add(self, code: str, remark: Remark, key: str | None) -> Remark:
        async with self.database.writing() as connection:
            here = REMARKS.c.code == code
            last = select(func.coalesce(func.max(REMARKS.c.number), 0)).where(here)
            begun = select(TABLES.c.created_at).where(TABLES.c.code == code)
            found = (await connection.execute(last)).scalar_one()
            since = (await connection.execute(begun)).scalar()
            ticks = 0 if since is None else int((remark.at - since) * TICKS)
            numbered = replace(remark, number=max(int(found) + 1, ticks))
            await connection.execute(insert(REMARKS).values(_row(code, numbered, key)))
            newest = select(REMARKS.c.number).where(here).order_by(REMARKS.c.number.desc())
            too_old = (await connection.execute(newest.offset(MOST_REMARKS).limit(1))).scalar()
            if too_old is not None:
                await connection.execute(delete(REMARKS).where(here, REMARKS.c.number <= too_old))
            await self.database.bus.publish(connection, TOPIC, code)
        return numbered

    async def _under(self, code: str, key: str) -> Remark | None:
        asked = select(REMARKS).where(REMARKS.c.code == code, REMARKS.c.key == key)
        rows = await self.database.rows(asked)
        return _remark(rows[0]) if rows else None


def _row(code: str, remark: Remark, key: str | None) -> dict[str, Any]:
    return {
        "code": code,
        "number": remark.number,
        "at": remark.at,
        "person": remark.speaker.person,
        "name": remark.speaker.name,
        "player": remark.speaker.player,
        "text": remark.text,
        "reaction": remark.reaction,
        "heard_by": remark.to,
        "key": key,
    }


def _remark(row: Row[Any]) -> Remark:
    speaker = Speaker(row.person, row.name, row.player)
    return Remark(row.number, row.at, speaker, row.text, row.reaction, row.heard_by)
