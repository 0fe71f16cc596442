"""Live pages: a table is pushed to everybody who looks at it, newest state only."""

from __future__ import annotations

from collections import Counter

from starlette.websockets import WebSocket

from kingup.rules.errors import KingUpError
from kingup.web.identity import person_of
from kingup.web.live_page import NOT_YOURS, LivePage, Wish, closing, looker_at
from kingup.web.looking import address_of, after_number, wanted_player
from kingup.web.origins import same_origin
from kingup.web.refusals import Refusal
from kingup.web.routes.asking import find_table, limits_of
from kingup.web.staying import stay

MOST_SOCKETS = 40
"""Open pages of one person."""


async def live_page(websocket: WebSocket) -> None:
    """Serve `/t/CODE/live`."""
    if not same_origin(websocket, silent=True):
        await websocket.close(NOT_YOURS)  # before anything was accepted: a plain 403
        return
    person, asked = person_of(websocket), websocket.query_params
    opened: Counter[str] = websocket.app.state.open_pages
    page = asked.get("page", "table")
    try:
        limits_of(websocket).take("socket", websocket)
        if opened[person] >= MOST_SOCKETS:
            raise Refusal("Too many pages are open.", status=429)
        seen = after_number(asked.get("after"))
        live = await find_table(websocket, websocket.path_params["code"], seen)
        wanted = wanted_player(asked.get("as"))
        looker = looker_at(live, person, page, wanted)
    except KingUpError as error:
        # Accepted only to be closed: browsers do not tell a page why a handshake failed.
        await websocket.accept()
        close = closing(error)
        await websocket.close(close.code, close.reason)
        return
    wish = Wish(
        person=person,
        page=page,
        wanted=wanted,
        address=address_of(websocket),
        after=seen,
        talk=after_number(asked.get("talk")),
        packed=asked.get("packed") == "1",
        in_parts=asked.get("parts") == "1",
    )
    await stay(
        websocket, lambda connection, voice: LivePage(connection, voice, live, looker, wish)
    )
