"""Routes for the chat of a table: read, write, react, mute, report."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, Response

from kingup.language import _
from kingup.rules.errors import KingUpError
from kingup.server.chat import Chat
from kingup.server.live_table import LiveTable
from kingup.server.refusals import Refusal
from kingup.tables import chat
from kingup.web.http.dependencies import document, find_table, key_of, page_before, refused
from kingup.web.http.identity import person_of
from kingup.web.http.player_name import keep_name, name_of
from kingup.web.http.responses import flash, number, see, text, wants_json
from kingup.web.pages.chat.listener import ChatListener
from kingup.web.pages.chat.view_model import ChatPanel, chat_panel
from kingup.web.pages.common.viewer import after_number
from kingup.web.pages.table.actions import TableRequest, read_table_request
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
            {"number": panel.number, "html": services_of(request).renderer.talk(panel)}
        )
    return document(request, "chat/page.html", talk=panel)


@router.post("/t/{code}/talk")
async def say(request: Request, code: str) -> Response:
    """Write a remark: text, to (mate: only the teammate), name (for spectators)."""
    table_request = await read_table_request(request, code, "talk")
    form, live = table_request.form, _with_chat(table_request.live)
    try:
        remark = await _chat_service(request).say(
            live,
            table_request.person,
            text(form, "text"),
            name=text(form, "name") or name_of(request),
            to_mate=text(form, "to") == "mate",
            key=key_of(table_request.person, form),
        )
    except KingUpError as error:
        return refused(request, error, page_before(request, live.code))
    return _remark_response(table_request, remark.number)


@router.post("/t/{code}/react")
async def react(request: Request, code: str) -> Response:
    """Send a reaction: reaction, name (for spectators)."""
    table_request = await read_table_request(request, code, "react")
    form, live = table_request.form, _with_chat(table_request.live)
    try:
        remark = await _chat_service(request).react(
            live,
            table_request.person,
            text(form, "reaction"),
            name=text(form, "name") or name_of(request),
            key=key_of(table_request.person, form),
        )
    except KingUpError as error:
        return refused(request, error, page_before(request, live.code))
    return _remark_response(table_request, remark.number)


@router.post("/t/{code}/mute")
async def mute(request: Request, code: str) -> Response:
    """Mute or unmute somebody: remark or player, on (1, 0)."""
    table_request = await read_table_request(request, code, "act")
    on = text(table_request.form, "on", "1") == "1"
    try:
        other = await _other(table_request)
        await _chat_service(request).mute(
            _with_chat(table_request.live), table_request.person, other, on=on
        )
    except KingUpError as error:
        return refused(request, error, page_before(request, table_request.live.code))
    return _response(table_request, {"muted": on})


@router.post("/t/{code}/report")
async def report(request: Request, code: str) -> Response:
    """Report a remark to the operator of the server: remark."""
    table_request = await read_table_request(request, code, "report")
    try:
        wanted = number(table_request.form, "remark")
        await _chat_service(request).report(
            _with_chat(table_request.live), table_request.person, wanted
        )
    except KingUpError as error:
        return refused(request, error, page_before(request, table_request.live.code))
    sentence = _("Thank you. Whoever runs this server can read it now.")
    if wants_json(request):
        return JSONResponse({"told": sentence})
    return flash(request, see(page_before(request, table_request.live.code)), sentence)


def _chat_service(request: HTTPConnection) -> Chat:
    return services_of(request).chat


def _with_chat(live: LiveTable) -> LiveTable:
    if not chat.is_on(live.table):
        raise Refusal("Nobody talks at this table.", status=404)
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


async def _other(table_request: TableRequest) -> str:
    """Return the person whom a form names, by player or by remark."""
    if text(table_request.form, "player"):
        person = table_request.live.table.sitter(table_request.player).person
        if person is None:
            raise Refusal("Bots say nothing anyway.", status=409)
        return person
    wanted = number(table_request.form, "remark")
    return (
        await _chat_service(table_request.request).remark(
            table_request.live, table_request.person, wanted
        )
    ).speaker.person


def _remark_response(table_request: TableRequest, remark: int) -> Response:
    response = _response(table_request, {"remark": remark})
    name = text(table_request.form, "name").strip()
    if name and not table_request.live.table.player_of(table_request.person):
        keep_name(table_request.request, response, name)
    return response


def _response(table_request: TableRequest, answer: dict[str, object]) -> Response:
    if wants_json(table_request.request):
        return JSONResponse(answer)
    return see(page_before(table_request.request, table_request.live.code))
