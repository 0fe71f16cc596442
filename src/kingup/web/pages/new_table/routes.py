"""Routes that create a table: with one click, or with a form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from starlette.datastructures import FormData
from starlette.responses import Response

from kingup.bots.levels import LEVEL_IDS
from kingup.language import _, sentence_of
from kingup.rules.characters import EDITIONS
from kingup.rules.errors import KingUpError
from kingup.server.opponents import STRENGTHS, opponent_level
from kingup.server.refusals import Refusal
from kingup.server.table_service import Decide
from kingup.tables import Event, Table, TableSetting, decisions
from kingup.web.http.dependencies import answer_created, code_under, document, key_of
from kingup.web.http.errors import error_answer
from kingup.web.http.forms import sent_form, text_field
from kingup.web.http.identity import person_of
from kingup.web.http.player_name import keep_name, name_of
from kingup.web.http.responses import redirect, wants_json
from kingup.web.http.strength import keep_strength, strength_of
from kingup.web.pages.new_table.view_model import Fields, NewTableForm, faults, new_page
from kingup.web.services import services_of

router = APIRouter()

CHECK = "check"
"""The field of a query that asks what is wrong with the form."""
LONGEST_QUERY = 6_000
"""Longer addresses are refused on the way by some proxies; the form is then answered directly."""


@router.get("/new")
async def new_form(request: Request) -> Response:
    """Show the form for a table, filled in from the query."""
    choice = _read(request, request.query_params)
    wrong = faults(choice) if request.query_params.get(CHECK) else {}
    return _form(request, choice, wrong)


@router.post("/new")
async def new_table(request: Request) -> Response:
    """Create the table that the form describes."""
    form = await sent_form(request, "create")
    choice = _read(request, form)
    person = person_of(request)
    wrong = faults(choice)
    if wrong:
        return _refused(request, form, choice, wrong)
    live = await services_of(request).tables.create(
        person,
        choice.setting(),
        *(_sit(person, *seat) for seat in choice.people),
        *(_bot(person, player, level) for player, level in choice.bots.items()),
        *([_coach(person)] if choice.coach and not choice.coach_reason else []),
        *_ready(person, form),
        code=code_under(request, key_of(person, form)),
    )
    response = _created(request, live.table)
    if choice.people:
        keep_name(request, response, choice.people[0][1])
    return response


@router.post("/play")
async def play_now(request: Request) -> Response:
    """Create a table with three bots: edition, level, name, wait (1: it begins after a confirm).

    The level may be "mine", which is the person's own; without one it is what was chosen last.
    """
    form = await sent_form(request, "create")
    edition = text_field(form, "edition", "kingup")
    if edition not in EDITIONS:
        raise Refusal("There is no such edition.", status=400)
    services, person = services_of(request), person_of(request)
    chosen = text_field(form, "level")
    if chosen and chosen not in STRENGTHS:
        raise Refusal("There is no bot of the level “{level}”.", status=400, level=chosen[:20])
    level = await opponent_level(
        chosen or strength_of(request) or services.settings.opponent,
        edition,
        services.accounts.ratings,
        person,
        services.settings.opponent,
    )
    name = text_field(form, "name") or name_of(request) or _("Guest")
    live = await services.tables.create(
        person,
        TableSetting(edition=edition),
        _sit(person, 0, name, None),
        *(_bot(person, player, level) for player in (1, 2, 3)),
        *_ready(person, form),
        code=code_under(request, key_of(person, form)),
    )
    response = _created(request, live.table)
    if chosen:
        keep_strength(request, response, chosen)
    return response


def _read(request: Request, fields: Fields) -> NewTableForm:
    mobile = "mobi" in request.headers.get("user-agent", "").lower()
    return NewTableForm.read(fields, name=name_of(request), mobile=mobile)


def _form(
    request: Request,
    choice: NewTableForm,
    wrong: Mapping[str, KingUpError],
    error: KingUpError | None = None,
) -> Response:
    errors = {field: sentence_of(one) for field, one in wrong.items()}
    return document(request, "new_table/page.html", error, new=new_page(choice, errors))


def _refused(
    request: Request, form: FormData, choice: NewTableForm, wrong: Mapping[str, KingUpError]
) -> Response:
    """Show what is wrong beside its field: the address that is opened next names the first one."""
    field, error = next(iter(wrong.items()))
    if wants_json(request):
        return error_answer(request, error, field=field)
    fields = [(name, text) for name, text in form.multi_items() if isinstance(text, str)]
    query = urlencode([*fields, (CHECK, "1")])
    if len(query) > LONGEST_QUERY:
        return _form(request, choice, wrong, error)
    return redirect(f"/new?{query}#{field}")


def _created(request: Request, table: Table) -> Response:
    path = f"/t/{table.code}"
    if table.setting.screens == "board" and not table.player_of(person_of(request)):
        # Nobody plays on the screen that set the table: it is the television. Bots alone wait
        # for their host, who starts them from the lobby.
        path += "/board" if table.unconfirmed() else ""
    return answer_created(request, table, path)


def _sit(person: str, player: int, name: str, colour: int | None) -> Decide:
    return lambda table: decisions.sit(table, person, player, name, colour)


def _bot(person: str, player: int, level: str) -> Decide:
    return lambda table: decisions.seat_bot(table, person, player, level, LEVEL_IDS)


def _coach(person: str) -> Decide:
    return lambda table: decisions.coach(table, person)


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
