"""Routes for the chat of a table: read, write, react, mute, report."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from fastapi import APIRouter, Request
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, Response

from kingup.language import _
from kingup.server.chat import Chat
from kingup.server.live_table import LiveTable
from kingup.server.refusals import Refusal
from kingup.tables import chat
from kingup.tables.chat import Remark
from kingup.web.http.dependencies import document, find_table, key_of, page_before
from kingup.web.http.forms import number_field
from kingup.web.http.identity import person_of
from kingup.web.http.player_name import keep_name, name_of
from kingup.web.http.responses import answer, flash, redirect, wants_json
from kingup.web.pages.chat.listener import ChatListener
from kingup.web.pages.chat.view_model import ChatPanel, chat_panel
from kingup.web.pages.common.viewer import after_number
from kingup.web.pages.table.actions import TableForm, read_table_form
from kingup.web.services import services_of

router = APIRouter()


@router.get("/t/{code}/talk")
async def chat_page(request: Request, code: str) -> Response:
    """Show the chat of a table: a page, its panel, or the remarks after a number."""
    live = _with_chat(await find_table(request, code))
    after = request.query_params.get("after")
    if wants_json(request) and after is not None:
        person = person_of(request)
        listener = ChatListener(
            services_of(request).renderer,
            live,
            person,
            after_number(after),
            _chat_service(request),
        )
        await listener.open()
        return JSONResponse(
            listener.new_remarks() or {"number": after_number(after), "remarks": []}
        )
    panel = await _panel(request, live)
    if wants_json(request):
        return JSONResponse(
            {"number": panel.number, "html": services_of(request).renderer.chat_panel(panel)}
        )
    return document(request, "chat/page.html", talk=panel)


@router.post("/t/{code}/talk")
async def say(request: Request, code: str) -> Response:
    """Write a remark: text, to (mate: only the teammate), name (for spectators)."""
    form = await read_table_form(request, code, "talk")
    write = partial(_chat_service(request).say, to_mate=form.text("to") == "mate")
    return await _write(form, write, form.text("text"))


@router.post("/t/{code}/react")
async def react(request: Request, code: str) -> Response:
    """Send a reaction: reaction, name (for spectators)."""
    form = await read_table_form(request, code, "react")
    return await _write(form, _chat_service(request).react, form.text("reaction"))


@router.post("/t/{code}/mute")
async def mute(request: Request, code: str) -> Response:
    """Mute or unmute somebody: remark or player, on (1, 0)."""
    form = await read_table_form(request, code, "act")
    on = form.text("on", "1") == "1"
    other = await _other(form)
    await _chat_service(request).mute(_with_chat(form.live), form.person, other, on=on)
    return answer(request, page_before(request, form.live.code), {"muted": on})


@router.post("/t/{code}/report")
async def report(request: Request, code: str) -> Response:
    """Report a remark to the operator of the server: remark."""
    form = await read_table_form(request, code, "report")
    wanted = number_field(form.fields, "remark")
    await _chat_service(request).report(_with_chat(form.live), form.person, wanted)
    sentence = _("Thank you. The operator of this server can now read it.")
    if wants_json(request):
        return JSONResponse({"told": sentence})
    return flash(request, redirect(page_before(request, form.live.code)), sentence)


def _chat_service(request: HTTPConnection) -> Chat:
    return services_of(request).chat


def _with_chat(live: LiveTable) -> LiveTable:
    if not chat.is_on(live.table):
        raise Refusal("This table has no chat.", status=404)
    return live


async def _panel(request: Request, live: LiveTable) -> ChatPanel:
    chat_service, person = _chat_service(request), person_of(request)
    conversation = await chat_service.conversation(live)
    muted = await chat_service.store.mutes_of(person)
    visible = [one for one in conversation.remarks_for(person) if one.speaker.person not in muted]
    return chat_panel(
        live.table,
        person,
        visible,
        muted,
        conversation.remarks,
        number=visible[-1].number if visible else 0,
        name=name_of(request),
        closed=await chat_service.is_closed(live),
        now=chat_service.clock(),
    )


async def _other(form: TableForm) -> str:
    """Return the person whom a form names, by player or by remark."""
    if form.text("player"):
        person = form.live.table.sitter(form.player).person
        if person is None:
            raise Refusal("Bots never write.", status=409)
        return person
    wanted = number_field(form.fields, "remark")
    return (
        await _chat_service(form.request).remark(form.live, form.person, wanted)
    ).speaker.person


async def _write(form: TableForm, write: Callable[..., Awaitable[Remark]], text: str) -> Response:
    """Write a remark or a reaction, and remember the name that a spectator gave."""
    live, name = _with_chat(form.live), form.text("name")
    remark = await write(
        live,
        form.person,
        text,
        name=name or name_of(form.request),
        key=key_of(form.person, form.fields),
    )
    back = page_before(form.request, live.code)
    response = answer(form.request, back, {"remark": remark.number})
    if name.strip() and not live.table.player_of(form.person):
        keep_name(form.request, response, name.strip())
    return response
