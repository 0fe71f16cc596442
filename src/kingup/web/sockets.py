"""Live pages: a table is pushed to everybody who looks at it, newest state only."""

from __future__ import annotations

from collections import Counter

from starlette.websockets import WebSocket

from kingup.rules.errors import KingUpError
from kingup.web.identity import person_of
from kingup.web.limits import Limits
from kingup.web.live_page import NOT_YOURS, LivePage, close, looker_at
from kingup.web.looking import PUBLIC, after_number, wanted_player
from kingup.web.origins import same_origin
from kingup.web.refusals import Refusal
from kingup.web.routes.asking import find_table

MOST_SOCKETS = 40
"""Open pages of one person."""


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
        looker = looker_at(live, person, page, wanted)
    except KingUpError as error:
        # Accepted only to be closed: browsers do not tell a page why a handshake failed.
        await websocket.accept()
        await close(websocket, error)
        return
    await websocket.accept()
    opened[person] += 1
    pages = websocket.app.state.metrics.pages.labels(page)
    pages.inc()
    if page not in PUBLIC:
        live.presence.arrive(person)
    try:
        await LivePage(websocket, live, looker, wanted).serve()
    finally:
        if page not in PUBLIC:
            live.presence.leave(person)
        pages.dec()
        if not live.watched:
            websocket.app.state.screens.forget(live)
        opened[person] -= 1
        if not opened[person]:
            del opened[person]
