"""Routes for a table's pages: for players, the television, the phone, spectators."""

from __future__ import annotations

import hashlib

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, Response

from kingup.server.live_table import LiveTable
from kingup.web.http.dependencies import address_of, document, find_table
from kingup.web.http.identity import person_of
from kingup.web.http.responses import flashed, page_response, redirect, theme_of
from kingup.web.pages.common.view_context import ViewContext, Viewer
from kingup.web.pages.common.viewer import after_number, viewer_of, wanted_player
from kingup.web.pages.table.hint import hint
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


@router.get("/t/{code}/scene")
async def scene(request: Request, code: str) -> Response:
    """Return what a socket would send first, for browsers that cannot open one."""
    query = request.query_params
    after = after_number(query.get("after"))
    live = await find_table(request, code, after)
    viewer = _viewer(request, live, query.get("page", "table"))
    services, address = services_of(request), address_of(request)
    kind = query.get("kind", "")
    body, _shown = services.scenes.first(live, viewer, address, kind, after)
    etag = f'"{hashlib.sha256(body).hexdigest()[:24]}"'
    headers = {"etag": etag, "vary": "Accept, Cookie"}
    if etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(body, media_type="application/json", headers=headers)


@router.get("/t/{code}/menu")
async def table_menu(request: Request, code: str) -> Response:
    """Return the table's menu as it is now, as a piece of HTML."""
    live = await find_table(request, code)
    viewer = _viewer(request, live, request.query_params.get("page", "table"))
    context = ViewContext(live.table, viewer, live.present())
    renderer = services_of(request).renderer
    return HTMLResponse(renderer.menu(context, address_of(request)))


@router.get("/t/{code}/hint")
async def coach_hint(request: Request, code: str) -> Response:
    """Show what the coach advises, to the only person among bots who has one."""
    live, person = await find_table(request, code), person_of(request)
    services_of(request).limits.take("hint", request)
    table = live.table  # as it is now: another event must not meet this advice
    advice = await services_of(request).coach.advise(table, person)
    context = ViewContext(table, viewer_of(table, person, "table", None), live.present())
    return document(request, "table/hint.html", hint=hint(context, advice))


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
    services = services_of(request)
    context = ViewContext(live.table, viewer, live.present(), live.waiting_bots)
    html = services.renderer.page(
        context,
        address=address_of(request),
        scene=services.scenes.scene(live, viewer),
        flash=flashed(request),
        theme=theme_of(request),
    )
    return page_response(request, html)


def _viewer(request: Request, live: LiveTable, name: str) -> Viewer:
    wanted = wanted_player(request.query_params.get("as"))
    return viewer_of(live.table, person_of(request), name, wanted)
