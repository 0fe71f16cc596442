"""Routes for a person's own page, the leaderboard, and the name on it."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from kingup.language import sentence_of
from kingup.people.meetings import meetings
from kingup.people.rating import POOLS
from kingup.rules.characters import EDITIONS
from kingup.rules.errors import KingUpError
from kingup.server.refusals import Refusal
from kingup.tables.names import read_name
from kingup.web.http.dependencies import document
from kingup.web.http.errors import status_of
from kingup.web.http.forms import form_of, text_field
from kingup.web.http.identity import person_of, set_person_cookie
from kingup.web.http.origins import check_origin
from kingup.web.http.player_name import name_of
from kingup.web.http.responses import redirect, wants_json
from kingup.web.pages.me.ratings import leaderboard
from kingup.web.pages.me.view_model import me_page
from kingup.web.services import services_of

router = APIRouter()

MOST_TABLES = 200


@router.get("/me")
async def me(request: Request) -> Response:
    """Show the person's games, ratings, meetings and devices."""
    return await _me(request)


@router.post("/me/name")
async def choose_name(request: Request) -> Response:
    """Set the name on the leaderboard: name (empty: leave it)."""
    check_origin(request)
    services_of(request).limits.take("me", request)
    name = text_field(await form_of(request), "name")
    profiles, person = services_of(request).accounts.profiles, person_of(request)
    try:
        if name.strip():
            await profiles.choose(person, read_name(name))
        else:
            await profiles.leave(person)
    except KingUpError as error:
        if wants_json(request):
            raise
        return await _me(request, name[:60], error)
    return JSONResponse({}) if wants_json(request) else redirect("/me#board")


@router.get("/leaderboard")
async def leaders(request: Request) -> Response:
    """Show the leaderboard: edition, pool (people, bots, together)."""
    edition = request.query_params.get("edition", EDITIONS[0])
    pool = request.query_params.get("pool", "together")
    if edition not in EDITIONS or pool not in POOLS:
        raise Refusal("There is no such leaderboard.", status=404)
    standings = await services_of(request).accounts.ratings.leaders(edition, pool)
    shown = leaderboard(edition, pool, standings, person_of(request))
    return document(request, "me/leaderboard.html", board=shown)


async def _me(request: Request, typed: str = "", error: KingUpError | None = None) -> Response:
    store, accounts, person = (
        services_of(request).tables.store,
        services_of(request).accounts,
        person_of(request),
    )
    reminders = services_of(request).reminders
    shown = me_page(
        await store.of_person(person, MOST_TABLES),
        await store.held(person),
        await accounts.ratings.of_person(person),
        meetings(person, await accounts.ratings.outcomes(person)),
        await accounts.passkeys.of_person(person),
        name=await accounts.profiles.name(person),
        suggested=typed or name_of(request),
        push=None if reminders is None else reminders.public_key,
        error=None if error is None else sentence_of(error),
    )
    response = document(request, "me/me.html", status_of(error) if error else 200, me=shown)
    # Renew the identity cookie for another year.
    set_person_cookie(request, response, person)
    return response
