"""Routes for pictures and clips of finished games."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from fastapi import APIRouter, Request
from starlette.responses import Response

from kingup.language import LANGUAGES, current_language, use_language
from kingup.server.live_table import LiveTable
from kingup.server.refusals import Refusal
from kingup.web.http.dependencies import find_table
from kingup.web.http.downloads import finished_game
from kingup.web.pages.common.eyes import PUBLIC, read_eyes
from kingup.web.services import services_of

router = APIRouter()

PICTURES = {"png": "image/png", "svg": "image/svg+xml", "jpg": "image/jpeg"}
CLIPS = {"webp": "image/webp", "gif": "image/gif"}
# Only the browser may keep it: a first visitor's answer also holds their cookie.
KEEP = "private, max-age=3600"


@router.get("/t/{code}/pictures/{moment}.{form}")
async def picture(request: Request, code: str, moment: str, form: str) -> Response:
    """Send a moment of a finished game: the castle (png, svg), or a preview card (jpg)."""
    live = await find_table(request, code)
    game = finished_game(live)
    if form not in PICTURES:
        raise Refusal("This page does not exist.", status=404)
    viewer = _viewer(request, live)
    colours = _colours(live)

    def draw() -> bytes:
        from kingup import pictures

        seen = pictures.sight(game, moment, viewer, colours)
        if form == "svg":
            return pictures.svg(seen).encode()
        return pictures.png(seen) if form == "png" else pictures.card(seen)

    name = f"kingup-{live.code}-{moment}.{form}"
    return await _answer(request, live, name, PICTURES[form], draw, "picture", viewer)


@router.get("/t/{code}/clip.{form}")
async def clip(request: Request, code: str, form: str) -> Response:
    """Send a finished game from one moment to another: from, to, names (0: numbers), as."""
    live = await find_table(request, code)
    game = finished_game(live)
    if form not in CLIPS:
        raise Refusal("This page does not exist.", status=404)
    query = request.query_params
    viewer, names = _viewer(request, live), query.get("names") != "0"
    start, end = query.get("from", ""), query.get("to", "")
    colours = _colours(live)

    def draw() -> bytes:
        from kingup import pictures

        return pictures.clip(
            game, start, end, viewer=viewer, names=names, form=form, colours=colours
        )

    name = f"kingup-{live.code}-{start}-{end}.{form}"
    return await _answer(request, live, name, CLIPS[form], draw, "clip", viewer, names)


def _viewer(request: Request, live: LiveTable) -> int | str:
    """Return whose eyes are asked for: public, open, or a seat, counted from 0."""
    eyes = read_eyes(request.query_params.get("as") or PUBLIC, live.table.setting)
    return eyes.name if eyes.player is None else int(eyes.name) - 1


def _colours(live: LiveTable) -> tuple[int, ...]:
    table = live.table
    return tuple(table.sitter(player).colour for player in range(len(table.players)))


async def _answer(
    request: Request,
    live: LiveTable,
    name: str,
    kind: str,
    draw: Callable[[], bytes],
    allowance: str,
    *chosen: object,
) -> Response:
    from kingup.pictures import PictureError
    from kingup.pictures.version import VERSION

    services = services_of(request)
    wanted = request.query_params.get("lang")
    if wanted in LANGUAGES:
        use_language(wanted)
    game = finished_game(live)
    # All that the picture depends on. Names are not fixed by the events' number: they are deleted
    # with an account.
    parts = (VERSION, name, live.table.number, game.names, _colours(live), chosen)
    hashed = hashlib.sha256(repr((*parts, current_language())).encode()).hexdigest()[:32]
    headers = {
        "etag": f'"{hashed}"',
        "cache-control": KEEP,
        "vary": "Accept-Language, Cookie",
        # Other sites may show it: nothing in it is anybody's own.
        "cross-origin-resource-policy": "cross-origin",
    }
    if headers["etag"] in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if services.pictures.kept(hashed) is None:
        services.limits.take(allowance, request)
    try:
        body = await services.pictures.make(hashed, draw)
    except PictureError as error:
        raise Refusal(error.template, status=404, **error.values) from error
    headers["content-disposition"] = f'inline; filename="{name}"'
    return Response(body, media_type=kind, headers=headers)
