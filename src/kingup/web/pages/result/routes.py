"""Routes around a result: playing again, one's rating, downloads, and the invitation's QR code."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from kingup.tables import Event, Table, decisions
from kingup.web.http.dependencies import (
    address_of,
    answer_created,
    document,
    find_table,
    own_unready,
    table_of_form,
)
from kingup.web.http.downloads import qr_of, record_of
from kingup.web.http.forms import sent_form, text_field
from kingup.web.http.identity import person_of
from kingup.web.http.responses import wants_json
from kingup.web.pages.result.rating_change import rating_lines
from kingup.web.services import services_of

router = APIRouter()


@router.get("/t/{code}/record.json")
async def json_record(request: Request, code: str) -> Response:
    """Send a finished game as JSON, with the proof that its deals were fair."""
    return record_of(await find_table(request, code), "json")


@router.get("/t/{code}/record.txt")
async def text_record(request: Request, code: str) -> Response:
    """Send a finished game as readable text."""
    return record_of(await find_table(request, code), "txt")


@router.get("/t/{code}/qr.svg")
async def qr_code(request: Request, code: str) -> Response:
    """Return the address of a table as a QR code."""
    live = await find_table(request, code)
    return qr_of(f"{address_of(request)}/t/{live.code}")


@router.get("/t/{code}/rating")
async def rating(request: Request, code: str) -> Response:
    """Show how a table has changed one's own rating: a page, or JSON with its lines."""
    live, person = await find_table(request, code), person_of(request)
    table, ratings = live.table, services_of(request).accounts.ratings
    changes = await ratings.changes(live.code, person)
    if changes is None and table.status == "over":
        # The server rates it in the background; whoever asks before that need not wait.
        await ratings.rate(live.code)
        changes = await ratings.changes(live.code, person)
    shown = rating_lines(table, changes)
    if wants_json(request):
        return JSONResponse({"rated": changes is not None, "lines": shown})
    return document(request, "result/rating.html", code=live.code, lines=shown)


@router.post("/t/{code}/again")
async def again(request: Request, code: str) -> Response:
    """Play again against the same bots, at once: wait (1: the game begins after a confirm).

    The same as a rematch, for a table at which nobody else plays. JSON: as for `POST /play`.
    """
    form, tables = await sent_form(request, "create"), services_of(request).tables
    live, person = await table_of_form(request, code), person_of(request)
    waits = text_field(form, "wait") == "1"
    fresh = await tables.rematch(live.code, person)
    await tables.change(fresh, lambda table: _begin(table, person, waits=waits))
    new = await tables.table(fresh)
    return answer_created(request, new.table, f"/t/{fresh}")


def _begin(table: Table, person: str, *, waits: bool) -> list[Event]:
    """Return what begins a rematch in which nobody else has to get ready.

    With `waits` the person is not ready yet, but will be; bots alone wait for nobody.
    """
    if table.status != "open":
        return []  # it has begun already: the button was pressed twice
    if not table.unconfirmed():
        return decisions.start(table, person)
    if waits:
        return []
    return [
        event
        for player in own_unready(table, person)
        for event in decisions.confirm(table, person, player)
    ]
