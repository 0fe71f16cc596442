"""Sends pictures and clips of finished games."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from fastapi import Request
from starlette.responses import Response

from kingup.language import LANGUAGES, current_language, use_language
from kingup.server.refusals import Refusal
from kingup.web.pages.common.perspective import PUBLIC, read_perspective
from kingup.web.pages.sharing.shared_game import SharedGame
from kingup.web.services import services_of

PICTURES = {"png": "image/png", "svg": "image/svg+xml", "jpg": "image/jpeg"}
CLIPS = {"webp": "image/webp", "gif": "image/gif"}
# Only the browser may keep it: a first visitor's answer also holds their cookie.
KEEP = "private, max-age=3600"


async def send_picture(request: Request, shared: SharedGame, moment: str, form: str) -> Response:
    """Send a moment of a game: the castle (png, svg), or a preview card (jpg): as, lang."""
    if form not in PICTURES:
        raise Refusal("This page does not exist.", status=404)
    viewer = _viewer(request, shared)

    def draw() -> bytes:
        from kingup import pictures

        seen = pictures.sight(shared.game, moment, viewer, shared.colours)
        if form == "svg":
            return pictures.svg(seen).encode()
        return pictures.png(seen) if form == "png" else pictures.card(seen)

    name = f"{shared.name}-{moment}.{form}"
    return await _answer(request, shared, name, PICTURES[form], draw, "picture", viewer)


async def send_clip(request: Request, shared: SharedGame, form: str) -> Response:
    """Send a game from one moment to another: from, to, names (0: numbers), as, lang."""
    if form not in CLIPS:
        raise Refusal("This page does not exist.", status=404)
    query = request.query_params
    viewer, names = _viewer(request, shared), query.get("names") != "0"
    start, end = query.get("from", ""), query.get("to", "")

    def draw() -> bytes:
        from kingup import pictures

        return pictures.clip(
            shared.game, start, end, viewer=viewer, names=names, form=form, colours=shared.colours
        )

    name = f"{shared.name}-{start}-{end}.{form}"
    return await _answer(request, shared, name, CLIPS[form], draw, "clip", viewer, names)


def _viewer(request: Request, shared: SharedGame) -> int | str:
    """Return who is asked for: public, open, or a seat, counted from 0."""
    perspective = read_perspective(request.query_params.get("as") or PUBLIC, shared.setting)
    return perspective.name if perspective.player is None else int(perspective.name) - 1


async def _answer(
    request: Request,
    shared: SharedGame,
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
    # All that the picture depends on, besides moves that can no longer change. Names can: they are
    # deleted with an account.
    parts = (VERSION, name, shared.game.names, shared.colours, chosen)
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
