"""Routes of a table's lobby: fill the free seats with bots, invite an API bot."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from kingup.bots.levels import LEVEL_IDS
from kingup.language import _
from kingup.server.opponents import opponent_level
from kingup.tables import Event, Table, decisions
from kingup.web.http.dependencies import page_before
from kingup.web.http.player_name import name_of
from kingup.web.http.responses import answer
from kingup.web.http.strength import strength_of
from kingup.web.pages.table.actions import TableForm, answer_action, read_table_form
from kingup.web.services import services_of

router = APIRouter()


@router.post("/t/{code}/fill")
async def fill(request: Request, code: str) -> Response:
    """Give all free seats to bots, and be ready: level (empty: as chosen last), contribution."""
    form = await read_table_form(request, code, "join")
    services, edition = services_of(request), form.live.table.setting.edition
    level = await opponent_level(
        form.text("level") or strength_of(request) or services.settings.opponent,
        edition,
        services.accounts.ratings,
        form.person,
        services.settings.opponent,
    )

    def decide(form: TableForm, table: Table) -> list[Event]:
        return decisions.fill(table, form.person, level, LEVEL_IDS, form.text("contribution"))

    return await answer_action(form, decide)


@router.post("/t/{code}/challenge")
async def challenge(request: Request, code: str) -> Response:
    """Invite a waiting bot: bot (its id, or a unique name)."""
    form = await read_table_form(request, code, "join")
    number = form.live.table.number
    invitations = services_of(request).bot_invitations
    await invitations.invite(form.live, form.person, _name(form), form.text("bot"))
    return answer(request, page_before(request, form.live.code), {"number": number})


def _name(form: TableForm) -> str:
    """Return the name of the person who invites."""
    table = form.live.table
    mine = table.player_of(form.person)
    return table.sitter(mine[0]).name if mine else name_of(form.request) or _("Guest")
