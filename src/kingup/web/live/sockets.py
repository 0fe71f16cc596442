"""Live pages: a table is pushed to everybody who looks at it, newest state only."""

from __future__ import annotations

from starlette.websockets import WebSocket

from kingup.rules.errors import KingUpError
from kingup.server.refusals import Refusal
from kingup.web.http.dependencies import address_of, find_table
from kingup.web.http.identity import person_of
from kingup.web.http.origins import same_origin
from kingup.web.live.live_page import NOT_YOURS, LivePage, Wish, closing, viewer_at
from kingup.web.live.staying import stay
from kingup.web.pages.common.viewer import after_number, wanted_player
from kingup.web.services import services_of

MOST_SOCKETS = 40
"""Open pages of one person."""


async def live_page(websocket: WebSocket) -> None:
    """Serve `/t/CODE/live`."""
    if not same_origin(websocket, silent=True):
        await websocket.close(NOT_YOURS)  # before anything was accepted: a plain 403
        return
    person, asked = person_of(websocket), websocket.query_params
    opened = services_of(websocket).open_pages
    page = asked.get("page", "table")
    try:
        services_of(websocket).limits.take("socket", websocket)
        if opened[person] >= MOST_SOCKETS:
            raise Refusal("Too many pages are open. Close one and reload.", status=429)
        seen = after_number(asked.get("after"))
        live = await find_table(websocket, websocket.path_params["code"], seen)
        wanted = wanted_player(asked.get("as"))
        looker = viewer_at(live, person, page, wanted)
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
