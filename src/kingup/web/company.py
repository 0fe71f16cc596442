"""What a server does because it is not alone: it shares who is there, and asks workers."""

from __future__ import annotations

from dataclasses import dataclass

from kingup.store.attendance import Attendance
from kingup.store.thoughts import ThoughtStore
from kingup.store.tokens import Tokens
from kingup.web.api.calling import Callers
from kingup.web.gathering import Gathering
from kingup.web.hall import Hall
from kingup.web.roll_call import RollCall
from kingup.web.settings import Settings
from kingup.web.thinking import Thinkers
from kingup.web.workers import Workers


@dataclass(frozen=True)
class Company:
    """The other servers and the workers of a PostgreSQL."""

    gathering: Gathering
    roll_call: RollCall
    workers: Workers

    @classmethod
    async def join(
        cls, hall: Hall, callers: Callers, thinkers: Thinkers, settings: Settings
    ) -> Company:
        """Join the others."""
        database = hall.store.database
        attendance = Attendance(database)
        gathering = Gathering(hall, attendance)
        roll_call = RollCall(hall, attendance, Tokens(database), callers)
        thoughts = ThoughtStore(database, settings.database)
        workers = Workers(thoughts, database.bus, thinkers)
        await gathering.open()
        roll_call.open()
        await workers.open()
        return cls(gathering, roll_call, workers)

    async def leave(self) -> None:
        """Leave the others."""
        await self.roll_call.close()
        await self.gathering.close()
        await self.workers.close()
