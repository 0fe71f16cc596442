"""A page with an open socket: what it is told, and what it says."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import time
from contextvars import copy_context
from typing import Any

from starlette.datastructures import FormData
from starlette.websockets import WebSocket

from kingup.language import sentence_of
from kingup.rules.errors import KingUpError
from kingup.store import Unavailable
from kingup.tables.errors import NotYours
from kingup.web.answers import MOST_FIELDS
from kingup.web.errands import BROKEN, GONE, Errand, Errands
from kingup.web.live import Line, LiveTable
from kingup.web.looking import address_of, after_number, looker_of
from kingup.web.parts import Drawing
from kingup.web.refusals import Refusal
from kingup.web.routes.deeds import SPOKEN, deed_path, spoken
from kingup.web.screens import Screens
from kingup.web.showing.looking import Looker
from kingup.web.talk.hearing import Ear
from kingup.web.watching.metrics import Metrics

log = logging.getLogger("kingup.web")

UNKNOWN = 4404
NOT_YOURS = 4403
TRY_LATER = 1013
NONSENSE = 1008

MOST_WORDS = 40
"""Messages a second from a browser: a pointer that glides over a castle."""
LONGEST_SENTENCE = 100
"""Characters of the reason for which a socket is closed."""


def looker_at(live: LiveTable, person: str, page: str, wanted: int | None) -> Looker:
    """Return who looks at a table; refuse a hand to who holds none."""
    looker = looker_of(live.table, person, page, wanted)
    if page == "hand" and not looker.holds:
        raise NotYours("You have no seat at this table.")
    return looker


async def close(websocket: WebSocket, error: KingUpError) -> None:
    """Close a socket for a reason."""
    code = NONSENSE
    if isinstance(error, NotYours):
        code = NOT_YOURS
    elif isinstance(error, Unavailable):
        code = TRY_LATER
    elif isinstance(error, Refusal):
        code = {404: UNKNOWN, 403: NOT_YOURS, 429: TRY_LATER}.get(error.status, NONSENSE)
    await websocket.close(code, sentence_of(error)[:LONGEST_SENTENCE])


class LivePage:
    """One page with an open socket.

    It keeps little but what it has sent, and speaks in a task that is there while there is
    something to say. A slow one waits alone.
    """

    __slots__ = (
        "_address",
        "_context",
        "_draw",
        "_ear",
        "_errands",
        "_hover",
        "_in_parts",
        "_line",
        "_live",
        "_looker",
        "_number",
        "_person",
        "_shown",
        "_speaking",
        "_version",
        "_wanted",
        "_websocket",
    )

    def __init__(
        self, websocket: WebSocket, live: LiveTable, looker: Looker, wanted: int | None
    ) -> None:
        state, asked = websocket.app.state, websocket.query_params
        screens: Screens = state.screens
        person: str = websocket.state.person
        self._websocket = websocket
        self._live = live
        self._looker = looker
        self._person = person
        self._wanted = wanted
        self._line = Line(looker.player, self)
        self._ear = Ear(
            state.renderer,
            live,
            None if looker.page == "board" else person,
            after_number(asked.get("talk")),
            state.talk,
        )
        self._errands = Errands(websocket)
        self._address = address_of(websocket)
        self._draw = screens.packed if asked.get("packed") == "1" else screens.message
        self._in_parts = asked.get("parts") == "1"
        self._number = after_number(asked.get("after"))
        self._shown: Drawing | None = None
        self._version: int | None = None
        self._hover: str | None = None
        self._speaking: asyncio.Task[None] | None = None
        self._context = copy_context()

    async def serve(self) -> None:
        """Speak and listen until the page has gone."""
        live = self._live
        with live.wake(self, plays=bool(self._looker.holds)):
            live.lines.add(self._line)
            self.give()
            try:
                await self._listen()
            finally:
                live.lines.discard(self._line)
                if self._speaking is not None:
                    self._speaking.cancel()
                    await asyncio.gather(self._speaking, return_exceptions=True)
                await self._errands.finish()

    def give(self) -> None:
        """Say what is new, after what is being said now."""
        if self._speaking is None:
            # In the language of this page, whoever it was that changed something.
            self._speaking = asyncio.get_running_loop().create_task(
                self._speak(), name="speaking", context=self._context
            )

    async def _speak(self) -> None:
        websocket, live, line, ear = self._websocket, self._live, self._line, self._ear
        with contextlib.suppress(*GONE):
            while True:
                if self._version != live.version:
                    self._version = live.version
                    try:
                        message = self._news()
                    except KingUpError as error:
                        await close(websocket, error)
                        return
                    except Exception:
                        log.exception("a page of the table %s could not be drawn", live.code)
                        await websocket.close(BROKEN)
                        return
                    await self._send(message)
                if self._hover != line.hover:
                    self._hover = line.hover
                    await websocket.send_text(self._hover or '{"hover":null}')
                if not ear.is_open:
                    await ear.open()  # after the table, which nobody should have to wait for
                if ear.has_news and (said := ear.message()):
                    await websocket.send_text(said)
                if self._is_current:
                    self._speaking = None  # nothing is waited for between that look and this
                    return

    @property
    def _is_current(self) -> bool:
        is_shown = self._version == self._live.version and self._hover == self._line.hover
        return is_shown and not self._ear.has_news

    def _news(self) -> str | bytes:
        """Return the table for this page, and remember what it has then."""
        live, screens = self._live, self._websocket.app.state.screens
        looker = looker_at(live, self._person, self._looker.page, self._wanted)
        message = self._draw(live, looker, self._address, self._number, self._shown)
        if self._in_parts:
            self._shown = screens.drawing(live, looker, self._address)
        self._looker = looker
        self._line.player = looker.player
        self._number = live.table.number
        return message

    async def _send(self, message: str | bytes) -> None:
        if isinstance(message, bytes):
            await self._websocket.send_bytes(message)
        else:
            await self._websocket.send_text(message)
        metrics: Metrics = self._websocket.app.state.metrics
        metrics.messages.inc()
        metrics.message_bytes.inc(len(message))

    async def _listen(self) -> None:
        """Hear what a page says: that it is there, where its pointer is, what it does."""
        websocket = self._websocket
        second, words = time.monotonic(), 0
        while True:
            message = await websocket.receive()
            if message["type"] == "websocket.disconnect":
                return
            words += 1
            if time.monotonic() - second > 1:
                second, words = time.monotonic(), 0
            said = _read(message.get("text"))
            if said is None or words > 10 * MOST_WORDS or not await self._hear(said, words):
                with contextlib.suppress(*GONE):
                    await websocket.close(NONSENSE)
                return

    async def _hear(self, said: dict[str, Any], words: int) -> bool:
        """Answer a message; return whether it makes sense."""
        if "do" in said:
            return self._do(said)
        if "ping" in said:
            with contextlib.suppress(*GONE):
                await self._websocket.send_text(json.dumps({"pong": time.time()}))
        elif "hover" in said and words <= MOST_WORDS:
            _point(self._live, self._line, said["hover"])
        return True

    def _do(self, said: dict[str, Any]) -> bool:
        """Let something be done that a form could ask for as well."""
        name, id_, form = said["do"], said.get("id"), _form(said.get("form"))
        if name not in SPOKEN or not isinstance(id_, int) or form is None:
            return False
        return self._errands.add(deed_path(name), self._errand(name, id_, form))

    def _errand(self, name: str, id_: int, form: FormData) -> Errand:
        async def errand() -> tuple[int, str]:
            status, answer = await spoken(self._websocket, self._live, name, form)
            return status, json.dumps(
                {"id": id_, "status": status, "answer": answer},
                ensure_ascii=False,
                separators=(",", ":"),
            )

        return errand


def _read(text: str | None) -> dict[str, Any] | None:
    try:
        said = json.loads(text or "")
    except (ValueError, RecursionError):
        return None
    return said if isinstance(said, dict) else None


def _form(pairs: object) -> FormData | None:
    """Return the fields of a form, which come as pairs of texts; None for anything else."""
    if not isinstance(pairs, list) or len(pairs) > MOST_FIELDS:
        return None
    for pair in pairs:
        if not isinstance(pair, list) or len(pair) != 2:
            return None
        if not all(isinstance(text, str) and _is_text(text) for text in pair):
            return None
    return FormData([(name, value) for name, value in pairs])


def _is_text(text: str) -> bool:
    """Return whether a text of JSON is one that could have come as UTF-8: no half characters."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _point(live: LiveTable, line: Line, who: object) -> None:
    """Show a teammate, and nobody else, what somebody points at."""
    player = line.player
    game = live.table.game
    if player is None or game is None:
        return
    letters = game.view(None).castle
    shown = None
    if isinstance(who, str) and who in letters:
        shown = json.dumps({"hover": {"player": player, "who": who}}, separators=(",", ":"))
    mates = live.table.players_of(live.table.seat_of(player))
    for other in live.lines:
        if other.player in mates and other.player != player:
            other.hover = shown
            other.signal.give()
