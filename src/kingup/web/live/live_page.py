"""A page with an open socket: what it is told, and what it says."""

from __future__ import annotations

import json
import logging
import time
from dataclasses import dataclass
from typing import Any

from starlette.datastructures import FormData
from starlette.requests import HTTPConnection

from kingup.language import sentence_of
from kingup.rules.errors import KingUpError
from kingup.server.live_table import LiveTable
from kingup.server.refusals import Refusal
from kingup.store import Unavailable
from kingup.tables.errors import NotYours
from kingup.web.http.responses import MOST_FIELDS
from kingup.web.live.errands import BROKEN, Errand, Voice
from kingup.web.live.screens import Screens
from kingup.web.live.staying import NONSENSE, Close, Resident, read_object
from kingup.web.pages.chat.listener import ChatListener
from kingup.web.pages.common.view_context import Viewer
from kingup.web.pages.common.viewer import PUBLIC, viewer_of
from kingup.web.pages.table.actions import SOCKET_ACTIONS, act_over_socket, action_path
from kingup.web.pages.table.parts import Drawing
from kingup.web.services import services_of

log = logging.getLogger("kingup.web")

UNKNOWN = 4404
NOT_YOURS = 4403
TRY_LATER = 1013

MOST_WORDS = 40
"""Messages a second from a browser: a pointer that glides over a castle."""
LONGEST_SENTENCE = 100
"""Characters of the reason for which a socket is closed."""


def viewer_at(live: LiveTable, person: str, page: str, wanted: int | None) -> Viewer:
    """Return who looks at a table; refuse a hand to who holds none."""
    looker = viewer_of(live.table, person, page, wanted)
    if page == "hand" and not looker.holds:
        raise NotYours("You have no seat at this table.")
    return looker


def closing(error: KingUpError) -> Close:
    """Return how a socket is closed for a reason."""
    code = NONSENSE
    if isinstance(error, NotYours):
        code = NOT_YOURS
    elif isinstance(error, Unavailable):
        code = TRY_LATER
    elif isinstance(error, Refusal):
        code = {404: UNKNOWN, 403: NOT_YOURS, 429: TRY_LATER}.get(error.status, NONSENSE)
    return Close(code, sentence_of(error)[:LONGEST_SENTENCE])


@dataclass(frozen=True, slots=True)
class Wish:
    """What a page asks for when it opens its socket."""

    person: str
    page: str
    wanted: int | None
    """The player with whose eyes it looks, where a device is passed around."""
    address: str
    after: int
    talk: int
    packed: bool
    in_parts: bool


class LivePage(Resident):
    """One page with an open socket, which keeps little but what it has sent."""

    __slots__ = (
        "_draw",
        "_ear",
        "_live",
        "_number",
        "_pinged",
        "_plays",
        "_pointed",
        "_second",
        "_shown",
        "_version",
        "_wish",
        "_words",
        "hover",
        "player",
    )

    def __init__(
        self, connection: HTTPConnection, voice: Voice, live: LiveTable, looker: Viewer, wish: Wish
    ) -> None:
        super().__init__(connection, voice)
        state = services_of(connection)
        screens: Screens = state.screens
        self._live = live
        self._wish = wish
        self.player = looker.player
        self.hover: str | None = None
        self._plays = bool(looker.holds)
        self._pinged = False
        person = None if wish.page == "board" else wish.person
        self._ear = ChatListener(state.renderer, live, person, wish.talk, state.chat)
        self._draw = screens.packed if wish.packed else screens.message
        self._number = wish.after
        self._shown: Drawing | None = None
        self._version: int | None = None
        self._pointed: str | None = None
        self._second, self._words = time.monotonic(), 0

    def enter(self) -> None:
        """Be there: seen by others, and woken by every change."""
        live, wish, state = self._live, self._wish, services_of(self.connection)
        state.open_pages[wish.person] += 1
        state.metrics.pages.labels(wish.page).inc()
        if wish.page not in PUBLIC:
            live.presence.arrive(wish.person)
        live.lines.add(self)
        live.join(self, plays=self._plays)

    def leave(self) -> None:
        """Be there no longer."""
        live, wish, state = self._live, self._wish, services_of(self.connection)
        live.part(self)
        live.lines.discard(self)
        if wish.page not in PUBLIC:
            live.presence.leave(wish.person)
        state.metrics.pages.labels(wish.page).dec()
        if not live.watched:
            state.screens.forget(live)
        state.open_pages[wish.person] -= 1
        if not state.open_pages[wish.person]:
            del state.open_pages[wish.person]

    @property
    def is_current(self) -> bool:
        """Whether the page has everything."""
        is_shown = self._version == self._live.version and self._pointed == self.hover
        is_told = self._ear.is_open and not self._ear.has_news
        return is_shown and is_told and not self._pinged

    async def say(self) -> None:
        """Send the table if it has changed, and whatever else is new."""
        live, ear, voice = self._live, self._ear, self.voice
        if self._pinged:
            self._pinged = False
            await voice.say(json.dumps({"pong": time.time()}))
        if self._version != live.version:
            self._version = live.version
            message = self._news()
            await voice.say(message)
            metrics = services_of(self.connection).metrics
            metrics.messages.inc()
            metrics.message_bytes.inc(len(message))
        if self._pointed != self.hover:
            self._pointed = self.hover
            await voice.say(self._pointed or '{"hover":null}')
        if not ear.is_open:
            await ear.open()  # after the table, which nobody should have to wait for
        if ear.has_news and (said := ear.message()):
            await voice.say(said)

    def _news(self) -> str | bytes:
        """Return the table for this page, and remember what it has then."""
        live, wish = self._live, self._wish
        screens = services_of(self.connection).screens
        try:
            looker = viewer_at(live, wish.person, wish.page, wish.wanted)
            message = self._draw(live, looker, wish.address, self._number, self._shown)
            if wish.in_parts:
                self._shown = screens.drawing(live, looker, wish.address)
        except KingUpError as error:
            raise closing(error) from None
        except Exception:
            log.exception("a page of the table %s could not be drawn", live.code)
            raise Close(BROKEN) from None
        self.player = looker.player
        self._number = live.table.number
        return message

    def heard(self, text: str | None) -> bool:
        """Hear what a page says: that it is there, where its pointer is, what it does."""
        self._words += 1
        now = time.monotonic()
        if now - self._second > 1:
            self._second, self._words = now, 0
        said = read_object(text)
        if said is None or self._words > 10 * MOST_WORDS:
            return False
        if "do" in said:
            return self._do(said)
        if "ping" in said:
            self._pinged = True
            self.give()
        elif "hover" in said and self._words <= MOST_WORDS:
            _point(self._live, self.player, said["hover"])
        return True

    def _do(self, said: dict[str, Any]) -> bool:
        """Let something be done that a form could ask for as well."""
        name, id_, form = said["do"], said.get("id"), _form(said.get("form"))
        if name not in SOCKET_ACTIONS or not isinstance(id_, int) or form is None:
            return False
        return self.errands.add(action_path(name), self._errand(name, id_, form))

    def _errand(self, name: str, id_: int, form: FormData) -> Errand:
        async def errand() -> tuple[int, str]:
            status, answer = await act_over_socket(self.connection, self._live, name, form)
            return status, json.dumps(
                {"id": id_, "status": status, "answer": answer},
                ensure_ascii=False,
                separators=(",", ":"),
            )

        return errand


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


def _point(live: LiveTable, player: int | None, who: object) -> None:
    """Show a teammate, and nobody else, what somebody points at."""
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
            other.give()
