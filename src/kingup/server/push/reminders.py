"""Telling people that it is their turn, in games that are played by days.

Each question that a game asks is told to each player once, of whichever server process, and not
to those who have the table open.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging

from kingup.language import _, use_language
from kingup.rules.characters import EDITIONS, TITLES
from kingup.server.live_table import LiveTable
from kingup.server.push.sender import PushSender
from kingup.store.push_subscriptions import PushSubscriptions
from kingup.tables.table import Table

log = logging.getLogger("kingup.web")


class Reminders:
    """Sends people's browsers a word when a game waits for them."""

    def __init__(self, subscriptions: PushSubscriptions, sender: PushSender) -> None:
        self._subscriptions = subscriptions
        self._sender = sender
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def public_key(self) -> str:
        """What browsers subscribe with."""
        return self._sender.signer.public_key

    def notice(self, live: LiveTable) -> None:
        """Look at a table that was loaded or has changed."""
        for player, person in absent(live):
            number, table = live.table.question_number, live.table
            task = asyncio.create_task(self._remind(table, player, person, number))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Stop sending."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._sender.close()

    async def _remind(self, table: Table, player: int, person: str, number: int) -> None:
        try:
            browsers = await self._subscriptions.of_person(person)
            if not browsers:
                return
            if not await self._subscriptions.first_to_tell(table.code, player, number):
                return
            for browser in browsers:
                use_language(browser.language)  # of this task only
                message = json.dumps(words(table), ensure_ascii=False).encode()
                if await self._sender.send(browser, message, topic(table.code)) == "gone":
                    await self._subscriptions.remove(browser.endpoint)
        except Exception:
            log.exception("nobody could be told whose turn it is at %s", table.code)


def absent(live: LiveTable) -> list[tuple[int, str]]:
    """Return the players, with their persons, whom a game of days waits for and who are away."""
    table = live.table
    if table.setting.pace.kind != "days" or table.status != "playing":
        return []
    here = live.present()
    asked = [(player, table.sitter(player)) for player in table.waiting_for()]
    return [
        (player, sitter.person)
        for player, sitter in asked
        if sitter.person and sitter.is_there and sitter.person not in here
    ]


def words(table: Table) -> dict[str, str]:
    """Return what a browser is told: that it is somebody's turn, and where. Nothing secret."""
    title = table.setting.title or TITLES[EDITIONS.index(table.setting.edition)]
    return {
        "title": _("It is your turn."),
        "body": title,
        "url": f"/t/{table.code}",
        "tag": table.code,
    }


def topic(code: str) -> str:
    """Return what a push service replaces an older message by; it need not know the table."""
    return hashlib.sha256(code.encode()).hexdigest()[:32]
