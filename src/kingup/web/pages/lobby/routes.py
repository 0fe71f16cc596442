"""Asking a bot from outside to one's table, from the table's lobby."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from kingup.language import _
from kingup.rules.errors import KingUpError
from kingup.web.http.dependencies import page_before, refused
from kingup.web.http.player_name import name_of
from kingup.web.http.responses import see, text, wants_json
from kingup.web.pages.table.actions import TableRequest, table_request
from kingup.web.services import services_of

router = APIRouter()


@router.post("/t/{code}/challenge")
async def challenge(request: Request, code: str) -> Response:
    """Ask a bot that waits for games to come: bot (its id, or a name that no other has)."""
    asked = await table_request(request, code, "join")
    back = page_before(request, asked.live.code)
    guests = services_of(request).bot_invitations
    number = asked.live.table.number
    try:
        await guests.invite(asked.live, asked.person, _name(asked), text(asked.form, "bot"))
    except KingUpError as error:
        return refused(request, error, back, number=number)
    return JSONResponse({"number": number}) if wants_json(request) else see(back)


def _name(asked: TableRequest) -> str:
    """Return who a bot is told has asked it."""
    table = asked.live.table
    mine = table.player_of(asked.person)
    return table.sitter(mine[0]).name if mine else name_of(asked.request) or _("Guest")
