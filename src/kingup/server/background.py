"""What a server does for people by itself: it rates games, and tells whose turn it is."""

from __future__ import annotations

from kingup.server.accounts import Accounts
from kingup.server.push.reminders import Reminders
from kingup.server.push.sender import PushSender
from kingup.server.push.vapid import VapidSigner
from kingup.server.rater import Rater
from kingup.server.settings import ServerSettings
from kingup.server.table_service import TableService


class BackgroundTasks:
    """Rater and reminders of one server."""

    def __init__(self, people: Accounts, rater: Rater, reminders: Reminders | None) -> None:
        self.people = people
        self.reminders = reminders
        """None where the server has nobody's contact to tell push services."""
        self._rater = rater

    @classmethod
    async def begin(cls, hall: TableService, settings: ServerSettings) -> BackgroundTasks:
        """Look at all tables of a hall from now on, and at what ended before."""
        people = Accounts(hall.store.database)
        rater = Rater(people.ratings)
        hall.on_change(rater.notice)
        reminders = None
        if settings.push_contact is not None:
            signer = await VapidSigner.open(hall.store, settings.push_contact)
            sender = PushSender(signer, anywhere=settings.push_anywhere)
            reminders = Reminders(people.subscriptions, sender)
            hall.on_change(reminders.notice)
        rater.wake()
        return cls(people, rater, reminders)

    async def close(self) -> None:
        """Finish what has begun."""
        await self._rater.close()
        if self.reminders is not None:
            await self.reminders.close()
