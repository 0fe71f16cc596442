"""Routes for deleting an account, with a confirmation."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from kingup.language import _, sentence_of
from kingup.server.account_deletion import delete_account
from kingup.server.refusals import Refusal
from kingup.web.http.dependencies import document
from kingup.web.http.errors import status_of
from kingup.web.http.forms import form_of, text_field
from kingup.web.http.identity import PERSON_COOKIE, person_of, set_cookie
from kingup.web.http.origins import check_origin
from kingup.web.http.player_name import NAME_COOKIE
from kingup.web.http.responses import flash, redirect, wants_json
from kingup.web.services import services_of

router = APIRouter()


@router.get("/me/delete")
async def delete_page(request: Request) -> Response:
    """Show what would be deleted, and what would stay."""
    return await _page(request)


@router.post("/me/delete")
async def delete_everything(request: Request) -> Response:
    """Delete everything about the person: sure (1)."""
    check_origin(request)
    services_of(request).limits.take("me", request)
    if text_field(await form_of(request), "sure") != "1":
        refusal = Refusal("Tick the box first: this cannot be undone.", status=400)
        if wants_json(request):
            raise refusal
        return await _page(request, refusal)
    stand_in = services_of(request).settings.stand_in
    erasure, tokens = services_of(request).accounts.erasure, services_of(request).api_tokens
    await delete_account(
        services_of(request).tables, erasure, tokens, person_of(request), stand_in
    )
    sentence = _("Everything is deleted. Goodbye!")
    response = JSONResponse({"location": "/"}) if wants_json(request) else redirect("/")
    flash(request, response, sentence)
    for name in (PERSON_COOKIE, NAME_COOKIE):
        set_cookie(request, response, name, "", 0)
    return response


async def _page(request: Request, error: Refusal | None = None) -> Response:
    entries = await services_of(request).tables.store.of_person(person_of(request), 200)
    running = sum(entry.status in ("playing", "paused") for entry in entries)
    return document(
        request,
        "me/delete.html",
        status_of(error) if error else 200,
        games=len(entries),
        running=running,
        error=None if error is None else sentence_of(error),
    )
