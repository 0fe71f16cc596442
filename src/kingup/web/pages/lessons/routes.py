"""Routes for lessons: a table for one, played by forms. The progress is in a signed cookie."""

from __future__ import annotations

import json

import msgspec
from fastapi import APIRouter, Request
from starlette.responses import Response

from kingup.language import _
from kingup.lessons import LESSONS, LessonProgress
from kingup.rules.characters import EDITIONS, TITLES
from kingup.server.refusals import Refusal
from kingup.tables.errors import TableError
from kingup.tables.names import read_name
from kingup.web.http.dependencies import document
from kingup.web.http.forms import admit, sent_form, text_field
from kingup.web.http.identity import YEAR, cookie_of, set_cookie
from kingup.web.http.player_name import name_of
from kingup.web.http.responses import flash, flashed, redirect, wants_json
from kingup.web.http.signed_cookies import CookieSigner
from kingup.web.pages.lessons.coach import reply_text
from kingup.web.pages.lessons.hub import offer
from kingup.web.pages.lessons.lesson import lesson_message, lesson_page
from kingup.web.services import services_of

router = APIRouter()

LESSONS_COOKIE = "lessons"


@router.get("/learn")
async def learn(request: Request) -> Response:
    """Show the lessons and the visitor's progress."""
    lessons = [offer(_progress(request, id_)) for id_ in LESSONS]
    books = zip(EDITIONS, TITLES, strict=True)
    return document(request, "lessons/hub.html", lessons=lessons, books=books)


@router.get("/learn/{lesson}")
async def lesson_step(request: Request, lesson: str) -> Response:
    """Show the current step of a lesson."""
    shown = lesson_page(_progress(request, lesson), flashed(request) or "")
    return document(request, "lessons/page.html", **shown)


@router.post("/learn/{lesson}/step")
async def take_step(request: Request, lesson: str) -> Response:
    """Answer a step, or let it be shown: step, action, show."""
    form = await sent_form(request, "act")
    progress = _progress(request, lesson)
    before, reply = progress.table.number, ""
    # Otherwise it was sent twice, or from another tab.
    if text_field(form, "step") == str(progress.number):
        if text_field(form, "show"):
            progress.show()
        else:
            reply = reply_text(progress, progress.answer(text_field(form, "action")[:40]))
    return _respond(request, progress, before, reply)


@router.post("/learn/{lesson}/back")
async def step_back(request: Request, lesson: str) -> Response:
    """Go back by one step."""
    admit(request, "act")
    progress = _progress(request, lesson)
    before = progress.table.number + 1  # the page forgets what followed
    return _respond(request, progress.back(), before, "")


@router.post("/learn/{lesson}/again")
async def begin_again(request: Request, lesson: str) -> Response:
    """Restart a lesson."""
    admit(request, "act")
    _progress(request, lesson)
    return _store_answers(request, redirect(f"/learn/{lesson}"), lesson, ())


def _progress(request: Request, id_: str) -> LessonProgress:
    lesson = LESSONS.get(id_)
    if lesson is None:
        raise Refusal("This page does not exist.", status=404)
    try:
        name = read_name(name_of(request) or _("Guest"))
    except TableError:  # pragma: no cover - a stored name was valid when it was stored
        name = _("Guest")
    return LessonProgress(lesson, _stored_answers(request).get(id_, ()), name)


def _respond(request: Request, progress: LessonProgress, before: int, reply: str) -> Response:
    lesson = progress.lesson.id
    response: Response
    if wants_json(request):
        body = msgspec.json.encode(lesson_message(progress, before, reply))
        response = Response(body, media_type="application/json")
    else:
        response = redirect(f"/learn/{lesson}")
        if reply:
            flash(request, response, reply)
    return _store_answers(request, response, lesson, progress.answers)


def _store_answers(
    request: Request, response: Response, lesson: str, answers: tuple[str, ...]
) -> Response:
    stored = {**_stored_answers(request), lesson: list(answers)}
    signed = _signer(request).sign_text(json.dumps(stored, separators=(",", ":")))
    set_cookie(request, response, LESSONS_COOKIE, signed, YEAR)
    return response


def _stored_answers(request: Request) -> dict[str, list[str]]:
    """Return the answers given in each lesson; none if the cookie is missing or forged."""
    signed = cookie_of(request, LESSONS_COOKIE)
    try:
        stored = json.loads(_signer(request).text(signed or "") or "{}")
    except ValueError:
        return {}
    if not isinstance(stored, dict):
        return {}
    return {
        lesson: [str(answer) for answer in answers]
        for lesson, answers in stored.items()
        if lesson in LESSONS and isinstance(answers, list)
    }


def _signer(request: Request) -> CookieSigner:
    return services_of(request).cookie_signer
