"""What a server does because it is not alone: it shares who is there, and asks workers."""

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
    """The other servers and the workers of a PostgreSQL."""

    gathering: PresenceSync
    roll_call: BotSync
    workers: WorkerClient

    @classmethod
    async def join(
        cls,
        hall: TableService,
        callers: BotListeners,
        thinkers: BotThreads,
        settings: ServerSettings,
    ) -> Cluster:
        """Join the others."""
        database = hall.store.database
        attendance = Attendance(database)
        gathering = PresenceSync(hall, attendance)
        roll_call = BotSync(hall, attendance, TokenStore(database), callers)
        thoughts = BotJobs(database, settings.database)
        workers = WorkerClient(thoughts, database.bus, thinkers)
        await gathering.open()
        roll_call.open()
        await workers.open()
        return cls(gathering, roll_call, workers)

    async def leave(self) -> None:
        """Leave the others."""
        await self.roll_call.close()
        await self.gathering.close()
        await self.workers.close()
