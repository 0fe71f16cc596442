"""Connects a server to the other servers and workers of its database."""

from __future__ import annotations

from dataclasses import dataclass

from kingup.server.bot_listeners import BotListeners
from kingup.server.bot_threads import BotThreads
from kingup.server.cluster.bot_sync import BotSync
from kingup.server.cluster.presence_sync import PresenceSync
from kingup.server.cluster.worker_client import WorkerClient
from kingup.server.settings import ServerSettings
from kingup.server.table_service import TableService
from kingup.store.attendance import Attendance
from kingup.store.bot_jobs import BotJobs
from kingup.store.tokens import TokenStore


@dataclass(frozen=True)
class Cluster:
    """A server's connections to the other servers and the workers of a PostgreSQL database."""

    presence_sync: PresenceSync
    bot_sync: BotSync
    workers: WorkerClient

    @classmethod
    async def join(
        cls,
        tables: TableService,
        listeners: BotListeners,
        threads: BotThreads,
        settings: ServerSettings,
    ) -> Cluster:
        """Start sharing presence and listening bots, and start asking workers."""
        database = tables.store.database
        attendance = Attendance(database)
        presence_sync = PresenceSync(tables, attendance)
        bot_sync = BotSync(tables, attendance, TokenStore(database), listeners)
        jobs = BotJobs(database, settings.database)
        workers = WorkerClient(jobs, database.bus, threads)
        await presence_sync.open()
        bot_sync.open()
        await workers.open()
        return cls(presence_sync, bot_sync, workers)

    async def leave(self) -> None:
        """Stop sharing, and tell the other servers that this one stops."""
        await self.bot_sync.close()
        await self.presence_sync.close()
        await self.workers.close()
