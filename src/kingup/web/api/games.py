"""Routes during a game: acting, leaving, returning, and the record of a finished game."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, Response

from kingup.server.live_table import LiveTable
from kingup.store.tokens import ApiToken
from kingup.tables import decisions
from kingup.web.api import models
from kingup.web.api.auth import Bot
from kingup.web.api.tables import change_table, own_player
from kingup.web.http.dependencies import find_table, own_key
from kingup.web.http.downloads import record_of
from kingup.web.services import services_of

router = APIRouter(prefix="/tables/{code}", tags=["games"])


@router.post("/act", response_model=models.Done)
async def act(request: Request, bot: Bot, code: str, body: models.Act) -> Response:
    """Choose one of `view.actions`."""
    live = await find_table(request, code)
    return JSONResponse({"number": await submit_action(request, bot, live, body)})


async def submit_action(
    connection: HTTPConnection, bot: ApiToken, live: LiveTable, body: models.Act
) -> int:
    """Apply a bot's action, and return the number of the table's last event."""
    return await services_of(connection).tables.change(
        live.code,
        lambda table: decisions.act(
            table, own_player(table, bot), body.action, "person", body.number, person=bot.bot
        ),
        key=own_key(bot.bot, body.key),
    )


@router.post("/continue", response_model=models.Done)
async def continue_(request: Request, bot: Bot, code: str) -> Response:
    """Say that you have seen a round's scoring. The table waits for people, never for bots."""
    return await change_table(
        request, code, lambda table: decisions.continue_(table, bot.bot, own_player(table, bot))
    )


@router.post("/leave", response_model=models.Done)
async def leave(request: Request, bot: Bot, code: str) -> Response:
    """Let a built-in bot play for you until you return. Any action of yours also returns you."""
    return await change_table(
        request, code, lambda table: decisions.leave(table, bot.bot, own_player(table, bot))
    )


@router.post("/return", response_model=models.Done)
async def return_(request: Request, bot: Bot, code: str) -> Response:
    """Play for yourself again."""
    return await change_table(
        request, code, lambda table: decisions.return_(table, bot.bot, own_player(table, bot))
    )


@router.get("/record.json", response_class=Response)
async def json_record(request: Request, bot: Bot, code: str) -> Response:
    """Send a finished game as JSON (docs/notation.md), with the proof of fair deals."""
    return record_of(await find_table(request, code), "json")


@router.get("/record.txt", response_class=Response)
async def text_record(request: Request, bot: Bot, code: str) -> Response:
    """Send a finished game as readable text."""
    return record_of(await find_table(request, code), "txt")
