"""Lessons: a table for one, played by forms; how far somebody has come is in a signed cookie."""

from __future__ import annotations

import json

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from kingup.language import _
from kingup.lessons import LESSONS, LessonProgress
from kingup.server.refusals import Refusal
from kingup.tables.errors import TableError
from kingup.tables.names import read_name
from kingup.web.http.dependencies import document
from kingup.web.http.identity import YEAR, CookieSigner, cookie, cookie_of
from kingup.web.http.origins import check_origin
from kingup.web.http.player_name import name_of
from kingup.web.http.responses import (
    flash,
    flashed,
    form_of,
    page,
    see,
    text,
    theme_of,
    wants_json,
)
from kingup.web.pages.lessons.coach import spoken
from kingup.web.pages.lessons.hub import hub
from kingup.web.pages.lessons.lesson import lesson_page, look_at, told_since
from kingup.web.pages.table.cues import cues
from kingup.web.services import services_of

router = APIRouter()

LESSONS_COOKIE = "lessons"


@router.get("/learn")
async def learn(request: Request) -> Response:
    """Show what can be learnt, and how far somebody has come."""
    lessons = {id_: _playing(request, id_) for id_ in LESSONS}
    return document(request, "lessons/hub.html", hub=hub(lessons))


@router.get("/learn/{lesson}")
async def lesson_step(request: Request, lesson: str) -> Response:
    """Show a lesson where it was left."""
    playing = _playing(request, lesson)
    renderer = services_of(request).renderer
    context = lesson_page(playing, flashed(request) or "")
    html = renderer.document("lessons/page.html", theme=theme_of(request), **context)
    return page(request, html)


@router.post("/learn/{lesson}/step")
async def take_step(request: Request, lesson: str) -> Response:
    """Do what a step asks for, or something else, or let it be shown."""
    check_origin(request)
    services_of(request).limits.take("act", request)
    playing = _playing(request, lesson)
    form = await form_of(request)
    before, reply = playing.table.number, ""
    if text(form, "step") == str(playing.number):  # else it was sent twice, or from another tab
        if text(form, "show"):
            playing.show()
        else:
            reply = spoken(playing, playing.answer(text(form, "action")[:40]))
    return _answer(request, playing, before, reply)


@router.post("/learn/{lesson}/back")
async def step_back(request: Request, lesson: str) -> Response:
    """Go back by one step."""
    check_origin(request)
    services_of(request).limits.take("act", request)
    playing = _playing(request, lesson).back()
    return _answer(request, playing, playing.table.number, "")


@router.post("/learn/{lesson}/again")
async def begin_again(request: Request, lesson: str) -> Response:
    """Begin a lesson anew."""
    check_origin(request)
    services_of(request).limits.take("act", request)
    _playing(request, lesson)
    return _keep(request, see(f"/learn/{lesson}"), lesson, ())


def _playing(request: Request, id_: str) -> LessonProgress:
    lesson = LESSONS.get(id_)
    if lesson is None:
        raise Refusal("This page does not exist.", status=404)
    try:
        name = read_name(name_of(request) or _("Guest"))
    except TableError:  # pragma: no cover - a name that was kept has been read before
        name = _("Guest")
    return LessonProgress(lesson, _kept(request).get(id_, ()), name)


def _answer(request: Request, playing: LessonProgress, before: int, reply: str) -> Response:
    lesson = playing.lesson.id
    response: Response
    if wants_json(request):
        renderer = services_of(request).renderer
        context = lesson_page(playing, reply)
        response = JSONResponse(
            {
                "number": playing.table.number,
                "html": renderer.document("lessons/lesson.html", **context),
                "told": [reply] if reply else told_since(playing, before),
                "moments": cues(look_at(playing), before),
                "title": context["title"],
            }
        )
    else:
        response = see(f"/learn/{lesson}")
        if reply:
            flash(request, response, reply)
    return _keep(request, response, lesson, playing.answers)


def _keep(request: Request, response: Response, lesson: str, answers: tuple[str, ...]) -> Response:
    kept = {**_kept(request), lesson: list(answers)}
    sealed = _seals(request).sign_text(json.dumps(kept, separators=(",", ":")))
    response.headers.append("set-cookie", cookie(request, LESSONS_COOKIE, sealed, YEAR))
    return response


def _kept(request: Request) -> dict[str, list[str]]:
    """Return the answers to each lesson so far; nothing where the cookie is another's."""
    sealed = cookie_of(request, LESSONS_COOKIE)
    try:
        kept = json.loads(_seals(request).text(sealed or "") or "{}")
    except ValueError:
        return {}
    if not isinstance(kept, dict):
        return {}
    return {
        lesson: [str(answer) for answer in answers]
        for lesson, answers in kept.items()
        if lesson in LESSONS and isinstance(answers, list)
    }


def _seals(request: Request) -> CookieSigner:
    return services_of(request).cookie_signer
