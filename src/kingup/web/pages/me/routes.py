"""Routes for a person's own page, the leaderboard, and the name on it."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from kingup.people.meetings import meetings
from kingup.people.rating import POOLS
from kingup.rules.characters import EDITIONS
from kingup.rules.errors import KingUpError
from kingup.server.refusals import Refusal
from kingup.tables.names import read_name
from kingup.web.http.dependencies import document
from kingup.web.http.forms import sent_form, text_field
from kingup.web.http.identity import person_of, set_person_cookie
from kingup.web.http.player_name import name_of
from kingup.web.http.responses import answer
from kingup.web.pages.common.table_list import CLOSED, my_listings
from kingup.web.pages.me.ratings import leaderboard, ratings_by_edition, tabs
from kingup.web.services import services_of

router = APIRouter()

MOST_TABLES = 200
MOST_FINISHED = 30
MOST_MET = 20


@router.get("/me")
async def me(request: Request) -> Response:
    """Show the person's games, ratings, meetings and devices."""
    return await _me(request)


@router.post("/me/name")
async def choose_name(request: Request) -> Response:
    """Set the name on the leaderboard: name (empty: leave it)."""
    name = text_field(await sent_form(request, "me"), "name")
    profiles, person = services_of(request).accounts.profiles, person_of(request)
    try:
        if name.strip():
            await profiles.choose(person, read_name(name))
        else:
            await profiles.leave(person)
    except KingUpError as error:
        return await _me(request, name[:60], error)
    return answer(request, "/me#board", {})


@router.get("/leaderboard")
async def leaders(request: Request) -> Response:
    """Show the leaderboard: edition, pool (people, bots, together)."""
    edition = request.query_params.get("edition", EDITIONS[0])
    pool = request.query_params.get("pool", "together")
    if edition not in EDITIONS or pool not in POOLS:
        raise Refusal("There is no such leaderboard.", status=404)
    standings = await services_of(request).accounts.ratings.leaders(edition, pool)
    lines = leaderboard(edition, pool, standings, person_of(request))
    editions, pools = tabs(edition, pool)
    return document(request, "me/leaderboard.html", editions=editions, pools=pools, lines=lines)


async def _me(request: Request, typed: str = "", error: KingUpError | None = None) -> Response:
    services, person = services_of(request), person_of(request)
    store, accounts, reminders = services.tables.store, services.accounts, services.reminders
    listings = my_listings(await store.of_person(person, MOST_TABLES), await store.held(person))
    response = document(
        request,
        "me/me.html",
        error,
        name=await accounts.profiles.name(person),
        suggested=typed or name_of(request),
        running=[one for one in listings if one.status not in CLOSED],
        finished=[one for one in listings if one.status in CLOSED][:MOST_FINISHED],
        ratings=ratings_by_edition(await accounts.ratings.of_person(person)),
        met=meetings(person, await accounts.ratings.outcomes(person))[:MOST_MET],
        passkeys=await accounts.passkeys.of_person(person),
        push=None if reminders is None else reminders.public_key,
    )
    # Renew the identity cookie for another year.
    set_person_cookie(request, response, person)
    return response
