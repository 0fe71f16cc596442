"""Routes for the analysis of a finished game: asking for it, its pages, and one moment of it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from kingup.language import _, ngettext, sentence_of
from kingup.server.analysis_service import AnalysisStatus, finished_game
from kingup.server.live_table import LiveTable
from kingup.server.refusals import Refusal
from kingup.web.http.dependencies import document, find_table
from kingup.web.http.forms import admit
from kingup.web.http.identity import person_of
from kingup.web.http.responses import redirect, wants_json
from kingup.web.pages.common.perspective import OPEN, PUBLIC, moment_address, read_perspective
from kingup.web.services import services_of

if TYPE_CHECKING:
    from kingup.analysis import Analysis

router = APIRouter()


@router.get("/t/{code}/analysis")
async def analysis_of(request: Request, code: str) -> Response:
    """Show the analysis of a finished game, or how far it is: a page, or JSON with its state."""
    live = await find_table(request, code)
    if wants_json(request):
        status = await services_of(request).analyses.status(live)
        return JSONResponse(
            {"state": status.state, "progress": status.progress, "words": in_words(status)}
        )
    found = await services_of(request).analyses.analysis(live)
    if found is None:
        return await _progress(request, live)
    query = request.query_params
    observer = observer_of(live, query.get("as"))
    return await asyncio.to_thread(_page, request, live, found, query.get("moment"), observer)


async def _progress(request: Request, live: LiveTable) -> Response:
    status = await services_of(request).analyses.status(live)
    words = in_words(status)
    return document(request, "analysis/progress.html", code=live.code, stage=status, words=words)


def _page(
    request: Request, live: LiveTable, found: Analysis, at: str | None, observer: str
) -> Response:
    from kingup.web.pages.analysis.view_model import analysis_page

    def link_to(moment: str, seat: int | None) -> str:
        return moment_address(
            f"/t/{live.code}/replay", moment, OPEN if seat is None else str(seat + 1)
        )

    shown = analysis_page(found, live.table, at, observer, link_to)
    return document(request, "analysis/page.html", shown=shown)


@router.post("/t/{code}/analysis")
async def analyse(request: Request, code: str) -> Response:
    """Ask for the analysis of a finished game; it is made in the background."""
    admit(request, "create")
    live = await find_table(request, code)
    await services_of(request).analyses.ask(live)
    return redirect(f"/t/{live.code}/analysis")


@router.get("/t/{code}/analysis.json")
async def analysis_json(request: Request, code: str) -> Response:
    """Send a finished analysis as JSON."""
    live = await find_table(request, code)
    found = await _finished(request, live)
    body = await asyncio.to_thread(found.to_json)
    headers = {"content-disposition": f'attachment; filename="kingup-{live.code}-analysis.json"'}
    return Response(body, media_type="application/json", headers=headers)


@router.get("/t/{code}/analysis/moment")
async def moment(request: Request, code: str) -> Response:
    """Return one moment of an analysis as HTML, for a part of a page.

    at: the moment; as: public, open or a seat's number from 1; open: 1 to know all cards.
    Nothing after the moment is in it, and without all cards open only what that observer knew.
    """
    live = await find_table(request, code)
    analyses, renderer = services_of(request).analyses, services_of(request).renderer
    found = await analyses.analysis(live)
    if found is None:
        status = await analyses.status(live)
        html = renderer.document("analysis/waiting.html", code=live.code, words=in_words(status))
        return HTMLResponse(html)
    query = request.query_params
    at, observer = query.get("at", ""), observer_of(live, query.get("as"))
    _check_moment(found, at)
    is_open = query.get("open") == "1" or query.get("as") == "open"

    def draw() -> str:
        from kingup.web.pages.analysis.moment import moment_panel

        panel = moment_panel(found, live.table, at, observer, is_open=is_open)
        return renderer.document("analysis/moment.html", panel=panel)

    return HTMLResponse(await asyncio.to_thread(draw))


@router.get("/t/{code}/analysis/next")
async def next_moment(request: Request, code: str) -> Response:
    """Return where a replay's page goes next, as JSON: `moment`, or null and `words` that say why.

    at: where it is; to: mistake or telling; as: whose mistakes, by default one's own.
    Nothing else is in it: the page knows no later moment before it goes there.
    """
    live = await find_table(request, code)
    found = await services_of(request).analyses.analysis(live)
    if found is None:
        return _next(None, _("This game has not been analysed yet."))
    query = request.query_params
    if query.get("to") == "telling":
        return _next(found.most_telling, _("No move told anything."))
    perspective = observer_of(live, query.get("as"))
    seat = _own_seat(request, live) if perspective == PUBLIC else int(perspective)
    if seat is None:
        return _next(None, _("See with a player’s eyes to go to their next mistake."))
    at = query.get("at", "")
    _check_moment(found, at)
    from kingup.web.pages.analysis.retry import mistakes_of

    moments = found.beliefs.moments
    later = moments[moments.index(at) + 1 :]
    mistakes = (d.moment for d in mistakes_of(found, seat - 1) if d.moment in later)
    return _next(next(mistakes, None), _("No mistake comes later."))


def _next(moment: str | None, words: str) -> Response:
    return JSONResponse({"moment": moment, "words": "" if moment else words})


def _check_moment(found: Analysis, name: str) -> None:
    if name not in found.beliefs.moments:
        raise Refusal("This game has no moment “{name}”.", status=404, name=name[:20])


def _own_seat(request: Request, live: LiveTable) -> int | None:
    """Return the number of the person's seat, or of the first if they play several."""
    own = live.table.player_of(person_of(request))
    return live.table.seat_of(own[0]) + 1 if own else None


