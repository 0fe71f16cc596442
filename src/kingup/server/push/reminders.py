"""Push reminders that it is somebody's turn, for games with days per move.

For each question a player gets one reminder, whichever server process sends it, and none while
the table is open in a browser of theirs.
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
    """Sends a push message to the browsers of people whom a game waits for."""

    def __init__(self, subscriptions: PushSubscriptions, sender: PushSender) -> None:
        self._subscriptions = subscriptions
        self._sender = sender
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def public_key(self) -> str:
        """The key that browsers subscribe with."""
        return self._sender.signer.public_key

    def table_changed(self, live: LiveTable) -> None:
        """Remind the absent players of a table that was loaded or has changed."""
        for player, person in players_to_remind(live):
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
                message = json.dumps(payload(table), ensure_ascii=False).encode()
                if await self._sender.send(browser, message, topic(table.code)) == "gone":
                    await self._subscriptions.remove(browser.endpoint)
        except Exception:
            log.exception("reminder not sent: table=%s player=%d", table.code, player)


def players_to_remind(live: LiveTable) -> list[tuple[int, str]]:
    """Return the absent players whom a game with days per move waits for, by person."""
    table = live.table
    if table.setting.pace.kind != "days" or table.status != "playing":
        return []
    here = live.present()
    waiting_for = [(player, table.sitter(player)) for player in table.waiting_for()]
    return [
        (player, sitter.person)
        for player, sitter in waiting_for
        if sitter.person and sitter.is_there and sitter.person not in here
    ]


def payload(table: Table) -> dict[str, str]:
    """Return the message: whose turn it is and at which table. It contains no secrets."""
    title = table.setting.title or TITLES[EDITIONS.index(table.setting.edition)]
    return {
        "title": _("It is your turn."),
        "body": title,
        "url": f"/t/{table.code}",
        "tag": table.code,
    }


def topic(code: str) -> str:
    """Return the topic under which a push service replaces older messages.

    It is a hash, so that the service does not learn the table's code.
    """
    return hashlib.sha256(code.encode()).hexdigest()[:32]
