"""Bots from outside that wait for games, and asking them to tables: for pages and the API."""

from __future__ import annotations

import asyncio
import contextlib
import secrets

from kingup.server.bot_listeners import BotListeners
from kingup.server.live_table import LiveTable
from kingup.server.refusals import Refusal
from kingup.server.table_service import TableService
from kingup.server.waiting_bot import WaitingBot
from kingup.store import Unavailable
from kingup.store.challenges import TOPIC, Challenge, ChallengeStore
from kingup.store.tokens import ApiToken, TokenStore
from kingup.tables.errors import NotYours, TableError
from kingup.tables.setting import tidy
from kingup.tables.table import Table

MOST_ASKED = 20
"""Challenges that may wait at one table."""
A_MOMENT = 0.3
"""Seconds in which bots that come and go are told of together: a class connects at once."""


class BotInvitations:
    """Keeps every lobby up to date about who waits, and asks those who wait."""

    def __init__(
        self,
        hall: TableService,
        tokens: TokenStore,
        challenges: ChallengeStore,
        callers: BotListeners,
    ) -> None:
        self._hall = hall
        self._tokens = tokens
        self._challenges = challenges
        self._callers = callers
        self._telling: asyncio.TimerHandle | None = None
        self._looking: set[asyncio.Task[None]] = set()
        hall.on_change(self._look)
        callers.on_change = self._came_or_went
        bus = hall.store.database.bus
        self._stop_hearing = [bus.hear(TOPIC, callers.hear), bus.hear(TOPIC, self._heard)]

    def close(self) -> None:
        """Tell nobody any more."""
        for stop in self._stop_hearing:
            stop()
        for task in self._looking:
            task.cancel()
        self._callers.on_change = lambda: None
        if self._telling is not None:
            self._telling.cancel()

    async def find(self, text: str) -> ApiToken:
        """Return the bot with an id, or a name: of the only one who waits, or of the only one."""
        text = tidy(text)
        found = await self._tokens.by_id(text)
        there = [token for token in self._callers.waiting if token.name == text]
        if found is None and len(there) == 1:
            found = there[0]
        named = [found] if found else await self._tokens.by_name(text)
        if not named:
            raise Refusal("There is no bot “{bot}”.", status=404, bot=text[:40])
        if len(named) > 1:
            raise Refusal("Several bots are called {bot}: use the id.", status=409, bot=text[:40])
        return named[0]

    async def ask(self, live: LiveTable, person: str, name: str, bot: str) -> Challenge:
        """Ask a bot to a table for somebody who sits there, or whose table it is.

        Asking twice is asking once.
        """
        other = await self.find(bot)
        check(live.table, person, other)
        waiting = await self._challenges.at_table(live.code)
        made = next((one for one in waiting if one.bot == other.bot), None)
        if made is None:
            if len(waiting) >= MOST_ASKED:
                raise Refusal("Enough bots have been invited to this table.", status=409)
            now = self._hall.clock()
            made = Challenge(secrets.token_hex(8), other.bot, live.code, name, now)
            await self._challenges.add(made)
        self._callers.challenged(other.bot)
        live.asked.add(other.bot)
        self._refresh(live)
        return made

    async def answered(self, challenge: Challenge) -> None:
        """Forget a challenge that a bot has accepted or declined."""
        await self._challenges.remove(challenge)
        live = self._hall.find(challenge.code)
        if live is not None:
            live.asked.discard(challenge.bot)
            self._refresh(live)

    def _heard(self, text: str | None) -> None:
        """Take note that a bot is asked to a table, or has answered, at some server."""
        if not self._hall.shared:
            return  # who did that has seen to it
        one = None if text is None else self._hall.find(text.partition(" ")[2])
        for live in self._hall.live() if text is None else filter(None, (one,)):
            if live.table.status == "open":
                task = asyncio.create_task(self._look_again(live), name=f"asked {live.code}")
                self._looking.add(task)
                task.add_done_callback(self._looking.discard)

    async def _look_again(self, live: LiveTable) -> None:
        with contextlib.suppress(Unavailable):  # then with the next one
            asked = await self._challenges.at_table(live.code)
            live.asked = {challenge.bot for challenge in asked}
            self._refresh(live)

    def _came_or_went(self) -> None:
        if self._telling is None:
            self._telling = asyncio.get_running_loop().call_later(A_MOMENT, self._refresh_all)

    def _refresh_all(self) -> None:
        self._telling = None
        for live in self._hall.live():
            self._refresh(live)

    def _refresh(self, live: LiveTable) -> None:
        before = live.guests
        self._look(live)
        if live.guests != before:
            live.changed()

    def _look(self, live: LiveTable) -> None:
        """Write down at a table who could come."""
        table = live.table
        if table.status != "open" or table.setting.passed:
            live.guests = ()
            return
        seated = table.people()
        live.guests = tuple(
            WaitingBot(token.id, token.name, token.owner, token.person, token.bot in live.asked)
            for token in self._callers.waiting
            if token.bot not in seated
        )


def check(table: Table, person: str, other: ApiToken) -> None:
    """Refuse whoever may not ask a bot to a table, and tables where it cannot sit down."""
    if table.host != person and not table.player_of(person):
        raise NotYours("Only people at the table can do this.")
    if table.player_of(other.bot):
        raise TableError("{who} is already sitting there.", who=other.name)
    if table.setting.passed:
        raise no_bot_can_join()
    if table.status != "open" or None not in table.players:
        raise TableError("All seats are taken.")


def no_bot_can_join() -> Refusal:
    """Return the refusal of a table where one device is passed around."""
    return Refusal(
        "This table passes one device around: no bot from outside can join.", status=409
    )
