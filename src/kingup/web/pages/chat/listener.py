"""The new chat remarks for an open page, by number, so that none is lost or sent twice."""

from __future__ import annotations

import contextlib
import json
from typing import TYPE_CHECKING, Any

from kingup.language import current_language
from kingup.server.chat import Chat
from kingup.server.conversation import Conversation
from kingup.server.live_table import LiveTable
from kingup.store import Unavailable
from kingup.tables import chat
from kingup.tables.chat import Remark
from kingup.web.pages.chat.view_model import remark_text, shown_remark

if TYPE_CHECKING:
    from kingup.web.live.rendering import Renderer

MOST_AT_ONCE = 60
"""How many missed remarks a page is sent; its panel loads the others."""
FRESH_SECONDS = 15.0
"""Seconds for which a remark counts as new: it is read out, and a reaction is shown."""


class ChatListener:
    """The chat of one open page; `after` is the number of the last remark that it has."""

    def __init__(
        self,
        renderer: Renderer,
        live: LiveTable,
        person: str | None,
        after: int,
        chat_service: Chat,
    ) -> None:
        self._renderer = renderer
        self._live = live
        self._person = person
        self._number = after
        self._chat_service = chat_service
        self.is_open = False

    async def open(self) -> None:
        """Load the conversation."""
        self.is_open = True
        if chat.is_on(self._live.table):
            with contextlib.suppress(Unavailable):  # the table works without its chat
                await self._chat_service.conversation(self._live)

    @property
    def has_news(self) -> bool:
        """Whether there may be remarks that the page does not have."""
        conversation = self._live.conversation
        return conversation is not None and conversation.number > self._number

    def new_remarks(self) -> dict[str, Any] | None:
        """Return the remarks since the last call; None if none of them is for this page."""
        conversation = self._live.conversation
        if conversation is None:
            return None
        remarks = conversation.remarks_for(self._person, self._number)
        self._number = conversation.number
        if self._person is None:
            # The television shows reactions only.
            remarks = [remark for remark in remarks if remark.reaction]
        entries = [self._entry(conversation, remark) for remark in remarks[-MOST_AT_ONCE:]]
        shown = [one for one in entries if one is not None]
        # Not the conversation's last number: that may be a private remark between others.
        return {"number": remarks[-1].number, "remarks": shown} if shown else None

    def message(self) -> str | None:
        """Return the new remarks as a socket message, or None."""
        new_remarks = self.new_remarks()
        if new_remarks is None:
            return None
        return json.dumps({"talk": new_remarks}, ensure_ascii=False, separators=(",", ":"))

    def _entry(self, conversation: Conversation, remark: Remark) -> dict[str, Any] | None:
        fresh = self._chat_service.clock() - remark.at < FRESH_SECONDS
        if remark.reaction and not fresh:
            return None
        table, player = self._live.table, remark.speaker.player
        entry = {
            "number": remark.number,
            "html": self._html(conversation, remark),
            "said": remark_text(remark),
            "mine": remark.speaker.person == self._person,
            "fresh": fresh,
        }
        if remark.reaction:
            entry["reaction"] = remark.reaction
            entry["player"] = player
            entry["seat"] = None if player is None else table.seat_of(player)
        return entry

    def _html(self, conversation: Conversation, remark: Remark) -> str:
        mine = remark.speaker.person == self._person
        key = (remark.number, current_language(), mine)
        if key not in conversation.rendered:
            shown = shown_remark(self._live.table, remark, mine=mine)
            conversation.rendered[key] = self._renderer.remark(shown)
        return conversation.rendered[key]
