"""The route that invites an API bot from a table's lobby."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from kingup.language import _
from kingup.rules.errors import KingUpError
from kingup.web.http.dependencies import page_before, refused
from kingup.web.http.player_name import name_of
from kingup.web.http.responses import redirect, wants_json
from kingup.web.pages.table.actions import TableForm, read_table_form
from kingup.web.services import services_of

router = APIRouter()


@router.post("/t/{code}/challenge")
async def challenge(request: Request, code: str) -> Response:
    """Invite a waiting bot: bot (its id, or a unique name)."""
    form = await read_table_form(request, code, "join")
    back = page_before(request, form.live.code)
    invitations = services_of(request).bot_invitations
    number = form.live.table.number
    try:
        await invitations.invite(
            form.live,
            form.person,
            _name(form),
            form.text("bot"),
        )
    except KingUpError as error:
        return refused(request, error, back, number=number)
    return JSONResponse({"number": number}) if wants_json(request) else redirect(back)


def _name(form: TableForm) -> str:
    """Return the name of the person who invites."""
    table = form.live.table
    mine = table.player_of(form.person)
    return table.sitter(mine[0]).name if mine else name_of(form.request) or _("Guest")
