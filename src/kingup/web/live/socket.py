"""A page's socket, `/t/CODE/live`: the newest table goes out, pings and actions come in."""

from __future__ import annotations

import json
import logging
import time
from typing import Any

from starlette.datastructures import FormData
from starlette.websockets import WebSocket

from kingup.rules.errors import KingUpError
from kingup.server.live_table import LiveTable
from kingup.tables.errors import NotAllowed
from kingup.web.http.dependencies import address_of, find_table
from kingup.web.http.forms import MOST_FIELDS
from kingup.web.http.sockets import INVALID_MESSAGE, SERVER_ERROR, Action, CloseSocket
from kingup.web.live.page_session import PageSession, closing, serve
from kingup.web.live.scenes import Shown, packed
from kingup.web.pages.chat.listener import ChatListener
from kingup.web.pages.common.view_context import Viewer
from kingup.web.pages.common.viewer import PUBLIC, after_number, viewer_of, wanted_player
from kingup.web.pages.table.actions import SOCKET_ACTIONS, act_over_socket, action_path

log = logging.getLogger("kingup.web")

MOST_HOVERS = 40
"""Pointer positions a second: a pointer that glides over the castle."""


async def live_page(websocket: WebSocket) -> None:
    """Serve a page's socket."""
    await serve(websocket, _open)


async def _open(websocket: WebSocket) -> LivePage:
    seen = after_number(websocket.query_params.get("after"))
    live = await find_table(websocket, websocket.path_params["code"], seen)
    return LivePage(websocket, live)


def viewer_at(live: LiveTable, person: str, page: str, player: int | None) -> Viewer:
    """Return who views a table; only players have a hand."""
    viewer = viewer_of(live.table, person, page, player)
    if page == "hand" and not viewer.holds:
        raise NotAllowed("You have no seat at this table.")
    return viewer


class LivePage(PageSession):
    """One page with an open socket."""

    route = "/t/{code}/live"
    most_messages = 400

    def __init__(self, websocket: WebSocket, live: LiveTable) -> None:
        super().__init__(websocket)
        self.live = live
        self._query = query = websocket.query_params
        self._page = query.get("page", "table")
        self._wanted = wanted_player(query.get("as"))
        viewer = viewer_at(live, self.person, self._page, self._wanted)
        self.player = viewer.player
        self.hover: str | None = None
        """What a teammate points at, as a message."""
        self._plays = bool(viewer.holds)
        self._pinged = False
        person, services = None if self._page == "board" else self.person, self.services
        after = after_number(query.get("talk"))
        self._chat = ChatListener(services.renderer, live, person, after, services.chat)
        self._shown: Shown | None = None
        self._version: int | None = None
        self._shown_hover: str | None = None

    def enter(self) -> None:
        """Be present at the table, and be woken by every change."""
        super().enter()
        live = self.live
        self.services.metrics.pages.labels(self._page).inc()
        if self._page not in PUBLIC:
            live.presence.arrive(self.person)
        live.sockets.add(self)
        live.join(self, plays=self._plays)

    def leave(self) -> None:
        """Undo `enter`."""
        live = self.live
        live.leave(self)
        live.sockets.discard(self)
        if self._page not in PUBLIC:
            live.presence.leave(self.person)
        self.services.metrics.pages.labels(self._page).dec()
        if not live.watched:
            self.services.scenes.forget(live)
        super().leave()

    @property
    def is_current(self) -> bool:
        """Whether the page has everything."""
        table = self._version == self.live.version and self._shown_hover == self.hover
        chat = self._chat.is_open and not self._chat.has_news
        return table and chat and not self._pinged

    async def send_news(self) -> None:
        """Send the table if it has changed, and whatever else is new."""
        live, chat = self.live, self._chat
        if self._pinged:
            self._pinged = False
            await self.websocket.send_text(json.dumps({"pong": time.time()}))
        if self._version != live.version:
            self._version = live.version
            message = self._table_message()
            if isinstance(message, bytes):
                await self.websocket.send_bytes(message)
            else:
                await self.websocket.send_text(message)
            self.services.metrics.messages.inc()
            self.services.metrics.message_bytes.inc(len(message))
        if self._shown_hover != self.hover:
            self._shown_hover = self.hover
            await self.websocket.send_text(self._shown_hover or '{"hover":null}')
        if not chat.is_open:
            await chat.open()  # after the table, which must not wait for it
        if chat.has_news and (remarks := chat.message()):
            await self.websocket.send_text(remarks)

    def _table_message(self) -> str | bytes:
        """Return the table for this page, and remember what it shows then."""
        live, query, scenes = self.live, self._query, self.services.scenes
        try:
            viewer = viewer_at(live, self.person, self._page, self._wanted)
            address = address_of(self.websocket)
            if self._shown is None:
                kind, after = query.get("kind", ""), after_number(query.get("after"))
                known = query.get("scene", "")
                message, shown = scenes.first(live, viewer, address, kind, after, known)
            else:
                message, shown = scenes.following(live, viewer, address, self._shown)
        except KingUpError as error:
            raise closing(error) from None
        except Exception:
            log.exception("page not drawn: table=%s page=%s", live.code, self._page)
            raise CloseSocket(SERVER_ERROR) from None
        self.player, self._shown = viewer.player, shown
        return packed(message) if query.get("packed") == "1" else message.decode()

    def receive(self, text: str | None) -> None:
        """Handle a ping, a pointer's position, or an action."""
        message = self.read(text)
        if "do" in message:
            self._act(message)
        elif "ping" in message:
            self._pinged = True
            self.wake()
        elif "hover" in message and self.messages <= MOST_HOVERS:
            _show_hover(self.live, self.player, message["hover"])

    def _act(self, message: dict[str, Any]) -> None:
        """Do what a form could ask for as well."""
        name, id_, form = message["do"], message.get("id"), _read_form(message.get("form"))
        if name not in SOCKET_ACTIONS or not isinstance(id_, int) or form is None:
            raise CloseSocket(INVALID_MESSAGE)
        self.actions.add(action_path(name), self._action(name, id_, form))

    def _action(self, name: str, id_: int, form: FormData) -> Action:
        async def act() -> tuple[int, str]:
            status, answer = await act_over_socket(self.websocket, self.live, name, form)
            return status, json.dumps(
                {"id": id_, "status": status, "answer": answer},
                ensure_ascii=False,
                separators=(",", ":"),
            )

        return act


def _read_form(pairs: object) -> FormData | None:
    """Return the fields of a form, sent as pairs of texts; None for anything else."""
    if not isinstance(pairs, list) or len(pairs) > MOST_FIELDS:
        return None
    for pair in pairs:
        if not isinstance(pair, list) or len(pair) != 2:
            return None
        if not all(isinstance(text, str) and _is_encodable(text) for text in pair):
            return None
    return FormData([(name, value) for name, value in pairs])


def _is_encodable(text: str) -> bool:
    """Return whether a text of JSON could have come as UTF-8: no lone surrogates."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _show_hover(live: LiveTable, player: int | None, letter: object) -> None:
    """Show a teammate, and nobody else, which character somebody points at."""
    game = live.table.game
    if player is None or game is None:
        return
    message = None
    if isinstance(letter, str) and letter in game.view(None).castle:
        message = json.dumps({"hover": {"player": player, "who": letter}}, separators=(",", ":"))
    mates = live.table.players_of(live.table.seat_of(player))
    for other in live.sockets:
        if other.player in mates and other.player != player:
            other.hover = message
            other.wake()
