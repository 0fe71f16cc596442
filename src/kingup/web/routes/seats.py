"""Seats that change hands: the host's links, and the pages they open."""

from __future__ import annotations

import secrets

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from kingup.language import _
from kingup.rules.errors import KingUpError
from kingup.tables import decisions
from kingup.web.answers import flash, optional_number, see, text, wants_json
from kingup.web.hall import Decide
from kingup.web.looking import address_of
from kingup.web.routes.asking import document, find_table, hall_of, page_before, refused
from kingup.web.routes.deeds import Asked, ask, done
from kingup.web.routes.new import LEVEL_IDS, keep_name, name_of
from kingup.web.showing.reclaim import reclaim_page

router = APIRouter()


@router.post("/t/{code}/give")
async def give(request: Request, code: str) -> Response:
    """Replace whoever plays there, as the host: player, to (bot or person), level."""
    asked = await ask(request, code, "act")
    if text(asked.form, "to", "bot") == "person":
        return await _issue_link(asked)
    return await done(asked, lambda: _give_to_bot(asked))


@router.post("/t/{code}/link")
async def link(request: Request, code: str) -> Response:
    """Make a link that gives a seat back, or to another person, as the host: player."""
    return await _issue_link(await ask(request, code, "act"))


@router.get("/t/{code}/seat/{token}")
async def seat_page(request: Request, code: str, token: str) -> Response:
    """Show the seat that a link gives. Looking does not use it up: previews look, too."""
    live = await find_table(request, code)
    player = decisions.linked_player(live.table, token)
    shown = reclaim_page(live.table, player, token)
    return document(request, "reclaim.html", reclaim=shown, name=name_of(request))


@router.post("/t/{code}/reclaim")
async def reclaim(request: Request, code: str) -> Response:
    """Take one's seat back with a link: token."""
    asked = await ask(request, code, "join")
    token = text(asked.form, "token")
    return await done(
        asked,
        lambda: lambda table: decisions.reclaim(table, asked.person, token),
        location=f"/t/{asked.live.code}",
    )


@router.post("/t/{code}/take")
async def take(request: Request, code: str) -> Response:
    """Take somebody else's seat with a link, under one's own name: token, name, colour."""
    asked = await ask(request, code, "join")
    token, name = text(asked.form, "token"), text(asked.form, "name")

    def decide() -> Decide:
        colour = optional_number(asked.form, "colour")
        return lambda table: decisions.take_over(table, asked.person, token, name, colour)

    response = await done(asked, decide, location=f"/t/{asked.live.code}")
    if response.status_code < 400 and name.strip():
        keep_name(request, response, name)
    return response


@router.post("/t/{code}/rematch")
async def rematch(request: Request, code: str) -> Response:
    """Meet again: same people, the next seat begins."""
    asked = await ask(request, code, "create")
    try:
        new = await hall_of(request).rematch(asked.live.code, asked.person)
    except KingUpError as error:
        back = page_before(request, asked.live.code)
        return refused(request, error, back, number=asked.live.table.number)
    if wants_json(request):
        number = asked.live.table.number
        return JSONResponse({"number": number, "code": new, "location": f"/t/{new}"})
    return see(f"/t/{new}")


def _give_to_bot(asked: Asked) -> Decide:
    player, level = asked.player, text(asked.form, "level")
    return lambda table: decisions.give_seat(table, asked.person, player, level, LEVEL_IDS)


async def _issue_link(asked: Asked) -> Response:
    request, live = asked.request, asked.live
    token = secrets.token_urlsafe(16)
    back = page_before(request, live.code)
    try:
        player = asked.player
        number = await hall_of(request).do(
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
    said = _("This link gives {who}'s seat to whoever opens it first: {address}")
    return flash(request, see(back), said.format(who=sitter.name, address=address))
