"""A table's pages: for its players, for the television, for the phone, for spectators."""

from __future__ import annotations

import hashlib

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, Response

from kingup.server.live_table import LiveTable
from kingup.web.http.dependencies import address_of, find_table
from kingup.web.http.identity import person_of
from kingup.web.http.responses import flashed, page, see, theme_of, wants_json
from kingup.web.pages.common.view_context import Viewer
from kingup.web.pages.common.viewer import after_number, viewer_of, wanted_player
from kingup.web.services import services_of

router = APIRouter()


@router.get("/t/{code}")
async def table_page(request: Request, code: str) -> Response:
    """Show the lobby of a table, the game as one plays it, or how it ended."""
    return await _page(request, code, "table")


@router.get("/t/{code}/board")
async def board_page(request: Request, code: str) -> Response:
    """Show what everybody may see, large."""
    return await _page(request, code, "board")


@router.get("/t/{code}/hand")
async def hand_page(request: Request, code: str) -> Response:
    """Show only one's own cards and moves, beside a board."""
    return await _page(request, code, "hand")


@router.get("/t/{code}/watch")
async def watch_page(request: Request, code: str) -> Response:
    """Show what spectators see, to players, too."""
    return await _page(request, code, "watch")


@router.get("/t/{code}/fragment")
async def fragment(request: Request, code: str) -> Response:
    """Return what a socket would push, for browsers whose sockets do not get through."""
    after = after_number(request.query_params.get("after"))
    live = await find_table(request, code, after)
    looker = _looker(request, live, request.query_params.get("page", "table"))
    screens = services_of(request).screens
    address = address_of(request)
    if wants_json(request):
        body, kind = screens.message(live, looker, address, after), "application/json"
    else:
        body, kind = screens.fragment(live, looker, address), "text/html"
    etag = f'"{hashlib.sha256(body.encode()).hexdigest()[:24]}"'
    headers = {"etag": etag, "vary": "Accept, Cookie"}
    if etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(body, media_type=kind, headers=headers)


async def _page(request: Request, code: str, name: str) -> Response:
    live = await find_table(request, code)
    if live.code != code:
        return see(request.url.path.replace(code, live.code, 1))
    looker = _looker(request, live, name)
    if name == "hand" and not looker.holds:
        return see(f"/t/{live.code}")
    return draw(request, live, looker)


def draw(request: Request, live: LiveTable, looker: Viewer) -> HTMLResponse:
    """Return a whole page of a table."""
    renderer = services_of(request).renderer
    html = renderer.page(
        live.table,
        looker,
        present=live.present(),
        address=address_of(request),
        guests=live.guests,
        flash=flashed(request),
        theme=theme_of(request),
    )
    return page(request, html)


def _looker(request: Request, live: LiveTable, name: str) -> Viewer:
    wanted = wanted_player(request.query_params.get("as"))
    return viewer_of(live.table, person_of(request), name, wanted)
