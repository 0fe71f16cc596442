"""Routes for a table's pages: for players, the television, the phone, spectators."""

from __future__ import annotations

import hashlib

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, Response

from kingup.server.live_table import LiveTable
from kingup.web.http.dependencies import address_of, find_table
from kingup.web.http.identity import person_of
from kingup.web.http.responses import flashed, page_response, redirect, theme_of, wants_json
from kingup.web.pages.common.view_context import Viewer
from kingup.web.pages.common.viewer import after_number, viewer_of, wanted_player
from kingup.web.services import services_of

router = APIRouter()


@router.get("/t/{code}")
async def table_page(request: Request, code: str) -> Response:
    """Show the lobby, the game or the result of a table."""
    return await _page(request, code, "table")


@router.get("/t/{code}/board")
async def board_page(request: Request, code: str) -> Response:
    """Show the public view, large, for a television."""
    return await _page(request, code, "board")


@router.get("/t/{code}/hand")
async def hand_page(request: Request, code: str) -> Response:
    """Show only the player's cards and moves, for a phone beside a television."""
    return await _page(request, code, "hand")


@router.get("/t/{code}/watch")
async def watch_page(request: Request, code: str) -> Response:
    """Show the spectators' view, even to players."""
    return await _page(request, code, "watch")


@router.get("/t/{code}/fragment")
async def fragment(request: Request, code: str) -> Response:
    """Return what a socket would send, for browsers that cannot open one."""
    after = after_number(request.query_params.get("after"))
    live = await find_table(request, code, after)
    viewer = _viewer(request, live, request.query_params.get("page", "table"))
    screens = services_of(request).screens
    address = address_of(request)
    if wants_json(request):
        body, kind = screens.message(live, viewer, address, after), "application/json"
    else:
        body, kind = screens.fragment(live, viewer, address), "text/html"
    etag = f'"{hashlib.sha256(body.encode()).hexdigest()[:24]}"'
    headers = {"etag": etag, "vary": "Accept, Cookie"}
    if etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(body, media_type=kind, headers=headers)


async def _page(request: Request, code: str, name: str) -> Response:
    live = await find_table(request, code)
    if live.code != code:
        return redirect(request.url.path.replace(code, live.code, 1))
    viewer = _viewer(request, live, name)
    if name == "hand" and not viewer.holds:
        return redirect(f"/t/{live.code}")
    return render_page(request, live, viewer)


def render_page(request: Request, live: LiveTable, viewer: Viewer) -> HTMLResponse:
    """Return a complete page of a table."""
    renderer = services_of(request).renderer
    html = renderer.page(
        live.table,
        viewer,
        present=live.present(),
        address=address_of(request),
        waiting_bots=live.waiting_bots,
        flash=flashed(request),
        theme=theme_of(request),
    )
    return page_response(request, html)


def _viewer(request: Request, live: LiveTable, name: str) -> Viewer:
    wanted = wanted_player(request.query_params.get("as"))
    return viewer_of(live.table, person_of(request), name, wanted)
