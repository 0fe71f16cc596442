"""The analyses of finished games in the database: asked for, in work, done or failed.

The games are those of tables, and those of records that people have brought: tables come first.

An analysis is worked on by one server at a time. One that has not said so for `LOST_SECONDS` has
died, and another may go on from the rounds that are stored.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import and_, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from kingup.rules.errors import KingUpError
from kingup.store.analysis_schema import ANALYSES
from kingup.store.database import Database

LOST_SECONDS = 30.0
MOST_WAITING = 20
"""How many analyses of records may be unfinished at a time."""

UNFINISHED = and_(ANALYSES.c.body.is_(None), ANALYSES.c.fault.is_(None))
OF_RECORD = ANALYSES.c.record.is_not(None)


@dataclass(frozen=True, slots=True)
class AnalysisEntry:
    """How far the analysis of a game is."""

    method: str
    progress: float
    is_done: bool
    is_running: bool
    ahead: int
    """How many others come before it and are not finished."""
    fault: KingUpError | None


@dataclass(frozen=True, slots=True)
class ClaimedAnalysis:
    """An analysis to work on."""

    code: str
    is_record: bool
    """Whether the code is a record's id, not a table's code."""
    method: str
    steps: tuple[Any, ...]
    """The results of the rounds that are done, as plain JSON."""
    tries: int
    """How often it was begun, this time included."""


class AnalysisStore:
    """The analyses in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, code: str) -> AnalysisEntry | None:
        """Return how far the analysis of a game is; None if nobody has asked for it."""
        columns = (
            ANALYSES.c.method,
            ANALYSES.c.asked_at,
            ANALYSES.c.progress,
            ANALYSES.c.server,
            ANALYSES.c.fault,
            ANALYSES.c.record,
            ANALYSES.c.body.is_not(None).label("is_done"),
        )
        rows = await self._database.rows(select(*columns).where(ANALYSES.c.code == code))
        if not rows:
            return None
        row = rows[0]
        earlier = ANALYSES.c.asked_at < row.asked_at
        first = and_(~OF_RECORD, earlier) if row.record is None else or_(~OF_RECORD, earlier)
        count = select(func.count()).where(UNFINISHED, first)
        ahead = 0 if row.is_done else int((await self._database.rows(count))[0][0])
        fault = None if row.fault is None else _error(row.fault)
        return AnalysisEntry(
            row.method, row.progress, bool(row.is_done), row.server is not None, ahead, fault
        )

    async def body(self, code: str) -> str | None:
        """Return a finished analysis as JSON, or None."""
        rows = await self._database.rows(select(ANALYSES.c.body).where(ANALYSES.c.code == code))
        return None if not rows or rows[0].body is None else _unpacked(rows[0].body)

    async def hiding(self, codes: Sequence[str]) -> dict[str, list[list[int]]]:
        """Return bluffs, kept secrets and rounds by player, of those tables that are analysed."""
        known = and_(ANALYSES.c.code.in_(codes), ANALYSES.c.hiding.is_not(None))
        rows = await self._database.rows(select(ANALYSES.c.code, ANALYSES.c.hiding).where(known))
        return {row.code: json.loads(row.hiding) for row in rows}

    async def ask(self, code: str, method: str, now: float, *, is_record: bool = False) -> bool:
        """Ask for an analysis by a method, unless that is done or on its way.

        One by another method, or one that failed, is begun anew. Return False where too many
        records wait already.
        """
        fresh = {
            "method": method, "asked_at": now, "tries": 0, "progress": 0.0, "server": None,
            "seen_at": None, "steps": None, "body": None, "fault": None,
            "hiding": None,
        }  # fmt: skip
        mine = ANALYSES.c.code == code
        again = or_(ANALYSES.c.method != method, ANALYSES.c.fault.is_not(None))
        others = select(func.count()).where(UNFINISHED, OF_RECORD, ~mine)
        try:
            async with self._database.writing() as connection:
                known = (await connection.execute(select(again).where(mine))).first()
                if known is not None and not known[0]:
                    return True
                if is_record and (await connection.scalar(others) or 0) >= MOST_WAITING:
                    return False
                if known is None:
                    record = code if is_record else None
                    new = insert(ANALYSES).values(code=code, record=record, **fresh)
                    await connection.execute(new)
                else:
                    await connection.execute(update(ANALYSES).where(mine, again).values(fresh))
        except IntegrityError:
            pass  # another server was asked at the same moment, or the record has just gone
        return True

    async def is_any_waiting(self) -> bool:
        """Return whether any analysis is unfinished, whoever works on it."""
        return bool(await self._database.rows(select(ANALYSES.c.code).where(UNFINISHED).limit(1)))

    async def claim(self, method: str, server: str, now: float) -> ClaimedAnalysis | None:
        """Return the analysis that comes next, now this server's; None if there is none.

        One by another method is left to the servers that have that method.
        """
        free = or_(ANALYSES.c.server.is_(None), ANALYSES.c.seen_at < now - LOST_SECONDS)
        waiting = and_(UNFINISHED, free, ANALYSES.c.method == method)
        oldest = (
            select(ANALYSES.c.code)
            .where(waiting)
            .order_by(OF_RECORD, ANALYSES.c.asked_at, ANALYSES.c.code)
            .limit(1)
        )
        async with self._database.writing() as connection:
            found = (await connection.execute(oldest)).first()
            if found is None:
                return None
            row = (
                await connection.execute(
                    update(ANALYSES)
                    .where(ANALYSES.c.code == found.code, waiting)
                    .values(server=server, seen_at=now, tries=ANALYSES.c.tries + 1)
                    .returning(ANALYSES.c.steps, ANALYSES.c.tries, ANALYSES.c.record)
                )
            ).first()
        if row is None:
            return None  # another server was faster
        steps = () if row.steps is None else tuple(json.loads(_unpacked(row.steps)))
        return ClaimedAnalysis(found.code, row.record is not None, method, steps, row.tries)

    async def note(self, code: str, server: str, progress: float, now: float) -> bool:
        """Store how far a server is; return whether the analysis is still its own."""
        return await self._change(code, server, {"progress": progress, "seen_at": now})

    async def keep_steps(self, code: str, server: str, steps: Sequence[Any], now: float) -> bool:
        """Store the rounds that are done; return whether the analysis is still the server's."""
        packed = _packed(json.dumps(list(steps), separators=(",", ":")))
        return await self._change(code, server, {"steps": packed, "seen_at": now})

    async def finish(
        self, code: str, server: str, body: str, hiding: Sequence[Sequence[int]]
    ) -> bool:
        """Store a finished analysis; the rounds by themselves are no longer needed."""
        done = {
            "body": _packed(body), "hiding": json.dumps(hiding), "steps": None, "progress": 1.0,
            "server": None,
        }  # fmt: skip
        return await self._change(code, server, done)

    async def fail(self, code: str, server: str, fault: KingUpError) -> bool:
        """Store why there is no analysis."""
        text = json.dumps([fault.template, fault.values], default=str)
        return await self._change(code, server, {"fault": text, "steps": None, "server": None})

    async def release(self, code: str, server: str) -> bool:
        """Give an analysis back: any server may go on with it at once."""
        return await self._change(code, server, {"server": None})

    async def release_all(self) -> None:
        """Give back the analyses of all servers: only if there is no other server."""
        async with self._database.writing() as connection:
            await connection.execute(
                update(ANALYSES).where(ANALYSES.c.server.is_not(None)).values(server=None)
            )

    async def _change(self, code: str, server: str, values: dict[str, Any]) -> bool:
        mine = and_(ANALYSES.c.code == code, ANALYSES.c.server == server)
        async with self._database.writing() as connection:
            done = await connection.execute(update(ANALYSES).where(mine).values(values))
        return bool(done.rowcount == 1)


def _packed(text: str) -> bytes:
    return zlib.compress(text.encode())


def _unpacked(packed: bytes) -> str:
    return zlib.decompress(packed).decode()


def _error(text: str) -> KingUpError:
    template, values = json.loads(text)
    return KingUpError(template, **values)
