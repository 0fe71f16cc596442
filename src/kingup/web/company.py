"""What a server does because it is not alone: it shares who is there, and asks workers."""

from __future__ import annotations

from dataclasses import dataclass

from kingup.store.attendance import Attendance
from kingup.store.thoughts import ThoughtStore
from kingup.web.gathering import Gathering
from kingup.web.hall import Hall
from kingup.web.settings import Settings
from kingup.web.thinking import Thinkers
from kingup.web.workers import Workers


@dataclass(frozen=True)
class Company:
    """The other servers and the workers of a PostgreSQL."""

    gathering: Gathering
    workers: Workers

    @classmethod
    async def join(cls, hall: Hall, thinkers: Thinkers, settings: Settings) -> Company:
        """Join the others."""
        database = hall.store.database
        gathering = Gathering(hall, Attendance(database))
        thoughts = ThoughtStore(database, settings.database)
        workers = Workers(thoughts, database.bus, thinkers)
        await gathering.open()
        await workers.open()
        return cls(gathering, workers)

    async def leave(self) -> None:
        """Leave the others."""
        await self.gathering.close()
        await self.workers.close()
