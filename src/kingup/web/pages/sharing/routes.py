"""Routes for pictures and clips of finished tables."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from kingup.web.http.dependencies import find_table
from kingup.web.http.downloads import finished_game
from kingup.web.pages.sharing.responses import send_clip, send_picture
from kingup.web.pages.sharing.shared_game import SharedGame, shared_game

router = APIRouter()


@router.get("/t/{code}/pictures/{moment}.{form}")
async def picture(request: Request, code: str, moment: str, form: str) -> Response:
    """Send a moment of a finished game: the castle (png, svg), or a preview card (jpg)."""
    return await send_picture(request, await _shared(request, code), moment, form)


@router.get("/t/{code}/clip.{form}")
async def clip(request: Request, code: str, form: str) -> Response:
    """Send a finished game from one moment to another: from, to, names (0: numbers), as."""
    return await send_clip(request, await _shared(request, code), form)


async def _shared(request: Request, code: str) -> SharedGame:
    live = await find_table(request, code)
    return shared_game(live.table, finished_game(live))
