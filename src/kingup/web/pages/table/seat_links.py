"""Seats that change hands: the host's links, and the pages they open."""

from __future__ import annotations

import secrets

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from kingup.bots.levels import LEVEL_IDS
from kingup.language import _
from kingup.rules.errors import KingUpError
from kingup.server.table_service import Decide
from kingup.tables import decisions
from kingup.web.http.dependencies import address_of, document, find_table, page_before, refused
from kingup.web.http.player_name import keep_name, name_of
from kingup.web.http.responses import flash, optional_number, see, text, wants_json
from kingup.web.pages.table.actions import TableRequest, answer_action, table_request
from kingup.web.pages.table.reclaim import reclaim_page
from kingup.web.services import services_of

router = APIRouter()


@router.post("/t/{code}/give")
async def give(request: Request, code: str) -> Response:
    """Replace whoever plays there, as the host: player, to (bot or person), level."""
    asked = await table_request(request, code, "act")
    if text(asked.form, "to", "bot") == "person":
        return await _issue_link(asked)
    return await answer_action(asked, lambda: _give_to_bot(asked))


@router.post("/t/{code}/link")
async def link(request: Request, code: str) -> Response:
    """Make a link that gives a seat back, or to another person, as the host: player."""
    return await _issue_link(await table_request(request, code, "act"))


@router.get("/t/{code}/seat/{token}")
async def seat_page(request: Request, code: str, token: str) -> Response:
    """Show the seat that a link gives. Looking does not use it up: previews look, too."""
    live = await find_table(request, code)
    player = decisions.linked_player(live.table, token)
    shown = reclaim_page(live.table, player, token)
    return document(request, "table/reclaim.html", reclaim=shown, name=name_of(request))


@router.post("/t/{code}/reclaim")
async def reclaim(request: Request, code: str) -> Response:
    """Take one's seat back with a link: token."""
    asked = await table_request(request, code, "join")
    token = text(asked.form, "token")
    return await answer_action(
        asked,
        lambda: lambda table: decisions.reclaim(table, asked.person, token),
        location=f"/t/{asked.live.code}",
    )


@router.post("/t/{code}/take")
async def take(request: Request, code: str) -> Response:
    """Take somebody else's seat with a link, under one's own name: token, name, colour."""
    asked = await table_request(request, code, "join")
    token, name = text(asked.form, "token"), text(asked.form, "name")

    def decide() -> Decide:
        colour = optional_number(asked.form, "colour")
        return lambda table: decisions.take_over(table, asked.person, token, name, colour)

    response = await answer_action(asked, decide, location=f"/t/{asked.live.code}")
    if response.status_code < 400 and name.strip():
        keep_name(request, response, name)
    return response


@router.post("/t/{code}/rematch")
async def rematch(request: Request, code: str) -> Response:
    """Meet again: same people, the next seat begins."""
    asked = await table_request(request, code, "create")
    try:
        new = await services_of(request).tables.rematch(asked.live.code, asked.person)
    except KingUpError as error:
        back = page_before(request, asked.live.code)
        return refused(request, error, back, number=asked.live.table.number)
    if wants_json(request):
        number = asked.live.table.number
        return JSONResponse({"number": number, "code": new, "location": f"/t/{new}"})
    return see(f"/t/{new}")


def _give_to_bot(asked: TableRequest) -> Decide:
    player, level = asked.player, text(asked.form, "level")
    return lambda table: decisions.give_seat(table, asked.person, player, level, LEVEL_IDS)


async def _issue_link(asked: TableRequest) -> Response:
    request, live = asked.request, asked.live
    token = secrets.token_urlsafe(16)
    back = page_before(request, live.code)
    try:
        player = asked.player
        number = await services_of(request).tables.do(
            live.code,
            # Without a key: who asks twice, because an answer was lost, needs a link that works.
            lambda table: decisions.issue_link(table, asked.person, player, token),
        )
        sitter = live.table.sitter(player)
    except KingUpError as error:
        return refused(request, error, back, number=live.table.number)
    address = f"{address_of(request)}/t/{live.code}/seat/{token}"
    if wants_json(request):
        return JSONResponse({"number": number, "link": address})
    said = _("This link gives {who}’s seat to whoever opens it first: {address}")
    return flash(request, see(back), said.format(who=sitter.name, address=address))
