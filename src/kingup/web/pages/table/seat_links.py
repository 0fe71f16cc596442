"""Routes for seats that change hands: the host's links, and the pages they open."""

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
from kingup.web.pages.table.actions import TableRequest, answer_action, read_table_request
from kingup.web.pages.table.reclaim import reclaim_page
from kingup.web.services import services_of

router = APIRouter()


@router.post("/t/{code}/give")
async def give(request: Request, code: str) -> Response:
    """Give a seat to a bot or another person, as the host: player, to (bot, person), level."""
    table_request = await read_table_request(request, code, "act")
    if text(table_request.form, "to", "bot") == "person":
        return await _issue_link(table_request)
    return await answer_action(table_request, lambda: _give_to_bot(table_request))


@router.post("/t/{code}/link")
async def link(request: Request, code: str) -> Response:
    """Make a link to a seat, for its owner or another person, as the host: player."""
    return await _issue_link(await read_table_request(request, code, "act"))


@router.get("/t/{code}/seat/{token}")
async def seat_page(request: Request, code: str, token: str) -> Response:
    """Show the seat that a link offers. This does not use up the link: previews open it, too."""
    live = await find_table(request, code)
    player = decisions.linked_player(live.table, token)
    shown = reclaim_page(live.table, player, token)
    return document(request, "table/reclaim.html", reclaim=shown, name=name_of(request))


@router.post("/t/{code}/reclaim")
async def reclaim(request: Request, code: str) -> Response:
    """Take back one's own seat with a link: token."""
    table_request = await read_table_request(request, code, "join")
    token = text(table_request.form, "token")
    return await answer_action(
        table_request,
        lambda: lambda table: decisions.reclaim(table, table_request.person, token),
        location=f"/t/{table_request.live.code}",
    )


@router.post("/t/{code}/take")
async def take(request: Request, code: str) -> Response:
    """Take over another person's seat with a link: token, name, colour."""
    table_request = await read_table_request(request, code, "join")
    token, name = text(table_request.form, "token"), text(table_request.form, "name")

    def decide() -> Decide:
        colour = optional_number(table_request.form, "colour")
        return lambda table: decisions.take_over(table, table_request.person, token, name, colour)

    response = await answer_action(table_request, decide, location=f"/t/{table_request.live.code}")
    if response.status_code < 400 and name.strip():
        keep_name(request, response, name)
    return response


@router.post("/t/{code}/rematch")
async def rematch(request: Request, code: str) -> Response:
    """Create a rematch: the same people, and the next seat begins."""
    table_request = await read_table_request(request, code, "create")
    try:
        new = await services_of(request).tables.rematch(
            table_request.live.code, table_request.person
        )
    except KingUpError as error:
        back = page_before(request, table_request.live.code)
        return refused(request, error, back, number=table_request.live.table.number)
    if wants_json(request):
        number = table_request.live.table.number
        return JSONResponse({"number": number, "code": new, "location": f"/t/{new}"})
    return see(f"/t/{new}")


def _give_to_bot(table_request: TableRequest) -> Decide:
    player, level = table_request.player, text(table_request.form, "level")
    return lambda table: decisions.give_seat(table, table_request.person, player, level, LEVEL_IDS)


async def _issue_link(table_request: TableRequest) -> Response:
    request, live = table_request.request, table_request.live
    token = secrets.token_urlsafe(16)
    back = page_before(request, live.code)
    try:
        player = table_request.player
        number = await services_of(request).tables.change(
            live.code,
            # Without a key: a repeated request, after a lost response, needs a link that works.
            lambda table: decisions.issue_link(table, table_request.person, player, token),
        )
        sitter = live.table.sitter(player)
    except KingUpError as error:
        return refused(request, error, back, number=live.table.number)
    address = f"{address_of(request)}/t/{live.code}/seat/{token}"
    if wants_json(request):
        return JSONResponse({"number": number, "link": address})
    sentence = _("This link gives {who}'s seat to whoever opens it first: {address}")
    return flash(request, see(back), sentence.format(who=sitter.name, address=address))
