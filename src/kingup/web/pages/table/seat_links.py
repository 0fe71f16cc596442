"""Routes for seats that change hands: the host's links, and the pages they open."""

from __future__ import annotations

import secrets

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from kingup.bots.levels import LEVEL_IDS
from kingup.language import _
from kingup.tables import Event, Table, decisions
from kingup.web.http.dependencies import address_of, document, find_table, page_before
from kingup.web.http.player_name import keep_name, name_of
from kingup.web.http.responses import answer, flash, redirect, wants_json
from kingup.web.pages.common.labels import edition_title
from kingup.web.pages.table.actions import TableForm, answer_action, read_table_form
from kingup.web.services import services_of

router = APIRouter()


@router.post("/t/{code}/give")
async def give(request: Request, code: str) -> Response:
    """Give a seat to a bot or another person, as the host: player, to (bot, person), level."""
    form = await read_table_form(request, code, "act")
    if form.text("to", "bot") == "person":
        return await _issue_link(form)
    return await answer_action(form, _give_to_bot)


@router.post("/t/{code}/link")
async def link(request: Request, code: str) -> Response:
    """Make a link to a seat, for its owner or another person, as the host: player."""
    return await _issue_link(await read_table_form(request, code, "act"))


@router.get("/t/{code}/seat/{token}")
async def seat_page(request: Request, code: str, token: str) -> Response:
    """Show the seat that a link offers. This does not use up the link: previews open it, too."""
    live = await find_table(request, code)
    table, setting = live.table, live.table.setting
    return document(
        request,
        "table/reclaim.html",
        title=setting.title or edition_title(setting.edition),
        sitter=table.sitter(decisions.linked_player(table, token)),
        action=f"/t/{table.code}",
        token=token,
        running=table.is_running,
        name=name_of(request),
    )


@router.post("/t/{code}/reclaim")
async def reclaim(request: Request, code: str) -> Response:
    """Take back one's own seat with a link: token."""
    form = await read_table_form(request, code, "join")
    return await answer_action(form, _reclaim, location=f"/t/{form.live.code}")


@router.post("/t/{code}/take")
async def take(request: Request, code: str) -> Response:
    """Take over another person's seat with a link: token, name, colour."""
    form = await read_table_form(request, code, "join")
    response = await answer_action(form, _take_over, location=f"/t/{form.live.code}")
    name = form.text("name")
    if name.strip():
        keep_name(request, response, name)
    return response


@router.post("/t/{code}/rematch")
async def rematch(request: Request, code: str) -> Response:
    """Create a rematch: the same people, and the next seat begins."""
    form = await read_table_form(request, code, "create")
    new = await services_of(request).tables.rematch(form.live.code, form.person)
    path, number = f"/t/{new}", form.live.table.number
    return answer(request, path, {"number": number, "code": new, "location": path})


def _give_to_bot(form: TableForm, table: Table) -> list[Event]:
    return decisions.give_seat(table, form.person, form.player, form.text("level"), LEVEL_IDS)


def _reclaim(form: TableForm, table: Table) -> list[Event]:
    return decisions.reclaim(table, form.person, form.text("token"))


def _take_over(form: TableForm, table: Table) -> list[Event]:
    token, name = form.text("token"), form.text("name")
    return decisions.take_over(table, form.person, token, name, form.optional_number("colour"))


async def _issue_link(form: TableForm) -> Response:
    request, live = form.request, form.live
    token = secrets.token_urlsafe(16)
    player = form.player
    number = await services_of(request).tables.change(
        live.code,
        # Without a key: a repeated request, after a lost response, needs a link that works.
        lambda table: decisions.issue_link(table, form.person, player, token),
    )
    address = f"{address_of(request)}/t/{live.code}/seat/{token}"
    if wants_json(request):
        return JSONResponse({"number": number, "link": address})
    sentence = _("This link gives {who}’s seat to whoever opens it first: {address}").format(
        who=live.table.sitter(player).name, address=address
    )
    return flash(request, redirect(page_before(request, live.code)), sentence)
