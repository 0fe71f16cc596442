"""What an open page hears of a table's talk: by number, so that nothing is lost or said twice."""

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
from kingup.web.pages.chat.view_model import remark_in_words, shown_remark

if TYPE_CHECKING:
    from kingup.web.live.rendering import Renderer

MOST_AT_ONCE = 60
"""How many of the remarks that a page has missed it is sent; its panel has the others."""
FRESH = 15.0
"""Seconds for which something has just been said: it is read out, and a reaction is shown."""


class ChatListener:
    """One page that listens; `after` is the number of the last remark that it knows."""

    def __init__(
        self, renderer: Renderer, live: LiveTable, person: str | None, after: int, talk: Chat
    ) -> None:
        self._renderer = renderer
        self._live = live
        self._person = person
        self._number = after
        self._talk = talk
        self.is_open = False

    async def open(self) -> None:
        """Begin to listen."""
        self.is_open = True
        if chat.is_on(self._live.table):
            with contextlib.suppress(Unavailable):  # a table must not stop for its talk
                await self._talk.conversation(self._live)

    @property
    def has_news(self) -> bool:
        """Whether something was said that the page does not know of."""
        conversation = self._live.conversation
        return conversation is not None and conversation.number > self._number

    def news(self) -> dict[str, Any] | None:
        """Return what was said since the last time; None if nothing of it is for this page."""
        conversation = self._live.conversation
        if conversation is None:
            return None
        heard = conversation.remarks_for(self._person, self._number)
        self._number = conversation.number
        if self._person is None:
            heard = [remark for remark in heard if remark.reaction]  # a television has no chat
        told = [self._told(conversation, remark) for remark in heard[-MOST_AT_ONCE:]]
        shown = [one for one in told if one is not None]
        # Not the number of the last remark of all: that may be a whisper between others.
        return {"number": heard[-1].number, "remarks": shown} if shown else None

    def message(self) -> str | None:
        """Return the same as a socket sends it."""
        news = self.news()
        if news is None:
            return None
        return json.dumps({"talk": news}, ensure_ascii=False, separators=(",", ":"))

    def _told(self, conversation: Conversation, remark: Remark) -> dict[str, Any] | None:
        fresh = self._talk.clock() - remark.at < FRESH
        if remark.reaction and not fresh:
            return None
        table, player = self._live.table, remark.speaker.player
        told = {
            "number": remark.number,
            "html": self._html(conversation, remark),
            "said": remark_in_words(remark),
            "mine": remark.speaker.person == self._person,
            "fresh": fresh,
        }
        if remark.reaction:
            told["reaction"] = remark.reaction
            told["player"] = player
            told["seat"] = None if player is None else table.seat_of(player)
        return told

    def _html(self, conversation: Conversation, remark: Remark) -> str:
        mine = remark.speaker.person == self._person
        key = (remark.number, current_language(), mine)
        if key not in conversation.rendered:
            shown = shown_remark(self._live.table, remark, mine=mine)
            conversation.rendered[key] = self._renderer.remark(shown)
        return conversation.rendered[key]
