"""What people reported to the operator, and what the operator did about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, delete, insert, select
from sqlalchemy.exc import IntegrityError

from kingup.store.chat_schema import CLOSED_TALKS, REPORTS, SILENCED
from kingup.store.database import Database
from kingup.tables.chat import Remark
from kingup.tables.setting import DAY

KEPT_FOR = 30 * DAY
"""Seconds for which a report waits for the operator."""


@dataclass(frozen=True, slots=True)
class Report:
    """A remark that somebody reported."""

    id: int
    at: float
    code: str
    number: int
    person: str
    """Who said it. Nobody is shown a person's id, not even the operator."""
    name: str
    text: str
    around: tuple[tuple[int, str, str], ...]
    """The remarks around it: number, name, text."""


class ReportStore:
    """Reports and their consequences."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def report(
        self, code: str, remark: Remark, reporter: str, around: Sequence[Remark], at: float
    ) -> None:
        """Keep a report; the same one twice is one."""
        said = [[one.number, one.speaker.name, one.text] for one in around]
        try:
            async with self.database.writing() as connection:
                await connection.execute(
                    insert(REPORTS).values(
                        at=at,
                        code=code,
                        number=remark.number,
                        person=remark.speaker.person,
                        name=remark.speaker.name,
                        text=remark.text,
                        reporter=reporter,
                        around=said,
                    )
                )
        except IntegrityError:
            return

    async def reports(self) -> list[Report]:
        """Return all reports, the oldest first."""
        rows = await self.database.rows(select(REPORTS).order_by(REPORTS.c.id))
        return [_report(row) for row in rows]

    async def find(self, number: int) -> Report | None:
        """Return a report by its number."""
        rows = await self.database.rows(select(REPORTS).where(REPORTS.c.id == number))
        return _report(rows[0]) if rows else None

    async def settle(self, number: int) -> None:
        """Forget a report that has been dealt with."""
        async with self.database.writing() as connection:
            await connection.execute(delete(REPORTS).where(REPORTS.c.id == number))

    async def close_talk(self, code: str, at: float) -> None:
        """Let nobody talk at a table any more, for good."""
        async with self.database.writing() as connection:
            await connection.execute(delete(CLOSED_TALKS).where(CLOSED_TALKS.c.code == code))
            await connection.execute(insert(CLOSED_TALKS).values(code=code, at=at))

    async def is_closed(self, code: str) -> bool:
        """Return whether the operator lets nobody talk at a table."""
        asked = select(CLOSED_TALKS.c.code).where(CLOSED_TALKS.c.code == code)
        return bool(await self.database.rows(asked))

    async def silence(self, person: str, until: float) -> None:
        """Let a person say nothing at any table until a time."""
        async with self.database.writing() as connection:
            await connection.execute(delete(SILENCED).where(SILENCED.c.person == person))
            await connection.execute(insert(SILENCED).values(person=person, until=until))

    async def lift(self, person: str) -> None:
        """Let a person speak again."""
        async with self.database.writing() as connection:
            await connection.execute(delete(SILENCED).where(SILENCED.c.person == person))

    async def is_silenced(self, person: str, now: float) -> bool:
        """Return whether a person may say nothing at any table."""
        asked = select(SILENCED.c.person).where(SILENCED.c.person == person)
        return bool(await self.database.rows(asked.where(SILENCED.c.until > now)))

    async def sweep(self, now: float) -> None:
        """Forget reports that nobody has dealt with for long, and what is over."""
        async with self.database.writing() as connection:
            await connection.execute(delete(REPORTS).where(REPORTS.c.at <= now - KEPT_FOR))
            await connection.execute(delete(SILENCED).where(SILENCED.c.until <= now))

    async def forget(self, person: str) -> None:
        """Forget what a person has reported. What others reported of them stays its time."""
        async with self.database.writing() as connection:
            await connection.execute(delete(REPORTS).where(REPORTS.c.reporter == person))


def _report(row: Row[Any]) -> Report:
    around = tuple((int(n), str(name), str(text)) for n, name, text in row.around)
    return Report(row.id, row.at, row.code, row.number, row.person, row.name, row.text, around)
