"""The talk of one server: say, hear, mute, report, forget."""

from __future__ import annotations

import asyncio
import contextlib
import logging

from kingup.server.conversation import Conversation
from kingup.server.live_table import LiveTable
from kingup.server.refusals import Refusal
from kingup.server.table_service import TableService
from kingup.store import ChatStore, ReportStore, Unavailable
from kingup.store.chat import TOPIC
from kingup.tables import chat
from kingup.tables.chat import Remark

log = logging.getLogger("kingup.web")

AROUND = 5
"""How many remarks before and after a reported one the operator reads, too."""
SWEEP_EVERY = 300.0
"""Seconds."""


class Chat:
    """What people say at tables. Nothing of it is ever written to a log."""

    def __init__(self, hall: TableService) -> None:
        database = hall.store.database
        self.store = ChatStore(database)
        self.reports = ReportStore(database)
        self.clock = hall.clock
        self._hall = hall
        self._catching: set[asyncio.Task[None]] = set()
        self._stop_hearing = database.bus.hear(TOPIC, self._heard) if hall.shared else None

    async def close(self) -> None:
        """Hear no more of what is said at other servers."""
        if self._stop_hearing is not None:
            self._stop_hearing()
        for task in self._catching:
            task.cancel()
        await asyncio.gather(*self._catching, return_exceptions=True)

    async def conversation(self, live: LiveTable) -> Conversation:
        """Return what is said at a table, with all that other processes have added."""
        while True:
            if live.conversation is None:
                live.conversation = Conversation()
            conversation = live.conversation
            forgotten = chat.is_forgotten(live.table, self.clock())
            if forgotten or await self.reports.is_closed(live.code):
                conversation.clear()
            else:
                await self.catch_up(live)
                # A mute may be of another table, or of another process.
                conversation.take((), await self.store.muted_by(conversation.speakers()))
            if live.conversation is conversation:  # or else the table was read anew meanwhile
                return conversation

    async def catch_up(self, live: LiveTable) -> None:
        """Take over what has been said since, wherever that was, and tell who listens."""
        conversation = live.conversation
        if conversation is None:
            return  # nobody listens here
        news = await self.store.remarks(live.code, after=conversation.number)
        if not news:
            return
        speakers = {remark.speaker.person for remark in news}
        conversation.take(news, await self.store.muted_by(speakers))
        live.spoken()

    async def say(
        self,
        live: LiveTable,
        person: str,
        text: str,
        *,
        name: str = "",
        to_mate: bool = False,
        key: str | None = None,
    ) -> Remark:
        """Let a person say something to everybody, or to their teammate alone."""
        said = chat.read_remark(text)
        to = None
        if to_mate:
            mate = chat.mate_of(live.table, person)
            if mate is None:
                raise Refusal("You have no teammate to write to.", status=409)
            to = mate.person
        return await self._add(live, person, name, said, None, to, key)

    async def react(
        self,
        live: LiveTable,
        person: str,
        reaction: str,
        *,
        name: str = "",
        key: str | None = None,
    ) -> Remark:
        """Let a person react with one tap."""
        sign = chat.read_reaction(reaction)
        return await self._add(live, person, name, "", sign, None, key)

    async def mute(self, live: LiveTable, person: str, other: str, *, on: bool) -> None:
        """Let a person no longer hear another, here and at every table, or hear them again."""
        if other == person:
            raise Refusal("That is you.", status=409)
        await self.store.mute(person, other, on=on)
        (await self.conversation(live)).mute(person, other, on=on)

    async def remark(self, live: LiveTable, person: str, number: int) -> Remark:
        """Return a remark that a person may know of."""
        found = (await self.conversation(live)).find(person, number)
        if found is None:
            raise Refusal("This message is gone.", status=404)
        return found

    async def report(self, live: LiveTable, person: str, number: int) -> None:
        """Keep a remark for the operator, with those around it that the reporter may know."""
        remark = await self.remark(live, person, number)
        if remark.speaker.person == person or remark.reaction is not None:
            raise Refusal("Only what others have written can be reported.", status=409)
        conversation = await self.conversation(live)
        known = [one for one in conversation.remarks if one.is_for(person) and not one.reaction]
        place = known.index(remark)
        around = known[max(0, place - AROUND) : place + AROUND + 1]
        await self.reports.report(live.code, remark, person, around, self.clock())

    async def is_closed(self, live: LiveTable) -> bool:
        """Return whether the operator lets nobody talk at a table."""
        return await self.reports.is_closed(live.code)

    async def sweep(self) -> None:
        """Forget what was said at tables that have been over for a day."""
        now = self.clock()
        await self.store.sweep(now)
        await self.reports.sweep(now)

    async def keep_sweeping(self) -> None:
        """Sweep now and then, as long as the server runs."""
        while True:
            await asyncio.sleep(SWEEP_EVERY)
            try:
                await self.sweep()
            except Exception:
                log.exception("old talk could not be swept away")

    def _heard(self, code: str | None) -> None:
        """Take note that something was said at some server, perhaps at this one."""
        if code is None:
            lives = [live for live in self._hall.live() if live.conversation is not None]
        else:
            live = self._hall.find(code)
            lives = [] if live is None or live.conversation is None else [live]
        for one in lives:
            task = asyncio.create_task(self._catch_up_soon(one), name=f"talk {one.code}")
            self._catching.add(task)
            task.add_done_callback(self._catching.discard)

    async def _catch_up_soon(self, live: LiveTable) -> None:
        with contextlib.suppress(Unavailable):  # then with the next remark, or the next page
            await self.catch_up(live)

    async def _add(
        self,
        live: LiveTable,
        person: str,
        name: str,
        text: str,
        reaction: str | None,
        to: str | None,
        key: str | None,
    ) -> Remark:
        now = self.clock()
        speaker = chat.speaker(live.table, person, name, now)
        if await self.reports.is_closed(live.code):
            raise Refusal("The operator of this server has closed the chat here.", status=403)
        if await self.reports.is_silenced(person, now):
            raise Refusal("The operator of this server has muted you.", status=403)
        remark = Remark(0, now, speaker, text, reaction, to)
        stored = await self.store.add(live.code, remark, key)
        await self.catch_up(live)
        return stored
