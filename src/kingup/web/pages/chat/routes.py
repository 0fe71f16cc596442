"""Talk at a table: read it, say something, react, mute somebody, report a remark."""

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
from kingup.web.live.rendering import Renderer
from kingup.web.pages.chat.listener import ChatListener
from kingup.web.pages.chat.view_model import ChatPanel, chat_panel
from kingup.web.pages.common.viewer import after_number
from kingup.web.pages.table.actions import TableRequest, table_request
from kingup.web.services import services_of

router = APIRouter()


@router.get("/t/{code}/talk")
async def talk_page(request: Request, code: str) -> Response:
    """Show what was said at a table: a page, its panel, or what is new after a number."""
    live = _talking(await find_table(request, code))
    after = request.query_params.get("after")
    if wants_json(request) and after is not None:
        person = person_of(request)
        ear = ChatListener(_renderer(request), live, person, after_number(after), _talk(request))
        await ear.open()
        return JSONResponse(ear.news() or {"number": after_number(after), "remarks": []})
    panel = await _panel(request, live)
    if wants_json(request):
        return JSONResponse({"number": panel.number, "html": _renderer(request).talk(panel)})
    return document(request, "chat/page.html", talk=panel)


@router.post("/t/{code}/talk")
async def say(request: Request, code: str) -> Response:
    """Say something: text, to (mate: to the teammate alone), name (for who watches)."""
    asked = await table_request(request, code, "talk")
    form, live = asked.form, _talking(asked.live)
    try:
        remark = await _talk(request).say(
            live,
            asked.person,
            text(form, "text"),
            name=text(form, "name") or name_of(request),
            to_mate=text(form, "to") == "mate",
            key=key_of(asked.person, form),
        )
    except KingUpError as error:
        return refused(request, error, page_before(request, live.code))
    return _said(asked, remark.number)


@router.post("/t/{code}/react")
async def react(request: Request, code: str) -> Response:
    """React with one tap: reaction, name (for who watches)."""
    asked = await table_request(request, code, "react")
    form, live = asked.form, _talking(asked.live)
    try:
        remark = await _talk(request).react(
            live,
            asked.person,
            text(form, "reaction"),
            name=text(form, "name") or name_of(request),
            key=key_of(asked.person, form),
        )
    except KingUpError as error:
        return refused(request, error, page_before(request, live.code))
    return _said(asked, remark.number)


@router.post("/t/{code}/mute")
async def mute(request: Request, code: str) -> Response:
    """Hear somebody no longer, or again: remark or player, on (1, 0)."""
    asked = await table_request(request, code, "act")
    on = text(asked.form, "on", "1") == "1"
    try:
        other = await _other(asked)
        await _talk(request).mute(_talking(asked.live), asked.person, other, on=on)
    except KingUpError as error:
        return refused(request, error, page_before(request, asked.live.code))
    return _done(asked, {"muted": on})


@router.post("/t/{code}/report")
async def report(request: Request, code: str) -> Response:
    """Show a remark to the operator of the server: remark."""
    asked = await table_request(request, code, "report")
    try:
        wanted = number(asked.form, "remark")
        await _talk(request).report(_talking(asked.live), asked.person, wanted)
    except KingUpError as error:
        return refused(request, error, page_before(request, asked.live.code))
    sentence = _("Thank you. The operator of this server can now read it.")
    if wants_json(request):
        return JSONResponse({"told": sentence})
    return flash(request, see(page_before(request, asked.live.code)), sentence)


def _talk(request: HTTPConnection) -> Chat:
    return services_of(request).chat


def _renderer(request: Request) -> Renderer:
    return services_of(request).renderer


def _talking(live: LiveTable) -> LiveTable:
    if not chat.is_on(live.table):
        raise Refusal("This table has no chat.", status=404)
    return live


async def _panel(request: Request, live: LiveTable) -> ChatPanel:
    talk, person = _talk(request), person_of(request)
    conversation = await talk.conversation(live)
    muted = await talk.store.mutes_of(person)
    heard = [one for one in conversation.heard(person) if one.speaker.person not in muted]
    return chat_panel(
        live.table,
        person,
        heard,
        muted,
        conversation.remarks,
        number=heard[-1].number if heard else 0,
        name=name_of(request),
        closed=await talk.is_closed(live),
        now=talk.clock(),
    )


async def _other(asked: TableRequest) -> str:
    """Return the person that a form is about: a player, or who has said something."""
    if text(asked.form, "player"):
        person = asked.live.table.sitter(asked.player).person
        if person is None:
            raise Refusal("Bots never write.", status=409)
        return person
    wanted = number(asked.form, "remark")
    return (await _talk(asked.request).remark(asked.live, asked.person, wanted)).speaker.person


def _said(asked: TableRequest, remark: int) -> Response:
    response = _done(asked, {"remark": remark})
    name = text(asked.form, "name").strip()
    if name and not asked.live.table.player_of(asked.person):
        keep_name(asked.request, response, name)
    return response


def _done(asked: TableRequest, answer: dict[str, object]) -> Response:
    if wants_json(asked.request):
        return JSONResponse(answer)
    return see(page_before(asked.request, asked.live.code))
