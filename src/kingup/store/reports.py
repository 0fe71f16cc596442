"""Reports to the operator, and the sanctions that followed."""

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
"""Seconds for which a report is stored."""


@dataclass(frozen=True, slots=True)
class Report:
    """A reported remark."""

    id: int
    at: float
    code: str
    number: int
    person: str
    """The id of its author. It is shown to nobody, not even to the operator."""
    name: str
    text: str
    around: tuple[tuple[int, str, str], ...]
    """The remarks around it: number, name, text."""


class ReportStore:
    """Reports, and the operator's sanctions."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def report(
        self, code: str, remark: Remark, reporter: str, around: Sequence[Remark], at: float
    ) -> None:
        """Store a report; the same report twice counts once."""
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
        """Return the report with a number, or None."""
        rows = await self.database.rows(select(REPORTS).where(REPORTS.c.id == number))
        return _report(rows[0]) if rows else None

    async def settle(self, number: int) -> None:
        """Delete a report that has been dealt with."""
        async with self.database.writing() as connection:
            await connection.execute(delete(REPORTS).where(REPORTS.c.id == number))

    async def close_talk(self, code: str, at: float) -> None:
        """Close a table's chat for good."""
        async with self.database.writing() as connection:
            await connection.execute(delete(CLOSED_TALKS).where(CLOSED_TALKS.c.code == code))
            await connection.execute(insert(CLOSED_TALKS).values(code=code, at=at))

    async def is_closed(self, code: str) -> bool:
        """Return whether the operator has closed a table's chat."""
        asked = select(CLOSED_TALKS.c.code).where(CLOSED_TALKS.c.code == code)
        return bool(await self.database.rows(asked))

    async def silence(self, person: str, until: float) -> None:
        """Bar a person from chat at all tables until a time."""
        async with self.database.writing() as connection:
            await connection.execute(delete(SILENCED).where(SILENCED.c.person == person))
            await connection.execute(insert(SILENCED).values(person=person, until=until))

    async def lift(self, person: str) -> None:
        """Let a person chat again."""
        async with self.database.writing() as connection:
            await connection.execute(delete(SILENCED).where(SILENCED.c.person == person))

    async def is_silenced(self, person: str, now: float) -> bool:
        """Return whether a person is barred from chat."""
        asked = select(SILENCED.c.person).where(SILENCED.c.person == person)
        return bool(await self.database.rows(asked.where(SILENCED.c.until > now)))

    async def sweep(self, now: float) -> None:
        """Delete reports older than `KEPT_FOR`, and bars that have expired."""
        async with self.database.writing() as connection:
            await connection.execute(delete(REPORTS).where(REPORTS.c.at <= now - KEPT_FOR))
            await connection.execute(delete(SILENCED).where(SILENCED.c.until <= now))

    async def forget(self, person: str) -> None:
        """Delete the reports that a person made. Reports about them stay until they expire."""
        async with self.database.writing() as connection:
            await connection.execute(delete(REPORTS).where(REPORTS.c.reporter == person))


def _report(row: Row[Any]) -> Report:
    around = tuple((int(n), str(name), str(text)) for n, name, text in row.around)
    return Report(row.id, row.at, row.code, row.number, row.person, row.name, row.text, around)
