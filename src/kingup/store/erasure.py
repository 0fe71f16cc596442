"""Erasing all that is stored about a person, down to the bytes of the file.

This is the only case in which events are changed: the name and id of a person who deletes their
data are removed from them, and their other rows are deleted. What remains shows that somebody
played, but not who.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping

from sqlalchemy import String, cast, delete, or_, select, text, update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from kingup.store.bot_schema import CHALLENGES
from kingup.store.chat_schema import REPORTS
from kingup.store.database import Database
from kingup.store.errors import Unavailable
from kingup.store.leagues import forget_in_lineups
from kingup.store.schema import EVENTS, PEOPLE, TABLES
from kingup.store.schemas import whole_schema
from kingup.tables.codec import from_json, to_json
from kingup.tables.erasure import names_of, new_anonymous_id, without
from kingup.tables.events import Numbered
from kingup.tables.listing import summary_of
from kingup.tables.table import Table

log = logging.getLogger("kingup.store")

NAMING = ("created", "sat", "seat-given", "seat-reclaimed", "host-changed")
"""The kinds of events that hold a person's id."""

TRIES = 5


class Erasure:
    """Erases people from a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def codes(self, person: str) -> list[str]:
        """Return all tables that know a person: as player, as host, or from any event."""
        async with self._database.reading() as connection:
            return await _codes(connection, person)

    async def erase(self, person: str, anonymous_ids: Mapping[str, str]) -> list[str]:
        """Delete all data of a person who has left their tables; return the codes of those tables.

        `anonymous_ids` are the ids that replace theirs, by table.
        """
        async with self._database.writing() as connection:
            for table in reversed(whole_schema().sorted_tables):
                for column in table.columns:
                    if column.info.get("forget"):
                        await connection.execute(delete(table).where(column == person))
            await forget_in_lineups(connection, person, new_anonymous_id())
            codes = await _codes(connection, person)
            for code in codes:
                # A table joined a moment ago on another device has no replacement id yet.
                anonymous = anonymous_ids.get(code) or new_anonymous_id()
                await _rewrite(connection, code, person, anonymous)
        return sorted({*codes, *anonymous_ids})

    async def clean_file(self) -> None:
        """Remove deleted data from the free pages and the write-ahead log of an SQLite file."""
        if self._database.kind != "sqlite":
            return
        for attempt in range(TRIES):
            try:
                async with self._database.exclusive() as connection:
                    await connection.execute(text("VACUUM"))
                    done = await connection.execute(text("PRAGMA wal_checkpoint(TRUNCATE)"))
                    if done.one()[0] == 0:
                        return
            except (DBAPIError, Unavailable) as error:  # something else is writing
                log.warning("SQLite vacuum failed, retrying: error=%s", type(error).__name__)
            await asyncio.sleep(0.2 * 2**attempt)
        log.error(
            "SQLite vacuum gave up: deleted data may remain in free pages, attempts=%d", TRIES
        )


async def _codes(connection: AsyncConnection, person: str) -> list[str]:
    body = cast(EVENTS.c.body, String)
    ever = select(EVENTS.c.code).where(
        EVENTS.c.kind.in_(NAMING), body.contains(f'"{person}"', autoescape=True)
    )
    plays = select(PEOPLE.c.code).where(PEOPLE.c.person == person)
    known = or_(TABLES.c.host == person, TABLES.c.code.in_(plays), TABLES.c.code.in_(ever))
    rows = await connection.execute(select(TABLES.c.code).where(known).order_by(TABLES.c.code))
    return [row.code for row in rows]


async def _rewrite(connection: AsyncConnection, code: str, person: str, anonymous: str) -> None:
    """Remove a person from a table's events, and from its entry in lists."""
    query = select(EVENTS.c.number, EVENTS.c.at, EVENTS.c.kind, EVENTS.c.body)
    rows = await connection.execute(query.where(EVENTS.c.code == code).order_by(EVENTS.c.number))
    before = [Numbered(row.number, row.at, from_json(row.kind, row.body)) for row in rows]
    after = without(before, person, anonymous)
    names = names_of(before, person)
    await _remove_from_reports(connection, code, names)
    await _delete_challenges(connection, code, names)
    for old, new in zip(before, after, strict=True):
        if new != old:
            place = (EVENTS.c.code == code) & (EVENTS.c.number == new.number)
            await connection.execute(update(EVENTS).where(place).values(body=to_json(new.event)))
    summary = summary_of(Table.of(after))
    listed = update(TABLES).where(TABLES.c.code == code)
    await connection.execute(listed.values(host=summary.host, about=summary.about))
    await connection.execute(
        delete(PEOPLE).where(PEOPLE.c.code == code, PEOPLE.c.person == person)
    )


async def _delete_challenges(
    connection: AsyncConnection, code: str, names: frozenset[str]
) -> None:
    """Delete the challenges that a person has sent to external bots from this table."""
    asked = (CHALLENGES.c.code == code) & CHALLENGES.c.by.in_(names)
    await connection.execute(delete(CHALLENGES).where(asked))


async def _remove_from_reports(
    connection: AsyncConnection, code: str, names: frozenset[str]
) -> None:
    """Remove a person's remarks from the reports about others at a table."""
    here = select(REPORTS.c.id, REPORTS.c.around).where(REPORTS.c.code == code)
    for row in (await connection.execute(here)).all():
        kept = [line for line in row.around if line[1] not in names]
        if len(kept) < len(row.around):
            report = update(REPORTS).where(REPORTS.c.id == row.id)
            await connection.execute(report.values(around=kept))
