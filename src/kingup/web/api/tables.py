"""Routes for tables: listing and creating them, sitting down, getting ready, hosting."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from kingup.bots.levels import LEVEL_IDS
from kingup.server.bot_invitations import no_bot_can_join
from kingup.server.table_service import Decide
from kingup.store.tokens import ApiToken
from kingup.tables import Event, Pace, Table, TableSetting, decisions
from kingup.tables.errors import NotAllowed, TableError
from kingup.tables.names import LONGEST_NAME, same_name
from kingup.web.api import models
from kingup.web.api.auth import Bot
from kingup.web.api.descriptions import league_of, listed, player_of
from kingup.web.api.stream_json import table_line
from kingup.web.http.dependencies import code_under, find_table, own_key
from kingup.web.services import services_of

router = APIRouter(tags=["tables"])

SIT, CONFIRM, STAND = models.Sit(), models.Confirm(), models.Stand()
"""The defaults for requests without a body."""


@router.get("/me", response_model=models.MeModel)
async def me(bot: Bot) -> dict[str, Any]:
    """Show which bot this token plays as."""
    return {"id": bot.id, "name": bot.name, "owner": bot.owner}


@router.get("/me/games", response_model=models.Tables)
async def my_games(request: Request, bot: Bot) -> dict[str, Any]:
    """List your last fifty tables."""
    found = await services_of(request).tables.store.of_person(bot.bot)
    return {"tables": [listed(entry) for entry in found]}


@router.get("/me/leagues", response_model=models.Leagues)
async def my_leagues(request: Request, bot: Bot) -> dict[str, Any]:
    """List the leagues you play in, with your standing and how your last games counted."""
    leagues = services_of(request).leagues
    found = await leagues.store.of_bot(bot.bot)
    snapshots = [await leagues.recent_snapshot(league) for league in found]
    return {"leagues": [league_of(one, leagues.standings_of(one), bot.bot) for one in snapshots]}


@router.get("/tables", response_model=models.Tables)
async def open_tables(request: Request, bot: Bot) -> dict[str, Any]:
    """List the public tables with a free place."""
    found = await services_of(request).tables.store.listing(("open",))
    return {
        "tables": [
            listed(entry)
            for entry in found
            if entry.about["screens"] != "passed" and None in entry.about["players"]
        ]
    }


@router.post("/tables", response_model=models.Made, status_code=201)
async def set_table(request: Request, bot: Bot, new: models.NewTableModel) -> dict[str, Any]:
    """Create a table. You are its host."""
    services_of(request).limits.take_for("api-create", bot.id)
    seats = new.seats if isinstance(new.seats, int) else tuple(new.seats)
    setting = TableSetting(
        edition=new.edition,
        seats=(1,) * seats if isinstance(seats, int) else seats,
        options=tuple(new.options),
        pace=Pace(new.pace.kind, new.pace.amount),
        private=new.private,
        title=new.title,
        bot_pace=new.bot_pace,
    )
    first = setting.players - len(new.bots)
    if first < int(new.sit):
        raise TableError("There is no such seat at this table.")
    sitting = [sit_down(bot, models.Sit(player=0, ready=new.ready))] if new.sit else []
    live = await services_of(request).tables.create(
        bot.bot,
        setting,
        *(_seat(bot, first + place, level) for place, level in enumerate(new.bots)),
        *sitting,
        code=code_under(request, own_key(bot.bot, new.key)),
    )
    return {"code": live.code, "number": live.table.number}


@router.get(
    "/tables/{code}", responses={200: {"model": models.TableModel}}, response_class=Response
)
async def table(request: Request, bot: Bot, code: str) -> Response:
    """Show a table, as you may know it."""
    live = await find_table(request, code)
    return Response(table_line(live.table, bot.bot), media_type="application/json")


@router.post("/tables/{code}/sit", response_model=models.Done)
async def sit(request: Request, bot: Bot, code: str, body: models.Sit = SIT) -> Response:
    """Take a place, and be ready unless you say otherwise."""
    return await change_table(request, code, sit_down(bot, body))


@router.post("/tables/{code}/confirm", response_model=models.Done)
async def confirm(
    request: Request, bot: Bot, code: str, body: models.Confirm = CONFIRM
) -> Response:
    """Say whether you are ready. The game begins when everybody is."""

    def decide(table: Table) -> Sequence[Event]:
        player = own_player(table, bot)
        if body.ready:
            return decisions.confirm(table, bot.bot, player, body.contribution)
        return decisions.unconfirm(table, bot.bot, player)

    return await change_table(request, code, decide)


@router.post("/tables/{code}/stand", response_model=models.Done)
async def stand(request: Request, bot: Bot, code: str, body: models.Stand = STAND) -> Response:
    """Leave your place before the start. The host may free any place."""
    return await change_table(
        request,
        code,
        lambda table: decisions.stand_up(
            table, bot.bot, own_player(table, bot) if body.player is None else body.player
        ),
    )


@router.post("/tables/{code}/bot", response_model=models.Done)
async def seat_bot(request: Request, bot: Bot, code: str, body: models.SeatBotModel) -> Response:
    """Give a free place to a built-in bot, as the host."""
    return await change_table(request, code, _seat(bot, body.player, body.level))


@router.post("/tables/{code}/start", response_model=models.Done)
async def start(request: Request, bot: Bot, code: str) -> Response:
    """Begin a game that only built-in bots play, as the host."""
    return await change_table(request, code, lambda table: decisions.start(table, bot.bot))


@router.post("/tables/{code}/pause", response_model=models.Done)
async def pause(request: Request, bot: Bot, code: str) -> Response:
    """Pause the game, as the host."""
    return await change_table(request, code, lambda table: decisions.pause(table, bot.bot))


@router.post("/tables/{code}/resume", response_model=models.Done)
async def resume(request: Request, bot: Bot, code: str) -> Response:
    """Resume a paused game, as the host."""
    return await change_table(request, code, lambda table: decisions.resume(table, bot.bot))


@router.post("/tables/{code}/abandon", response_model=models.Done)
async def abandon(request: Request, bot: Bot, code: str) -> Response:
    """Abandon the table for good, as the host."""
    return await change_table(request, code, lambda table: decisions.abandon(table, bot.bot))


@router.post("/tables/{code}/rematch", response_model=models.Made)
async def rematch(request: Request, bot: Bot, code: str) -> dict[str, Any]:
    """Create a rematch: the same people, and the next seat begins."""
    services_of(request).limits.take_for("api-create", bot.id)
    tables = services_of(request).tables
    live = await find_table(request, code)
    new = await tables.table(await tables.rematch(live.code, bot.bot))
    return {"code": new.code, "number": new.table.number}


# Shared with other routes.


async def change_table(request: Request, code: str, decide: Decide) -> Response:
    """Change a table, and respond with the number of its last event."""
    live = await find_table(request, code)
    return JSONResponse({"number": await services_of(request).tables.change(live.code, decide)})


def own_player(table: Table, bot: ApiToken) -> int:
    """Return the number of the player that a bot plays; refuse a bot without a seat."""
    player = player_of(table, bot.bot)
    if player is None:
        raise NotAllowed("You have no seat at this table.")
    return player


def sit_down(bot: ApiToken, body: models.Sit = SIT) -> Decide:
    """Return the decision of a bot that takes a place."""

    def decide(table: Table) -> Sequence[Event]:
        if table.setting.passed:
            raise no_bot_can_join()
        player = body.player
        if player is None:
            own = player_of(table, bot.bot)
            free = [p for p, sitter in enumerate(table.players) if sitter is None]
            if own is None and not free and table.status == "open":
                raise TableError("All seats are taken.")
            player = own if own is not None else (free or [0])[0]
        name = free_name(table, bot)
        if not body.ready:
            return decisions.sit(table, bot.bot, player, name, body.colour, owner=bot.owner)
        return decisions.sit_ready(
            table,
            bot.bot,
            player,
            name,
            body.colour,
            owner=bot.owner,
            contribution=body.contribution,
        )

    return decide


def free_name(table: Table, bot: ApiToken) -> str:
    """Return a bot's name, with a number if somebody else at the table has that name."""
    taken = [s.name for s in table.players if s is not None and s.person != bot.bot]
    name, number = bot.name, 1
    while any(same_name(name, other) for other in taken):
        number += 1
        ending = f" {number}"
        name = bot.name[: LONGEST_NAME - len(ending)].rstrip() + ending
    return name


def _seat(bot: ApiToken, player: int, level: str) -> Decide:
    return lambda table: decisions.seat_bot(table, bot.bot, player, level, LEVEL_IDS)
