"""Background work that follows table changes: rating games and sending reminders."""

from __future__ import annotations

from kingup.server.accounts import Accounts
from kingup.server.push.reminders import Reminders
from kingup.server.push.sender import PushSender
from kingup.server.push.vapid import VapidSigner
from kingup.server.rater import Rater
from kingup.server.settings import ServerSettings
from kingup.server.table_service import TableService


class BackgroundTasks:
    """The rater and the reminders of one server."""

    def __init__(self, accounts: Accounts, rater: Rater, reminders: Reminders | None) -> None:
        self.accounts = accounts
        self.reminders = reminders
        """None if the operator has configured no contact for push services."""
        self._rater = rater

    @classmethod
    async def start(cls, tables: TableService, settings: ServerSettings) -> BackgroundTasks:
        """Follow all tables from now on, and rate what ended while no server was running."""
        accounts = Accounts(tables.store.database)
        rater = Rater(accounts.ratings)
        tables.on_change(rater.table_changed)
        reminders = None
        if settings.push_contact is not None:
            signer = await VapidSigner.open(tables.store, settings.push_contact)
            sender = PushSender(signer, anywhere=settings.push_anywhere)
            reminders = Reminders(accounts.subscriptions, sender)
            tables.on_change(reminders.table_changed)
        rater.catch_up()
        return cls(accounts, rater, reminders)

    async def close(self) -> None:
        """Finish the ratings that have started, and stop sending reminders."""
        await self._rater.close()
        if self.reminders is not None:
            await self.reminders.close()
