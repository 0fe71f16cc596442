"""Challenges: inviting a bot to a table, and its answer."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from kingup.server.refusals import Refusal
from kingup.store.challenges import Challenge
from kingup.store.tokens import ApiToken
from kingup.web.api import models
from kingup.web.api.auth import Bot
from kingup.web.api.descriptions import challenge_of
from kingup.web.api.tables import change_table, sit_down
from kingup.web.http.dependencies import find_table
from kingup.web.services import services_of

router = APIRouter(tags=["challenges"])


@router.get("/bots", response_model=models.Bots)
async def bots(request: Request, bot: Bot) -> dict[str, Any]:
    """List the bots that are listening to their events, and so can be challenged."""
    listeners = services_of(request).bot_listeners
    found = listeners.waiting[:500]
    return {"bots": [{"id": one.id, "name": one.name, "owner": one.owner} for one in found]}


@router.get("/challenges", response_model=models.ChallengesModel)
async def challenges(request: Request, bot: Bot) -> dict[str, Any]:
    """List the challenges that are waiting for your answer."""
    return {
        "challenges": [
            challenge_of(one) for one in await services_of(request).challenges.of_bot(bot.bot)
        ]
    }


@router.post("/challenges", response_model=models.ChallengeModel, status_code=201)
async def challenge(request: Request, bot: Bot, body: models.NewChallenge) -> dict[str, Any]:
    """Invite a bot to a table where you sit, or which you host."""
    services_of(request).limits.take_for("api-create", bot.id)
    live = await find_table(request, body.table)
    return challenge_of(
        await services_of(request).bot_invitations.invite(live, bot.bot, bot.name, body.bot)
    )


@router.post("/challenges/{id}/accept", response_model=models.Done)
async def accept(request: Request, bot: Bot, id: str) -> Response:  # noqa: A002
    """Sit down at the table to which you were invited."""
    one = await _own(request, bot, id)
    try:
        return await change_table(request, one.code, sit_down(bot, models.Sit()))
    finally:  # even if the table is full or closed by now
        await services_of(request).bot_invitations.remove(one)


@router.post("/challenges/{id}/decline", response_model=models.Done)
async def decline(request: Request, bot: Bot, id: str) -> Response:  # noqa: A002
    """Decline an invitation. The others are not told."""
    one = await _own(request, bot, id)
    await services_of(request).bot_invitations.remove(one)
    live = await services_of(request).tables.table(one.code)
    return JSONResponse({"number": live.table.number})


async def _own(request: Request, bot: ApiToken, id_: str) -> Challenge:
    for one in await services_of(request).challenges.of_bot(bot.bot):
        if one.id == id_:
            return one
    raise Refusal("This challenge has expired.", status=404)
