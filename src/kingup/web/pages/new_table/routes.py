"""Routes that create a table: with one click, or with a form."""

from __future__ import annotations

from collections.abc import Sequence

from fastapi import APIRouter, Request
from starlette.datastructures import FormData
from starlette.responses import JSONResponse, Response

from kingup.bots.levels import LEVEL_IDS
from kingup.language import _, sentence_of
from kingup.rules.characters import EDITIONS
from kingup.rules.errors import KingUpError
from kingup.server.refusals import Refusal
from kingup.server.table_service import Decide
from kingup.tables import Event, Table, TableSetting, decisions
from kingup.web.http.dependencies import code_under, document, key_of
from kingup.web.http.errors import status_of
from kingup.web.http.forms import form_of, text_field
from kingup.web.http.identity import person_of
from kingup.web.http.origins import check_origin
from kingup.web.http.player_name import keep_name, name_of
from kingup.web.http.responses import redirect, wants_json
from kingup.web.pages.new_table.view_model import NewTableForm, new_page
from kingup.web.services import services_of

router = APIRouter()


@router.get("/new")
async def new_form(request: Request) -> Response:
    """Show the form for a table, filled in from the query."""
    choice = NewTableForm.read(request.query_params, name=name_of(request))
    return document(request, "new_table/page.html", new=new_page(choice, error=None))


@router.post("/new")
async def new_table(request: Request) -> Response:
    """Create the table that the form describes."""
    check_origin(request)
    services_of(request).limits.take("create", request)
    form = await form_of(request)
    choice = NewTableForm.read(form, name=name_of(request))
    person = person_of(request)
    try:
        setting = choice.setting()
        sitting = [_sit(person, *seat) for seat in choice.people]
        bots = [_bot(person, player, level) for player, level in choice.bots.items()]
        live = await services_of(request).tables.create(
            person,
            setting,
            *sitting,
            *bots,
            *_ready(person, form),
            code=code_under(request, key_of(person, form)),
        )
    except KingUpError as error:
        if wants_json(request):
            raise
        shown = new_page(choice, error=sentence_of(error))
        return document(request, "new_table/page.html", status_of(error), new=shown)
    response = _created(request, live.table)
    if choice.people:
        keep_name(request, response, choice.people[0][1])
    return response


@router.post("/play")
async def play_now(request: Request) -> Response:
    """Create a table with three bots: edition, name, wait (1: the game begins after a confirm)."""
    check_origin(request)
    services_of(request).limits.take("create", request)
    form = await form_of(request)
    edition = text_field(form, "edition", "kingup")
    if edition not in EDITIONS:
        raise Refusal("There is no such edition.", status=400)
    person, level = person_of(request), services_of(request).settings.opponent
    name = text_field(form, "name") or name_of(request) or _("Guest")
    live = await services_of(request).tables.create(
        person,
        TableSetting(edition=edition),
        _sit(person, 0, name, None),
        *(_bot(person, player, level) for player in (1, 2, 3)),
        *_ready(person, form),
        code=code_under(request, key_of(person, form)),
    )
    return _created(request, live.table)


def _created(request: Request, table: Table) -> Response:
    path = f"/t/{table.code}"
    if wants_json(request):
        body = {
            "code": table.code,
            "location": path,
            "commitment": table.commitment,
            "waiting": _waiting(table, person_of(request)),
        }
        return JSONResponse(body, status_code=201)
    return redirect(path)


def _waiting(table: Table, person: str) -> list[int]:
    """Return the unready players, if all of them are this person's; else none."""
    waiting = table.unconfirmed()
    mine = table.player_of(person)
    return list(waiting) if table.status == "open" and set(waiting) <= set(mine) else []


def _sit(person: str, player: int, name: str, colour: int | None) -> Decide:
    return lambda table: decisions.sit(table, person, player, name, colour)


def _bot(person: str, player: int, level: str) -> Decide:
    return lambda table: decisions.seat_bot(table, person, player, level, LEVEL_IDS)


def _ready(person: str, form: FormData) -> list[Decide]:
    """Return the decision that makes the person ready if the table is full: the others are bots.

    A page with scripts sends `wait`: it confirms after it has seen the server's commitment, and
    adds a random text of its own. Without scripts the person's name takes the place of that text.
    """
    if text_field(form, "wait") == "1":
        return []

    def decide(table: Table) -> Sequence[Event]:
        if None in table.players:
            return []
        return [
            event
            for player in table.player_of(person)
            for event in decisions.confirm(table, person, player)
        ]

    return [decide]
