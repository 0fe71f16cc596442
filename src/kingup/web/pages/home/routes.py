"""Routes for the home page, joining by code, language and theme."""

from __future__ import annotations

import re

from fastapi import APIRouter, Request
from starlette.responses import Response

from kingup.language import LANGUAGES
from kingup.server.opponents import MINE, levels_for
from kingup.server.refusals import Refusal, no_such_table
from kingup.tables.names import read_code
from kingup.web.http.dependencies import document, find_table
from kingup.web.http.forms import sent_form, text_field
from kingup.web.http.identity import YEAR, person_of, set_cookie
from kingup.web.http.language import LANGUAGE_COOKIE
from kingup.web.http.responses import THEME_COOKIE, THEMES, answer, local_path, redirect
from kingup.web.http.strength import strength_of
from kingup.web.pages.home.view_model import PIECES, STRENGTHS, home_page
from kingup.web.services import services_of

router = APIRouter()


@router.get("/")
async def home(request: Request) -> Response:
    """Show the home page."""
    return await _home(request)


@router.post("/join")
async def join(request: Request) -> Response:
    """Go to the table whose code or address was typed: code."""
    typed = text_field(await sent_form(request, "join"), "code").strip()
    linked = re.search(r"/t/([^/?#\s]+)", typed)
    code = read_code(linked[1] if linked else typed)
    try:
        if code is None:
            raise no_such_table(typed)
        live = await find_table(request, code)
    except Refusal as error:
        return await _home(request, typed[:40], error)
    return redirect(f"/t/{live.code}")


@router.post("/language")
async def choose_language(request: Request) -> Response:
    """Set the language: language, next."""
    form = await sent_form(request)
    language = text_field(form, "language")
    if language not in LANGUAGES:
        raise Refusal("This language is not available.", status=400)
    return _set_cookie(request, LANGUAGE_COOKIE, language, text_field(form, "next"))


@router.post("/theme")
async def choose_theme(request: Request) -> Response:
    """Set the theme: theme (light, dark, or empty to follow the system), next."""
    form = await sent_form(request)
    theme = text_field(form, "theme")
    return _set_cookie(
        request, THEME_COOKIE, theme if theme in THEMES else "", text_field(form, "next")
    )


async def _home(request: Request, code: str = "", error: Refusal | None = None) -> Response:
    services, person = services_of(request), person_of(request)
    store = services.tables.store
    shown = home_page(
        await store.listing(),
        await store.of_person(person),
        await store.held(person),
        strength=strength_of(request) or MINE,
        levels=await levels_for(services.accounts.ratings, person, services.settings.opponent),
    )
    return document(
        request, "home/home.html", error, home=shown, code=code, strengths=STRENGTHS, pieces=PIECES
    )


def _set_cookie(request: Request, name: str, value: str, path: str) -> Response:
    response = answer(request, local_path(path), {})
    set_cookie(request, response, name, value, YEAR if value else 0)
    return response
