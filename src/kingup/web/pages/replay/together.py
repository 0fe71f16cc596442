"""Routes for watching a replay together: a form that makes the address for everybody."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from kingup.web.http.dependencies import find_table
from kingup.web.http.forms import admit, form_of, text_field
from kingup.web.http.responses import redirect
from kingup.web.pages.common.perspective import PUBLIC, moment_address, read_perspective
from kingup.web.pages.replay.invitations import invitation
from kingup.web.pages.replay.records import replay_of_record
from kingup.web.pages.replay.replay import Replay
from kingup.web.pages.replay.routes import replay_of

router = APIRouter()


@router.post("/t/{code}/replay/{moment}/together")
async def lead_table(request: Request, code: str, moment: str) -> Response:
    """Lead others through a finished table: as."""
    admit(request, "join")
    live = await find_table(request, code)
    return await _lead(request, replay_of(live), f"/t/{live.code}/replay", moment)


@router.post("/replay/{record}/{moment}/together")
async def lead_record(request: Request, record: str, moment: str) -> Response:
    """Lead others through a record: as."""
    admit(request, "join")
    replay = await replay_of_record(request, record)
    return await _lead(request, replay, f"/replay/{record}", moment)


async def _lead(request: Request, replay: Replay, base: str, moment: str) -> Response:
    form = await form_of(request)
    name = replay.moments[replay.index(moment)].name
    perspective = read_perspective(text_field(form, "as", PUBLIC), replay.setting)
    made = invitation(request, base)
    return redirect(f"{moment_address(base, name, perspective.name)}&with={made}")
