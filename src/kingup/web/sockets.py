"""Live pages: a table is pushed to everybody who looks at it, newest state only.

Each socket has its own task and keeps nothing but the number it has sent. A slow one waits
alone, and gets the table as it is by then, with all that was told in between.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import time
from collections import Counter

from starlette.websockets import WebSocket, WebSocketDisconnect

from kingup.language import sentence_of
from kingup.rules.errors import KingUpError
from kingup.store import Unavailable
from kingup.tables.errors import NotYours
from kingup.web.identity import person_of
from kingup.web.limits import Limits
from kingup.web.live import Line, LiveTable
from kingup.web.looking import PUBLIC, address_of, after_number, looker_of, wanted_player
from kingup.web.origins import same_origin
from kingup.web.parts import Drawing
from kingup.web.refusals import Refusal
from kingup.web.routes.asking import find_table
from kingup.web.screens import Screens
from kingup.web.showing.looking import Looker
from kingup.web.talk.hearing import Ear
from kingup.web.watching.metrics import Metrics

log = logging.getLogger("kingup.web")

UNKNOWN = 4404
NOT_YOURS = 4403
TRY_LATER = 1013
NONSENSE = 1008
BROKEN = 1011

MOST_SOCKETS = 40
"""Open pages of one person."""
MOST_WORDS = 40
"""Messages a second from a browser: a pointer that glides over a castle."""


async def live_page(websocket: WebSocket) -> None:
    """Serve `/t/CODE/live`."""
    if not same_origin(websocket, silent=True):
        await websocket.close(NOT_YOURS)  # before anything was accepted: a plain 403
        return
    person = person_of(websocket)
    limits: Limits = websocket.app.state.limits
    opened: Counter[str] = websocket.app.state.open_pages
    page = websocket.query_params.get("page", "table")
    try:
        limits.take("socket", websocket)
        if opened[person] >= MOST_SOCKETS:
            raise Refusal("Too many pages are open.", status=429)
        seen = after_number(websocket.query_params.get("after"))
        live = await find_table(websocket, websocket.path_params["code"], seen)
        wanted = wanted_player(websocket.query_params.get("as"))
        looker = _looker(live, person, page, wanted)
    except KingUpError as error:
        # Accepted only to be closed: browsers do not tell a page why a handshake failed.
        await websocket.accept()
        await websocket.close(_code(error), sentence_of(error)[:100])
        return
    await websocket.accept()
    opened[person] += 1
    pages = websocket.app.state.metrics.pages.labels(page)
    pages.inc()
    if page not in PUBLIC:
        live.presence.arrive(person)
    try:
        with live.watch(plays=bool(looker.holds)) as signal:
            line = Line(looker.player, signal)
            ear = _ear(websocket, live, None if page == "board" else person)
            live.lines.add(line)
            speaking = asyncio.create_task(
                _speak(websocket, live, line, ear, person, page, wanted), name=f"line {live.code}"
            )
            try:
                await _listen(websocket, live, line)
            finally:
                live.lines.discard(line)
                speaking.cancel()
                await asyncio.gather(speaking, return_exceptions=True)
    finally:
        if page not in PUBLIC:
            live.presence.leave(person)
        pages.dec()
        if not live.watched:
            websocket.app.state.screens.forget(live)
        opened[person] -= 1
        if not opened[person]:
            del opened[person]


def _looker(live: LiveTable, person: str, page: str, wanted: int | None) -> Looker:
    looker = looker_of(live.table, person, page, wanted)
    if page == "hand" and not looker.holds:
        raise NotYours("You have no seat at this table.")
    return looker


def _ear(websocket: WebSocket, live: LiveTable, person: str | None) -> Ear:
    state = websocket.app.state
    after = after_number(websocket.query_params.get("talk"))
    return Ear(state.renderer, live, person, after, state.talk)


def _code(error: KingUpError) -> int:
    if isinstance(error, NotYours):
        return NOT_YOURS
    if isinstance(error, Unavailable):
        return TRY_LATER
    status = error.status if isinstance(error, Refusal) else 0
    return {404: UNKNOWN, 403: NOT_YOURS, 429: TRY_LATER}.get(status, NONSENSE)


async def _speak(
    websocket: WebSocket,
    live: LiveTable,
    line: Line,
    ear: Ear,
    person: str,
    page: str,
    wanted: int | None,
) -> None:
    """Send the table whenever it has changed."""
    screens: Screens = websocket.app.state.screens
    metrics: Metrics = websocket.app.state.metrics
    address = address_of(websocket)
    number = after_number(websocket.query_params.get("after"))
    draw = screens.packed if websocket.query_params.get("packed") == "1" else screens.message
    in_parts = websocket.query_params.get("parts") == "1"
    shown: Drawing | None = None
    version: int | None = None
    hover: str | None = None
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            if version != live.version:
                version = live.version
                try:
                    looker = _looker(live, person, page, wanted)
                    message = draw(live, looker, address, number, shown)
                    if in_parts:
                        shown = screens.drawing(live, looker, address)
                except KingUpError as error:
                    await websocket.close(_code(error), sentence_of(error)[:100])
                    return
                except Exception:
                    log.exception("a page of the table %s could not be drawn", live.code)
                    await websocket.close(BROKEN)
                    return
                line.player = looker.player
                number = live.table.number
                await _send(websocket, message)
                metrics.messages.inc()
                metrics.message_bytes.inc(len(message))
            if hover != line.hover:
                hover = line.hover
                await websocket.send_text(hover or '{"hover":null}')
            if not ear.is_open:
                await ear.open()  # after the table, which nobody should have to wait for
            if ear.has_news and (said := ear.message()):
                await websocket.send_text(said)
            if version == live.version and hover == line.hover and not ear.has_news:
                await line.signal.wait()


async def _send(websocket: WebSocket, message: str | bytes) -> None:
    if isinstance(message, bytes):
        await websocket.send_bytes(message)
    else:
        await websocket.send_text(message)


async def _listen(websocket: WebSocket, live: LiveTable, line: Line) -> None:
    """Hear what a browser says: that it is there, and where its pointer is."""
    second, words = time.monotonic(), 0
    while True:
        message = await websocket.receive()
        if message["type"] == "websocket.disconnect":
            return
        words += 1
        if time.monotonic() - second > 1:
            second, words = time.monotonic(), 0
        said = _read(message.get("text"))
        if said is None or words > 10 * MOST_WORDS:
            with contextlib.suppress(WebSocketDisconnect, RuntimeError):
                await websocket.close(NONSENSE)
            return
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            if "ping" in said:
                await websocket.send_text(json.dumps({"pong": time.time()}))
            elif "hover" in said and words <= MOST_WORDS:
                _point(live, line, said["hover"])


def _read(text: str | None) -> dict[str, object] | None:
    try:
        said = json.loads(text or "")
    except (ValueError, RecursionError):
        return None
    return said if isinstance(said, dict) else None


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
