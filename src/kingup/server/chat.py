"""The chat of one server: adding remarks, muting, reporting and sweeping."""

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

CONTEXT_REMARKS = 5
"""How many remarks before and after a reported one are shown to the operator."""
SWEEP_INTERVAL = 300.0
"""Seconds."""


class Chat:
    """The chat at all tables. Its text is never logged."""

    def __init__(self, tables: TableService) -> None:
        database = tables.store.database
        self.store = ChatStore(database)
        self.reports = ReportStore(database)
        self.clock = tables.clock
        self._tables = tables
        self._tasks: set[asyncio.Task[None]] = set()
        self._unsubscribe = (
            database.bus.subscribe(TOPIC, self._on_notice) if tables.shared else None
        )

    async def close(self) -> None:
        """Stop following the chat of other servers."""
        if self._unsubscribe is not None:
            self._unsubscribe()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def conversation(self, live: LiveTable) -> Conversation:
        """Return the conversation at a table, including what other processes have stored."""
        while True:
            if live.conversation is None:
                live.conversation = Conversation()
            conversation = live.conversation
            expired = chat.is_forgotten(live.table, self.clock())
            if expired or await self.reports.is_closed(live.code):
                conversation.clear()
            else:
                await self.catch_up(live)
                # Somebody may have muted a speaker at another table or in another process.
                conversation.add((), await self.store.muted_by(conversation.speakers()))
            if live.conversation is conversation:  # else the table was reloaded meanwhile
                return conversation

    async def catch_up(self, live: LiveTable) -> None:
        """Load the remarks stored since the last one, by any server, and wake the readers."""
        conversation = live.conversation
        if conversation is None:
            return  # nobody reads it here
        news = await self.store.remarks(live.code, after=conversation.number)
        if not news:
            return
        speakers = {remark.speaker.person for remark in news}
        conversation.add(news, await self.store.muted_by(speakers))
        live.chat_changed()

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
        """Add a person's remark, for everybody or only for their teammate."""
        checked = chat.read_remark(text)
        to = None
        if to_mate:
            mate = chat.mate_of(live.table, person)
            if mate is None:
                raise Refusal("You have no teammate to write to.", status=409)
            to = mate.person
        return await self._add(live, person, name, checked, None, to, key)

    async def react(
        self,
        live: LiveTable,
        person: str,
        reaction: str,
        *,
        name: str = "",
        key: str | None = None,
    ) -> Remark:
        """Add a person's reaction."""
        sign = chat.read_reaction(reaction)
        return await self._add(live, person, name, "", sign, None, key)

    async def mute(self, live: LiveTable, person: str, other: str, *, on: bool) -> None:
        """Mute another person for this one at every table, or unmute them."""
        if other == person:
            raise Refusal("That is you.", status=409)
        await self.store.mute(person, other, on=on)
        (await self.conversation(live)).mute(person, other, on=on)

    async def remark(self, live: LiveTable, person: str, number: int) -> Remark:
        """Return a remark that a person may see."""
        found = (await self.conversation(live)).find(person, number)
        if found is None:
            raise Refusal("This message is gone.", status=404)
        return found

    async def report(self, live: LiveTable, person: str, number: int) -> None:
        """Store a remark for the operator, with its context as far as the reporter may see it."""
        remark = await self.remark(live, person, number)
        if remark.speaker.person == person or remark.reaction is not None:
            raise Refusal("Only what others have written can be reported.", status=409)
        conversation = await self.conversation(live)
        known = [one for one in conversation.remarks if one.is_for(person) and not one.reaction]
        place = known.index(remark)
        around = known[max(0, place - CONTEXT_REMARKS) : place + CONTEXT_REMARKS + 1]
        await self.reports.report(live.code, remark, person, around, self.clock())

    async def is_closed(self, live: LiveTable) -> bool:
        """Return whether the operator has closed the chat of a table."""
        return await self.reports.is_closed(live.code)

    async def sweep(self) -> None:
        """Delete the chat of tables that have been over for a day."""
        now = self.clock()
        await self.store.sweep(now)
        await self.reports.sweep(now)

    async def keep_sweeping(self) -> None:
        """Sweep periodically, until cancelled."""
        while True:
            await asyncio.sleep(SWEEP_INTERVAL)
            try:
                await self.sweep()
            except Exception:
                log.exception("deleting old chat failed; trying again")

    def _on_notice(self, code: str | None) -> None:
        """Handle a notice that some server, perhaps this one, has stored a remark."""
        if code is None:
            lives = [live for live in self._tables.live() if live.conversation is not None]
        else:
            live = self._tables.find(code)
            lives = [] if live is None or live.conversation is None else [live]
        for one in lives:
            task = asyncio.create_task(self._try_catch_up(one), name=f"chat {one.code}")
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _try_catch_up(self, live: LiveTable) -> None:
        with contextlib.suppress(Unavailable):  # the next remark or page load catches up
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
