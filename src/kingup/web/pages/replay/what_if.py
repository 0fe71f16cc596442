"""Routes for playing on from a moment of a finished game, against bots: what if?"""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.datastructures import FormData
from starlette.responses import Response

from kingup.bots.levels import LEVEL_IDS
from kingup.language import _
from kingup.tables.recorded import branch
from kingup.tables.setting import TableSetting
from kingup.web.http.dependencies import code_under, find_table, key_of
from kingup.web.http.forms import sent_form, text_field
from kingup.web.http.identity import person_of
from kingup.web.http.player_name import name_of
from kingup.web.http.responses import answer
from kingup.web.pages.common.perspective import moment_address, read_seat
from kingup.web.pages.replay.records import replay_of_record
from kingup.web.pages.replay.replay import Replay
from kingup.web.pages.replay.routes import replay_of
from kingup.web.services import services_of

router = APIRouter()


@router.post("/t/{code}/replay/{moment}/play")
async def play_on_from_table(request: Request, code: str, moment: str) -> Response:
    """Play on from a moment of a finished table: seat, level."""
    form = await sent_form(request, "create")
    live = await find_table(request, code)
    return await _play_on(request, form, replay_of(live), f"/t/{live.code}/replay", moment)


@router.post("/replay/{record}/{moment}/play")
async def play_on_from_record(request: Request, record: str, moment: str) -> Response:
    """Play on from a moment of a record: seat, level."""
    form = await sent_form(request, "create")
    replay = await replay_of_record(request, record)
    return await _play_on(request, form, replay, f"/replay/{record}", moment)


async def _play_on(
    request: Request, form: FormData, replay: Replay, base: str, moment: str
) -> Response:
    """Create a table that plays on from a moment: against bots, and never rated."""
    index, perspective = replay.index(moment), read_seat(text_field(form, "seat"), replay.setting)
    setup, person = replay.game.setup, person_of(request)
    setting = TableSetting(setup.edition, setup.seats, setup.options, title=_("What if?"))
    live = await services_of(request).tables.create(
        person,
        setting,
        lambda table: branch(
            table,
            replay.game,
            index,
            name=name_of(request) or _("Guest"),
            player=perspective.player or 0,
            level=text_field(form, "level"),
            levels=LEVEL_IDS,
            sitters=replay.sitters,
            address=moment_address(base, replay.moments[index].name, perspective.name),
        ),
        code=code_under(request, key_of(person, form)),
    )
    path = f"/t/{live.code}"
    return answer(request, path, {"code": live.code, "location": path}, 201)
