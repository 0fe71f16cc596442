"""Routes for the analysis of a finished game: asking for it, its pages, and one moment of it.

Each has two addresses: one for a table's game, and one for a record that somebody has brought.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from kingup.language import _, ngettext, sentence_of
from kingup.server.analysis_service import AnalysisStatus
from kingup.server.refusals import Refusal
from kingup.tables import Table
from kingup.web.http.dependencies import document
from kingup.web.http.forms import admit
from kingup.web.http.responses import redirect, wants_json
from kingup.web.pages.analysis.subject import Subject, subject_of
from kingup.web.pages.common.perspective import PUBLIC, read_perspective
from kingup.web.services import services_of

if TYPE_CHECKING:
    from kingup.analysis import Analysis

router = APIRouter()


@router.get("/t/{code}/analysis")
@router.get("/replay/{record}/analysis")
async def analysis_of(request: Request) -> Response:
    """Show the analysis of a finished game, or how far it is: a page, or JSON with its state."""
    subject = await subject_of(request)
    if wants_json(request):
        status = await services_of(request).analyses.status(subject.finished)
        return JSONResponse(
            {"state": status.state, "progress": status.progress, "words": in_words(status)}
        )
    found = await services_of(request).analyses.analysis(subject.finished)
    if found is None:
        return await _progress(request, subject)
    query = request.query_params
    observer = observer_of(subject.table, query.get("as"))
    return await asyncio.to_thread(_page, request, subject, found, query.get("moment"), observer)


async def _progress(request: Request, subject: Subject) -> Response:
    status = await services_of(request).analyses.status(subject.finished)
    return document(
        request, "analysis/progress.html", base=subject.base, stage=status, words=in_words(status)
    )


def _page(
    request: Request, subject: Subject, found: Analysis, at: str | None, observer: str
) -> Response:
    from kingup.web.pages.analysis.view_model import analysis_page

    shown = analysis_page(found, subject.table, at, observer, subject.base, subject.link_to)
    return document(request, "analysis/page.html", shown=shown)


@router.post("/t/{code}/analysis")
@router.post("/replay/{record}/analysis")
async def analyse(request: Request) -> Response:
    """Ask for the analysis of a finished game; it is made in the background."""
    admit(request, "create")
    subject = await subject_of(request)
    await services_of(request).analyses.ask(subject.finished)
    return redirect(f"{subject.base}/analysis")


@router.get("/t/{code}/analysis.json")
@router.get("/replay/{record}/analysis.json")
async def analysis_json(request: Request) -> Response:
    """Send a finished analysis as JSON."""
    subject = await subject_of(request)
    found = await services_of(request).analyses.analysis(subject.finished)
    if found is None:
        raise Refusal("This game has not been analysed yet.", status=404)
    body = await asyncio.to_thread(found.to_json)
    name = f"kingup-{subject.finished.code}-analysis.json"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(body, media_type="application/json", headers=headers)


@router.get("/t/{code}/analysis/moment")
@router.get("/replay/{record}/analysis/moment")
async def moment(request: Request) -> Response:
    """Return one moment of an analysis as HTML, for a part of a page.

    at: the moment; as: public, open or a seat's number from 1; open: 1 to know all cards.
    Nothing after the moment is in it, and without all cards open only what that observer knew.
    """
    subject = await subject_of(request)
    analyses, renderer = services_of(request).analyses, services_of(request).renderer
    found = await analyses.analysis(subject.finished)
    if found is None:
        words = in_words(await analyses.status(subject.finished))
        html = renderer.document("analysis/waiting.html", base=subject.base, words=words)
        return HTMLResponse(html)
    query = request.query_params
    at, observer = query.get("at", ""), observer_of(subject.table, query.get("as"))
    _check_moment(found, at)
    is_open = query.get("open") == "1" or query.get("as") == "open"

    def draw() -> str:
        from kingup.web.pages.analysis.moment import moment_panel

        panel = moment_panel(found, subject.table, at, observer, is_open=is_open)
        return renderer.document("analysis/moment.html", panel=panel)

    return HTMLResponse(await asyncio.to_thread(draw))


@router.get("/t/{code}/analysis/next")
@router.get("/replay/{record}/analysis/next")
async def next_moment(request: Request) -> Response:
    """Return where a replay's page goes next, as JSON: `moment`, or null and `words` that say why.

    at: where it is; to: mistake or telling; as: whose mistakes, by default one's own.
    Nothing else is in it: the page knows no later moment before it goes there.
    """
    subject = await subject_of(request)
    found = await services_of(request).analyses.analysis(subject.finished)
    if found is None:
        return _next(None, _("This game has not been analysed yet."))
    query = request.query_params
    if query.get("to") == "telling":
        return _next(found.most_telling, _("No move told anything."))
    perspective = observer_of(subject.table, query.get("as"))
    seat = subject.own_seat if perspective == PUBLIC else int(perspective)
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


def observer_of(table: Table, text: str | None) -> str:
    """Return whose beliefs are meant: a seat's, by its number from 1, or the public's."""
    perspective = read_perspective(text or PUBLIC, table.setting)
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
@router.get("/replay/{record}/retry")
async def retry(request: Request) -> Response:
    """Show one's own mistakes to try again, or anybody's: the game is over.

    seat, number: which; action: what is tried; ask: hint or solution.
    """
    subject = await subject_of(request)
    found = await services_of(request).analyses.analysis(subject.finished)
    if found is None:
        return await _progress(request, subject)
    game, query = subject.finished.game, request.query_params
    seat = _number(query.get("seat"), len(game.setup.seats)) or subject.own_seat

    def draw() -> Response:
        from kingup.web.pages.analysis.retry import counts, exercise

        shown = seat and exercise(
            found, game, seat - 1, _number(query.get("number"), 999) or 1, query.get("action"),
            query.get("ask"),
        )  # fmt: skip
        seats = counts(found)
        return document(
            request,
            "analysis/retry.html",
            base=subject.base,
            seats=seats,
            seat=seat,
            exercise=shown,
        )

    return await asyncio.to_thread(draw)


def _number(text: str | None, most: int) -> int | None:
    if text and text.isascii() and text.isdigit() and len(text) < 4 and 1 <= int(text) <= most:
        return int(text)
    return None
