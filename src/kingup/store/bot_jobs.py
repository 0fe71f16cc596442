"""Bot decisions as jobs for workers, queued and answered in the same PostgreSQL database.

A question is identified by the table, the number of the event after which the game asked, and the
player. However often it is queued, it is computed once, and everybody who asked finds the answer.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import Any

import procrastinate
from procrastinate.exceptions import AlreadyEnqueued, ConnectorException
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from sqlalchemy import delete, select, text
from sqlalchemy.dialects.postgresql import insert

from kingup.store.bot_job_schema import BOT_ANSWERS
from kingup.store.database import Database
from kingup.store.engine import listening_address
from kingup.store.errors import Unavailable
from kingup.store.schema_upgrade import LOCK

TOPIC = "thought"
"""Bus topic: a question is answered. The message identifies the question, never the answer."""

QUEUE = "bots"
TASK = "think"
SCHEMA = "jobs"
"""The database schema of procrastinate's tables, apart from ours."""
BEAT_SECONDS = 5.0
UP_SECONDS = 13
"""Seconds after its last heartbeat for which a worker counts as running."""


@dataclass(frozen=True, slots=True)
class BotQuestion:
    """A decision that a game needs from a bot."""

    code: str
    number: int
    player: int

    def __str__(self) -> str:
        return f"{self.code} {self.number} {self.player}"


class BotJobs:
    """The queue of questions to bots, and their answers."""

    def __init__(self, database: Database, address: str) -> None:
        self._database = database
        self.jobs = _jobs(address)
        """The queue: a procrastinate application."""

    async def open(self) -> None:
        """Create the queue's tables if they are missing, and connect."""
        async with self._database.writing() as connection:
            await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK})
            there = await connection.execute(
                text(f"SELECT to_regclass('{SCHEMA}.procrastinate_jobs') IS NOT NULL")
            )
            if not there.scalar():
                raw = (await connection.get_raw_connection()).driver_connection
                assert raw is not None  # noqa: S101 - a connection that is open has one
                await raw.execute(f"CREATE SCHEMA {SCHEMA}; SET LOCAL search_path = {SCHEMA}")
                await raw.execute(self.jobs.schema_manager.get_schema())
        await self.jobs.open_async()

    async def close(self) -> None:
        """Disconnect from the queue."""
        await self.jobs.close_async()

    async def workers_are_up(self) -> bool:
        """Return whether any worker has sent a heartbeat lately."""
        asked = text(
            f"SELECT 1 FROM {SCHEMA}.procrastinate_workers WHERE last_heartbeat > "  # noqa: S608
            f"now() - interval '{UP_SECONDS} seconds' LIMIT 1"
        ).columns()
        async with self._database.writing() as connection:
            return (await connection.execute(asked)).first() is not None

    async def ask(self, question: BotQuestion) -> None:
        """Queue a question, unless it is queued already."""
        task = self.jobs.configure_task(TASK, queue=QUEUE, queueing_lock=str(question))
        with contextlib.suppress(AlreadyEnqueued):
            try:
                await task.defer_async(
                    code=question.code, number=question.number, player=question.player
                )
            except ConnectorException as error:
                if isinstance(error, AlreadyEnqueued):
                    raise
                raise Unavailable() from error

    async def answer(self, question: BotQuestion) -> str | None:
        """Return the action that a bot has chosen, or None as long as there is none."""
        rows = await self._database.rows(
            select(BOT_ANSWERS.c.action).where(
                BOT_ANSWERS.c.code == question.code,
                BOT_ANSWERS.c.question == question.number,
                BOT_ANSWERS.c.player == question.player,
            )
        )
        return rows[0].action if rows else None

    async def keep(self, question: BotQuestion, action: str) -> None:
        """Store the action that a bot has chosen, and delete the table's earlier answers."""
        statement = insert(BOT_ANSWERS).values(
            code=question.code, question=question.number, player=question.player, action=action
        )
        async with self._database.writing() as connection:
            await connection.execute(
                delete(BOT_ANSWERS).where(
                    BOT_ANSWERS.c.code == question.code, BOT_ANSWERS.c.question < question.number
                )
            )
            await connection.execute(statement.on_conflict_do_nothing())
            await self._database.bus.publish(connection, TOPIC, str(question))

    async def forget_stalled(self) -> None:
        """Delete the jobs of workers that died: the servers that queued them no longer wait."""
        stalled = await self.jobs.job_manager.get_stalled_jobs(seconds_since_heartbeat=60)
        for job in stalled:
            await self.jobs.job_manager.finish_job(
                job, status=procrastinate.jobs.Status.FAILED, delete_job=True
            )


def _jobs(address: str) -> procrastinate.App:
    settings: dict[str, Any] = conninfo_to_dict(listening_address(address))
    settings["options"] = f"-c search_path={SCHEMA}"
    settings["application_name"] = "kingup jobs"
    connector = procrastinate.PsycopgConnector(
        conninfo=make_conninfo(**settings), min_size=1, max_size=6, timeout=5
    )
    return procrastinate.App(connector=connector)
