"""Routes for replays of finished tables."""

from __future__ import annotations

import asyncio
from weakref import WeakKeyDictionary

from fastapi import APIRouter, Request
from starlette.responses import Response

from kingup.server.live_table import LiveTable
from kingup.tables.table import Table
from kingup.web.http.dependencies import address_of, document, find_table
from kingup.web.http.headers import allow_framing
from kingup.web.http.identity import person_of
from kingup.web.http.responses import redirect
from kingup.web.pages.common.perspective import (
    PUBLIC,
    Perspective,
    moment_address,
    perspective_of,
    read_perspective,
)
from kingup.web.pages.replay.invitations import leads
from kingup.web.pages.replay.messages import round_message
from kingup.web.pages.replay.replay import Replay, finished
from kingup.web.pages.replay.view_model import ALONE, JoinedShowing, replay_page
from kingup.web.pages.sharing.preview import moment_preview
from kingup.web.pages.sharing.shared_game import SharedGame, shared_table
from kingup.web.pages.sharing.view_model import share_moment
from kingup.web.services import services_of

router = APIRouter()

_REPLAYS: WeakKeyDictionary[Table, Replay] = WeakKeyDictionary()
"""The replays of tables in memory, which go with them."""


@router.get("/t/{code}/replay")
async def replay_from_the_start(request: Request, code: str) -> Response:
    """Show a finished game at its first moment."""
    return await replay_at(request, code, "r1.0")


@router.get("/t/{code}/replay/{moment}")
async def replay_at(request: Request, code: str, moment: str) -> Response:
    """Show a finished game at a moment: as (public, 1 to 8, open), all (1: hold nothing back)."""
    live = await find_table(request, code)
    replay = replay_of(live)
    if live.code != code:
        return redirect(request.url.path.replace(code, live.code, 1))
    base, own = f"/t/{live.code}/replay", own_perspective(request, live)
    return show(request, replay, base, moment, own, shared_table(live.table), code=live.code)


@router.get("/t/{code}/replay/rounds/{number}")
async def replay_round(request: Request, code: str, number: str) -> Response:
    """Return a round of a finished game, as JSON for the replay's page: as."""
    live = await find_table(request, code)
    return await send_round(request, replay_of(live), number, own_perspective(request, live))


def replay_of(live: LiveTable) -> Replay:
    """Return the replay of a table; refuse one that is not finished."""
    table = live.table
    game = finished(table.game if table.status == "over" else None)
    known = _REPLAYS.get(table)
    if known is None:
        sitters = [table.sitter(player) for player in range(len(table.players))]
        known = _REPLAYS[table] = Replay(game, sitters)
    return known


def own_perspective(request: Request, live: LiveTable) -> Perspective:
    """Return a player's own perspective; everybody's for all who do not play one seat."""
    held = live.table.player_of(person_of(request))
    if len(held) != 1:
        return Perspective(PUBLIC)
    return perspective_of(live.table.seat_of(held[0]), live.table.setting)


def show(
    request: Request,
    replay: Replay,
    base: str,
    moment: str,
    own: Perspective,
    shared: SharedGame | None,
    *,
    code: str = "",
) -> Response:
    """Return the page of a replay at a moment; `code` is a table's.

    With `embed=1` other sites may frame it: then nothing on it changes anything.
    """
    query = request.query_params
    perspective = read_perspective(query["as"], replay.setting) if "as" in query else own
    index = replay.index(moment)
    whole = query.get("all") == "1" or index == replay.last
    path = moment_address(base, replay.moments[index].name, perspective.name)
    invited, showing = query.get("with", ""), ALONE
    if invited:
        link = f"{address_of(request)}{path}&with={invited}"
        showing = JoinedShowing(invited, leads(request, base, invited), link)
    page = replay_page(replay, base, index, perspective, whole=whole, code=code, showing=showing)
    page["framed"] = query.get("embed") == "1"
    if shared is not None:
        here, known = address_of(request), replay.moments[index]
        page["preview"] = moment_preview(shared, here, known, path, perspective.name)
        page["share"] = share_moment(shared, here, known, path, perspective.name)
    if page["framed"]:
        allow_framing(request)
    return document(request, "replay/page.html", **page)


async def send_round(request: Request, replay: Replay, number: str, own: Perspective) -> Response:
    """Return a round as JSON."""
    services_of(request).limits.take("replay", request)
    asked = request.query_params.get("as")
    perspective = own if asked is None else read_perspective(asked, replay.setting)
    # In a thread, since it takes as long as some fifty actions at tables.
    body = await asyncio.to_thread(round_message, replay, number, perspective)
    return Response(body, media_type="application/json")