async def _finished(request: Request, live: LiveTable) -> Analysis:
    found = await services_of(request).analyses.analysis(live)
    if found is None:
        raise Refusal("This game has not been analysed yet.", status=404)
    return found


def observer_of(live: LiveTable, text: str | None) -> str:
    """Return whose beliefs are meant: a seat's, by its number from 1, or the public's."""
    perspective = read_perspective(text or PUBLIC, live.table.setting)
    return PUBLIC if perspective.is_open else perspective.name


def in_words(status: AnalysisStatus) -> str:
    """Return how far an analysis is, in words."""
    match status.state:
        case "none":
            return _("Nobody has asked for it yet. It usually takes less than a minute.")
        case "waiting" if status.ahead:
            return ngettext(
                "{number} other game comes first.",
                "{number} other games come first.",
                status.ahead,
            ).format(number=status.ahead)
        case "waiting":
            return _("It begins in a moment.")
        case "running":
            return _("{percent}% done.").format(percent=int(100 * status.progress))
        case "failed" if status.fault is not None:
            return sentence_of(status.fault)
    return _("It is ready.")


@router.get("/t/{code}/retry")
async def retry(request: Request, code: str) -> Response:
    """Show one's own mistakes to try again, or anybody's: the game is over.

    seat, number: which; action: what is tried; ask: hint or solution.
    """
    live = await find_table(request, code)
    found = await services_of(request).analyses.analysis(live)
    if found is None:
        return await _progress(request, live)
    game, query = finished_game(live), request.query_params
    seat = _number(query.get("seat"), len(game.setup.seats)) or _own_seat(request, live)

    def draw() -> Response:
        from kingup.web.pages.analysis.retry import counts, exercise

        shown = seat and exercise(
            found, game, seat - 1, _number(query.get("number"), 999) or 1, query.get("action"),
            query.get("ask"),
        )  # fmt: skip
        seats = counts(found)
        return document(
            request, "analysis/retry.html", code=live.code, seats=seats, seat=seat, exercise=shown
        )

    return await asyncio.to_thread(draw)


def _number(text: str | None, most: int) -> int | None:
    if text and text.isascii() and text.isdigit() and len(text) < 4 and 1 <= int(text) <= most:
        return int(text)
    return None
