"""Asking somebody's bot to a table, and what it answers."""

from __future__ import annotations

import secrets
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from kingup.store.challenges import Challenge, Challenges
from kingup.store.tokens import Token
from kingup.tables.errors import NotYours, TableError
from kingup.tables.setting import tidy
from kingup.tables.table import Table
from kingup.web.api import models
from kingup.web.api.auth import Bot, keys_of
from kingup.web.api.calling import Callers
from kingup.web.api.tables import do, sit_down
from kingup.web.refusals import Refusal
from kingup.web.routes.asking import find_table, hall_of, limits_of

router = APIRouter(tags=["challenges"])

MOST_ASKED = 20
"""Challenges that may wait at one table, or for one bot from one table."""


@router.get("/bots", response_model=models.Bots)
async def bots(request: Request, bot: Bot) -> dict[str, Any]:
    """List the bots that listen to their events now, and so can be challenged."""
    callers: Callers = request.app.state.callers
    found = await keys_of(request).tokens.by_bots(callers.bots[:500])
    return {"bots": [{"id": one.id, "name": one.name, "owner": one.owner} for one in found]}


@router.get("/challenges", response_model=models.Challenges)
async def challenges(request: Request, bot: Bot) -> dict[str, Any]:
    """List the challenges that wait for your answer."""
    return {"challenges": [told(one) for one in await _challenges(request).of_bot(bot.bot)]}


@router.post("/challenges", response_model=models.Challenge, status_code=201)
async def challenge(request: Request, bot: Bot, asked: models.NewChallenge) -> dict[str, Any]:
    """Ask somebody's bot to a table where you sit, or whose host you are."""
    limits_of(request).take_for("api-create", bot.id)
    live = await find_table(request, asked.table)
    other = await _find(request, asked.bot)
    _check(live.table, bot, other)
    made = await call(request, live.table, other, bot.name)
    return told(made)


@router.post("/challenges/{id}/accept", response_model=models.Done)
async def accept(request: Request, bot: Bot, id: str) -> Response:  # noqa: A002
    """Sit down at the table that you are asked to."""
    one = await _own(request, bot, id)
    try:
        return await do(request, one.code, sit_down(bot, models.Sit()))
    finally:  # also where the table is full or closed by now
        await _challenges(request).remove(one.id)


@router.post("/challenges/{id}/decline", response_model=models.Done)
async def decline(request: Request, bot: Bot, id: str) -> Response:  # noqa: A002
    """Let the others know nothing, and do not come."""
    one = await _own(request, bot, id)
    await _challenges(request).remove(one.id)
    live = await hall_of(request).table(one.code)
    return JSONResponse({"number": live.table.number})


async def call(request: Request, table: Table, other: Token, by: str) -> Challenge:
    """Ask a bot to a table; asking twice is asking once."""
    kept = _challenges(request)
    waiting = await kept.at_table(table.code)
    for one in waiting:
        if one.bot == other.bot:
            return one
    if len(waiting) >= MOST_ASKED:
        raise Refusal("Enough bots are asked to this table already.", status=409)
    made = Challenge(secrets.token_hex(8), other.bot, table.code, by, hall_of(request).clock())
    await kept.add(made)
    callers: Callers = request.app.state.callers
    callers.challenged(other.bot)
    return made


def told(one: Challenge) -> dict[str, Any]:
    """Return a challenge as it is told."""
    return {"id": one.id, "table": one.code, "by": one.by, "at": one.at}


def _check(table: Table, bot: Token, other: Token) -> None:
    if table.host != bot.bot and not table.player_of(bot.bot):
        raise NotYours("Only people at the table can do this.")
    if table.player_of(other.bot):
        raise TableError("{who} sits there already.", who=other.name)
    if table.status != "open" or None not in table.players:
        raise TableError("All seats are taken.")


async def _find(request: Request, text: str) -> Token:
    tokens = keys_of(request).tokens
    text = tidy(text)
    found = await tokens.by_id(text)
    named = [found] if found else await tokens.by_name(text)
    if not named:
        raise Refusal("There is no bot “{bot}”.", status=404, bot=text[:40])
    if len(named) > 1:
        raise Refusal("Several bots are called {bot}: use the id.", status=409, bot=text[:40])
    return named[0]


async def _own(request: Request, bot: Token, id_: str) -> Challenge:
    for one in await _challenges(request).of_bot(bot.bot):
        if one.id == id_:
            return one
    raise Refusal("Nobody asks you that any more.", status=404)


def _challenges(request: Request) -> Challenges:
    kept: Challenges = request.app.state.challenges
    return kept
