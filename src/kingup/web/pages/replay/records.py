"""Routes for records that people bring: pasted or from a file, then watched at an address."""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict

from fastapi import APIRouter, Request
from starlette.requests import HTTPConnection
from starlette.responses import Response

from kingup.game import Game
from kingup.notation import RecordError, read, write_json
from kingup.rules.errors import KingUpError
from kingup.server.refusals import Refusal
from kingup.web.http.dependencies import document
from kingup.web.http.downloads import record_file
from kingup.web.http.errors import error_answer
from kingup.web.http.forms import sent_form, text_field
from kingup.web.http.responses import redirect, wants_json
from kingup.web.pages.common.perspective import PUBLIC, Perspective
from kingup.web.pages.replay.replay import Replay, sitters_of
from kingup.web.pages.replay.routes import send_round, show
from kingup.web.pages.replay.view_model import title_of
from kingup.web.pages.sharing.responses import send_clip, send_picture
from kingup.web.pages.sharing.shared_game import SharedGame
from kingup.web.services import services_of

router = APIRouter()

LARGEST_RECORD = 16_000
"""Characters of a record: some five times as many as the longest game needs."""
ID = re.compile(r"[a-z2-7]{16}")
MOST_KEPT = 16
"""How many replays of records are kept in memory."""

_REPLAYS: OrderedDict[str, Replay] = OrderedDict()
"""By the record's id, which depends on its content alone; the last one used is the last."""


@router.get("/replay")
async def record_form(request: Request) -> Response:
    """Show the form for a record."""
    return _form(request)


@router.post("/replay")
async def bring_record(request: Request) -> Response:
    """Take a record, as text or JSON: record. What is wrong is answered beside the field."""
    services = services_of(request)
    text = text_field(await sent_form(request, "create"), "record")
    try:
        body = await asyncio.to_thread(_checked, text)
    except KingUpError as error:
        if wants_json(request):
            return error_answer(request, error, field="record")
        return _form(request, text[:LARGEST_RECORD], error)
    id_ = await services.records.add(body, services.tables.clock())
    return redirect(f"/replay/{id_}/r1.0")


@router.get("/replay/{record}")
async def record_from_the_start(request: Request, record: str) -> Response:
    """Show a record at its first moment."""
    return await record_at(request, record, "r1.0")


@router.get("/replay/{record}/pictures/{moment}.{form}")
async def record_picture(request: Request, record: str, moment: str, form: str) -> Response:
    """Send a moment of a record: the castle (png, svg), or a preview card (jpg): as, lang."""
    shared = _shared(await replay_of_record(request, record), record)
    return await send_picture(request, shared, moment, form)


# The next three stand before the address of a moment, which would match theirs.
@router.get("/replay/{record}/clip.{form}")
async def record_clip(request: Request, record: str, form: str) -> Response:
    """Send a record from one moment to another: from, to, names (0: numbers), as, lang."""
    shared = _shared(await replay_of_record(request, record), record)
    return await send_clip(request, shared, form)


@router.get("/replay/{record}/record.json")
async def record_as_json(request: Request, record: str) -> Response:
    """Send a record as JSON."""
    replay = await replay_of_record(request, record)
    return record_file(replay.game, _shared(replay, record).name, "json")


@router.get("/replay/{record}/record.txt")
async def record_as_text(request: Request, record: str) -> Response:
    """Send a record as readable text."""
    replay = await replay_of_record(request, record)
    return record_file(replay.game, _shared(replay, record).name, "txt")


@router.get("/replay/{record}/{moment}")
async def record_at(request: Request, record: str, moment: str) -> Response:
    """Show a record at a moment: as, all."""
    replay = await replay_of_record(request, record)
    shared = _shared(replay, record)
    return show(request, replay, shared.base, moment, Perspective(PUBLIC), shared)


@router.get("/replay/{record}/rounds/{number}")
async def record_round(request: Request, record: str, number: str) -> Response:
    """Return a round of a record, as JSON for the replay's page: as."""
    replay = await replay_of_record(request, record)
    return await send_round(request, replay, number, Perspective(PUBLIC))


def _shared(replay: Replay, id_: str) -> SharedGame:
    return SharedGame(
        game=replay.game,
        view=replay.view,
        setting=replay.setting,
        colours=tuple(sitter.colour for sitter in replay.sitters),
        title=title_of(replay),
        base=f"/replay/{id_}",
        name=f"kingup-{id_}",
    )


def _form(request: Request, text: str = "", error: KingUpError | None = None) -> Response:
    return document(request, "replay/record.html", error, text=text, most=LARGEST_RECORD)


def _checked(text: str) -> str:
    """Return a finished game as JSON; anything else is refused, with the reason."""
    if not text.strip():
        raise RecordError("Paste a record here, or choose its file.")
    if len(text) > LARGEST_RECORD:
        raise RecordError(
            "A record has at most {most} characters; this text has {number}.",
            most=LARGEST_RECORD,
            number=len(text),
        )
    game = read(text)
    if not game.is_over:
        raise RecordError("This game is not finished. Only a finished game can be watched again.")
    game.proof = None  # it proves the deals, and is not needed to watch them
    return write_json(game)


async def replay_of_record(request: HTTPConnection, id_: str) -> Replay:
    """Return the replay of a record; one that is not stored is refused."""
    if not ID.fullmatch(id_):
        raise _unknown(request)
    # It is asked for each time, so that it stays stored while somebody watches it.
    services = services_of(request)
    body = await services.records.find(id_, services.tables.clock())
    if body is None:
        raise _unknown(request)
    known = _REPLAYS.pop(id_, None)
    if known is None:
        known = await asyncio.to_thread(_made, body)
    _REPLAYS[id_] = known
    while len(_REPLAYS) > MOST_KEPT:
        _REPLAYS.popitem(last=False)
    return known


def _made(body: str) -> Replay:
    game: Game = read(body)
    return Replay(game, sitters_of(game))


def _unknown(request: HTTPConnection) -> Refusal:
    services_of(request).limits.take("lookup", request)
    return Refusal(
        "There is no such record. Records are deleted when nobody has watched them for a while.",
        status=404,
    )
