"""What a server does for people by itself: it rates games, and tells whose turn it is."""

from __future__ import annotations

from kingup.web.hall import Hall
from kingup.web.me.people import People
from kingup.web.me.rater import Rater
from kingup.web.push.keys import Signer
from kingup.web.push.reminders import Reminders
from kingup.web.push.sending import Sender
from kingup.web.settings import Settings


class Care:
    """Rater and reminders of one server."""

    def __init__(self, people: People, rater: Rater, reminders: Reminders | None) -> None:
        self.people = people
        self.reminders = reminders
        """None where the server has nobody's contact to tell push services."""
        self._rater = rater

    @classmethod
    async def begin(cls, hall: Hall, settings: Settings) -> Care:
        """Look at all tables of a hall from now on, and at what ended before."""
        people = People(hall.store.database)
        rater = Rater(people.ratings)
        hall.on_change(rater.notice)
        reminders = None
        if settings.push_contact is not None:
            signer = await Signer.open(hall.store, settings.push_contact)
            sender = Sender(signer, anywhere=settings.push_anywhere)
            reminders = Reminders(people.subscriptions, sender)
            hall.on_change(reminders.notice)
        rater.wake()
        return cls(people, rater, reminders)

    async def close(self) -> None:
        """Finish what has begun."""
        await self._rater.close()
        if self.reminders is not None:
            await self.reminders.close()
