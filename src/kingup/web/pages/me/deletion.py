"""Routes for deleting an account, with a confirmation."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from kingup.language import _
from kingup.server.account_deletion import delete_account
from kingup.server.refusals import Refusal
from kingup.web.http.dependencies import document
from kingup.web.http.forms import sent_form, text_field
from kingup.web.http.identity import PERSON_COOKIE, person_of, set_cookie
from kingup.web.http.player_name import NAME_COOKIE
from kingup.web.http.responses import answer, flash
from kingup.web.services import services_of

router = APIRouter()


@router.get("/me/delete")
async def delete_page(request: Request) -> Response:
    """Show what would be deleted, and what would stay."""
    return await _page(request)


@router.post("/me/delete")
async def delete_everything(request: Request) -> Response:
    """Delete everything about the person: sure (1)."""
    if text_field(await sent_form(request, "me"), "sure") != "1":
        return await _page(
            request, Refusal("Tick the box first: this cannot be undone.", status=400)
        )
    services = services_of(request)
    await delete_account(
        services.tables,
        services.accounts.erasure,
        services.api_tokens,
        person_of(request),
        services.settings.stand_in,
    )
    response = answer(request, "/", {"location": "/"})
    flash(request, response, _("Everything is deleted. Goodbye!"))
    for name in (PERSON_COOKIE, NAME_COOKIE):
        set_cookie(request, response, name, "", 0)
    return response


async def _page(request: Request, error: Refusal | None = None) -> Response:
    entries = await services_of(request).tables.store.of_person(person_of(request), 200)
    running = sum(entry.status in ("playing", "paused") for entry in entries)
    return document(request, "me/delete.html", error, games=len(entries), running=running)
