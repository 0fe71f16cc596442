"""Invites API bots that wait for games to tables, for pages and for the API."""

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
from kingup.tables.errors import NotAllowed, TableError
from kingup.tables.setting import tidy
from kingup.tables.table import Table

MOST_INVITED = 20
"""Open challenges per table."""
REFRESH_DELAY = 0.3
"""Seconds for which bots that connect or leave are collected before lobbies are refreshed: a
whole class may connect at once."""


class BotInvitations:
    """Shows every lobby which bots are waiting, and invites them."""

    def __init__(
        self,
        tables: TableService,
        tokens: TokenStore,
        challenges: ChallengeStore,
        listeners: BotListeners,
    ) -> None:
        self._tables = tables
        self._tokens = tokens
        self._challenges = challenges
        self._listeners = listeners
        self._refresh_timer: asyncio.TimerHandle | None = None
        self._reloads: set[asyncio.Task[None]] = set()
        tables.on_change(self._update)
        listeners.on_change = self._refresh_soon
        bus = tables.store.database.bus
        self._unsubscribe = [
            bus.subscribe(TOPIC, listeners.on_notice),
            bus.subscribe(TOPIC, self._on_notice),
        ]

    def close(self) -> None:
        """Stop refreshing lobbies."""
        for unsubscribe in self._unsubscribe:
            unsubscribe()
        for task in self._reloads:
            task.cancel()
        self._listeners.on_change = lambda: None
        if self._refresh_timer is not None:
            self._refresh_timer.cancel()

    async def find(self, text: str) -> ApiToken:
        """Return the bot with this id or name.

        Where several bots share the name, it must be the only one of them that is waiting.
        """
        text = tidy(text)
        found = await self._tokens.by_id(text)
        if found is not None and found.is_person:
            found = None
        there = [token for token in self._listeners.waiting if token.name == text]
        if found is None and len(there) == 1:
            found = there[0]
        named = [found] if found else await self._tokens.by_name(text)
        if not named:
            raise Refusal("There is no bot “{bot}”.", status=404, bot=text[:40])
        if len(named) > 1:
            raise Refusal("Several bots are called {bot}: use the id.", status=409, bot=text[:40])
        return named[0]

    async def invite(self, live: LiveTable, person: str, name: str, bot: str) -> Challenge:
        """Invite a bot to a table, on behalf of somebody who sits there or hosts it.

        A second invitation of the same bot returns the first.
        """
        other = await self.find(bot)
        check_invitation(live.table, person, other)
        waiting = await self._challenges.at_table(live.code)
        made = next((one for one in waiting if one.bot == other.bot), None)
        if made is None:
            if len(waiting) >= MOST_INVITED:
                raise Refusal("Enough bots have been invited to this table.", status=409)
            now = self._tables.clock()
            made = Challenge(secrets.token_hex(8), other.bot, live.code, name, now)
            await self._challenges.add(made)
        self._listeners.challenged(other.bot)
        live.invited.add(other.bot)
        self._refresh(live)
        return made

    async def remove(self, challenge: Challenge) -> None:
        """Remove a challenge that a bot has accepted or declined."""
        await self._challenges.remove(challenge)
        live = self._tables.find(challenge.code)
        if live is not None:
            live.invited.discard(challenge.bot)
            self._refresh(live)

    def _on_notice(self, text: str | None) -> None:
        """Reload the invitations of a table after a challenge or an answer at some server."""
        if not self._tables.shared:
            return  # a single server has refreshed the lobby already
        one = None if text is None else self._tables.find(text.partition(" ")[2])
        for live in self._tables.live() if text is None else filter(None, (one,)):
            if live.table.status == "open":
                task = asyncio.create_task(self._reload(live), name=f"asked {live.code}")
                self._reloads.add(task)
                task.add_done_callback(self._reloads.discard)

    async def _reload(self, live: LiveTable) -> None:
        with contextlib.suppress(Unavailable):  # the next notice brings it
            challenges = await self._challenges.at_table(live.code)
            live.invited = {challenge.bot for challenge in challenges}
            self._refresh(live)

    def _refresh_soon(self) -> None:
        if self._refresh_timer is None:
            self._refresh_timer = asyncio.get_running_loop().call_later(
                REFRESH_DELAY, self._refresh_all
            )

    def _refresh_all(self) -> None:
        self._refresh_timer = None
        for live in self._tables.live():
            self._refresh(live)

    def _refresh(self, live: LiveTable) -> None:
        before = live.waiting_bots
        self._update(live)
        if live.waiting_bots != before:
            live.changed()

    def _update(self, live: LiveTable) -> None:
        """Store at a table which waiting bots could join it."""
        table = live.table
        if table.status != "open" or table.setting.passed:
            live.waiting_bots = ()
            return
        seated = table.people()
        live.waiting_bots = tuple(
            WaitingBot(token.id, token.name, token.owner, token.person, token.bot in live.invited)
            for token in self._listeners.waiting
            if token.bot not in seated
        )


def check_invitation(table: Table, person: str, other: ApiToken) -> None:
    """Refuse people who may not invite, and tables where the bot cannot sit down."""
    if table.host != person and not table.player_of(person):
        raise NotAllowed("Only people at the table can do this.")
    if table.player_of(other.bot):
        raise TableError("{who} is already sitting there.", who=other.name)
    if table.setting.passed:
        raise no_bot_can_join()
    if table.status != "open" or None not in table.players:
        raise TableError("All seats are taken.")


def no_bot_can_join() -> Refusal:
    """Return the refusal for a table where one device is passed around."""
    return Refusal(
        "This table passes one device around: no bot from outside can join.", status=409
    )
