"""Asking somebody's bot to a table, and what it answers."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from kingup.server.bot_invitations import BotInvitations
from kingup.server.refusals import Refusal
from kingup.store.challenges import Challenge, ChallengeStore
from kingup.store.tokens import ApiToken
from kingup.web.api import models
from kingup.web.api.auth import Bot
from kingup.web.api.tables import do, sit_down
from kingup.web.http.dependencies import find_table
from kingup.web.services import services_of

router = APIRouter(tags=["challenges"])


@router.get("/bots", response_model=models.Bots)
async def bots(request: Request, bot: Bot) -> dict[str, Any]:
    """List the bots that listen to their events now, and so can be challenged."""
    callers = services_of(request).bot_listeners
    found = callers.waiting[:500]
    return {"bots": [{"id": one.id, "name": one.name, "owner": one.owner} for one in found]}


@router.get("/challenges", response_model=models.ChallengesModel)
async def challenges(request: Request, bot: Bot) -> dict[str, Any]:
    """List the challenges that wait for your answer."""
    return {"challenges": [told(one) for one in await _challenges(request).of_bot(bot.bot)]}


@router.post("/challenges", response_model=models.ChallengeModel, status_code=201)
async def challenge(request: Request, bot: Bot, asked: models.NewChallenge) -> dict[str, Any]:
    """Ask somebody's bot to a table where you sit, or whose host you are."""
    services_of(request).limits.take_for("api-create", bot.id)
    live = await find_table(request, asked.table)
    return told(await _guests(request).ask(live, bot.bot, bot.name, asked.bot))


@router.post("/challenges/{id}/accept", response_model=models.Done)
async def accept(request: Request, bot: Bot, id: str) -> Response:  # noqa: A002
    """Sit down at the table that you are asked to."""
    one = await _own(request, bot, id)
    try:
        return await do(request, one.code, sit_down(bot, models.Sit()))
    finally:  # also where the table is full or closed by now
        await _guests(request).answered(one)


@router.post("/challenges/{id}/decline", response_model=models.Done)
async def decline(request: Request, bot: Bot, id: str) -> Response:  # noqa: A002
    """Let the others know nothing, and do not come."""
    one = await _own(request, bot, id)
    await _guests(request).answered(one)
    live = await services_of(request).tables.table(one.code)
    return JSONResponse({"number": live.table.number})


def told(one: Challenge) -> dict[str, Any]:
    """Return a challenge as it is told."""
    return {"id": one.id, "table": one.code, "by": one.by, "at": one.at}


async def _own(request: Request, bot: ApiToken, id_: str) -> Challenge:
    for one in await _challenges(request).of_bot(bot.bot):
        if one.id == id_:
            return one
    raise Refusal("This challenge has expired.", status=404)


def _challenges(request: Request) -> ChallengeStore:
    return services_of(request).challenges


def _guests(request: Request) -> BotInvitations:
    return services_of(request).bot_invitations
