"""Routes for leagues: create one, enter a bot, play rounds, show the standings."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from fastapi import APIRouter, Request
from starlette.datastructures import FormData, QueryParams
from starlette.responses import Response

from kingup.language import sentence_of
from kingup.leagues import League, LeagueSetting
from kingup.rules.characters import EDITIONS
from kingup.rules.errors import KingUpError
from kingup.server.league_archive import write_archive
from kingup.server.league_service import LeagueService
from kingup.server.refusals import Refusal
from kingup.store.tokens import ApiToken
from kingup.tables.catalogue import required
from kingup.web.http.dependencies import address_of, document
from kingup.web.http.downloads import qr_of
from kingup.web.http.forms import number_field, sent_form, text_field
from kingup.web.http.identity import person_of
from kingup.web.http.player_name import keep_name, name_of
from kingup.web.http.responses import flash, redirect
from kingup.web.pages.leagues.view_model import about_league, command_of, league_page
from kingup.web.pages.new_table.view_model import SEAT_NUMBERS, NewTableForm, new_page
from kingup.web.services import services_of

router = APIRouter()

SECONDS_PER_MOVE = (10, 30, 60)
FEWEST_SEATS = 3
"""The default number of seats: every edition allows it."""


@router.get("/leagues")
async def leagues_page(request: Request) -> Response:
    """Show the person's leagues, and the form for a new one, filled in from the query."""
    return await _leagues_page(request, _chosen(request.query_params))


@router.post("/leagues")
async def found_league(request: Request) -> Response:
    """Create a league: name, edition, seats, option (several), seconds."""
    form = await sent_form(request, "create")
    try:
        league = await _leagues(request).create(person_of(request), _setting(form))
    except KingUpError as error:
        return await _leagues_page(request, _chosen(form), error)
    return redirect(f"/league/{league.code}")


@router.post("/leagues/find")
async def find_league(request: Request) -> Response:
    """Go to the league whose code was typed: code."""
    typed = text_field(await sent_form(request, "join"), "code").strip()
    try:
        league = await _leagues(request).find(typed)
    except Refusal as error:
        return await _leagues_page(request, LeagueForm(code=typed[:40]), error, finding=True)
    return redirect(f"/league/{league.code}")


@router.get("/league/{code}")
async def league(request: Request, code: str) -> Response:
    """Show a league: standings, games, forms."""
    return await _page(request, await _find(request, code))


@router.get("/league/{code}/handout")
async def handout(request: Request, code: str) -> Response:
    """Show the hand-out for students, for printing."""
    found = await _find(request, code)
    address = address_of(request)
    return document(
        request,
        "leagues/handout.html",
        league=found,
        about=about_league(found),
        address=address,
        command=command_of(address),
    )


@router.get("/league/{code}/qr.svg")
async def league_qr(request: Request, code: str) -> Response:
    """Return the address of a league as a QR code."""
    found = await _find(request, code)
    return qr_of(f"{address_of(request)}/league/{found.code}")


@router.get("/league/{code}/records.zip")
async def records(request: Request, code: str) -> Response:
    """Send the records of finished games and the results, as a zip file."""
    services_of(request).limits.take("records", request)
    found = await _find(request, code)
    snapshot = await _leagues(request).snapshot(found)
    body = await write_archive(snapshot, services_of(request).tables.store)
    headers = {"content-disposition": f'attachment; filename="kingup-league-{found.code}.zip"'}
    return Response(body, media_type="application/zip", headers=headers)


@router.post("/league/{code}/enter")
async def enter(request: Request, code: str) -> Response:
    """Enter a bot: token (the id of an existing one), or name and owner for a new one."""
    found, form = await _read_form(request, code)
    try:
        if text_field(form, "token"):
            token = await _own(request, text_field(form, "token"))
            await _leagues(request).enter(found, token)
            return redirect(f"/league/{found.code}")
        made, secret = await services_of(request).api_tokens.make(
            person_of(request), text_field(form, "name"), text_field(form, "owner")
        )
        try:
            await _leagues(request).enter(found, made)
        except KingUpError:
            await services_of(request).api_tokens.revoke(made.id, person_of(request))
            raise
    except KingUpError as error:
        given = {"name": text_field(form, "name")[:60], "owner": text_field(form, "owner")[:60]}
        return await _page(request, found, error, **given)
    # No redirect: the token's text is in this response and nowhere else.
    response = await _page(request, found, made=made.name, secret=secret)
    keep_name(request, response, made.owner)
    return response


@router.post("/league/{code}/leave")
async def leave(request: Request, code: str) -> Response:
    """Remove a bot, one's own or, as the host, any: token."""
    found, form = await _read_form(request, code)
    await _leagues(request).leave(found, person_of(request), text_field(form, "token")[:32])
    return redirect(f"/league/{found.code}")


@router.post("/league/{code}/round")
async def start_round(request: Request, code: str) -> Response:
    """Begin the next round, as the host."""
    found, _form = await _read_form(request, code)
    _check_host(request, found)
    try:
        await _leagues(request).start_round(found)
    except KingUpError as error:
        return flash(request, redirect(f"/league/{found.code}"), sentence_of(error))
    return redirect(f"/league/{found.code}")


@router.post("/league/{code}/automatic")
async def automatic(request: Request, code: str) -> Response:
    """Set whether rounds start by themselves, as the host: on (1, 0)."""
    found, form = await _read_form(request, code)
    _check_host(request, found)
    await _leagues(request).set_automatic(found, on=text_field(form, "on") == "1")
    return redirect(f"/league/{found.code}")


def _leagues(request: Request) -> LeagueService:
    return services_of(request).leagues


async def _find(request: Request, code: str) -> League:
    try:
        return await _leagues(request).find(code)
    except Refusal:
        services_of(request).limits.take("lookup", request)
        raise


async def _read_form(request: Request, code: str) -> tuple[League, FormData]:
    form = await sent_form(request, "join")
    return await _find(request, code), form


def _check_host(request: Request, league: League) -> None:
    if person_of(request) != league.host:
        raise Refusal("Only the league’s organiser can do this.", status=403)


async def _own(request: Request, token_id: str) -> ApiToken:
    for token in await services_of(request).api_tokens.store.of_person(person_of(request)):
        if token.id == token_id and not token.is_person:
            return token
    raise Refusal("You have no such token.", status=404)


@dataclass(frozen=True, slots=True)
class LeagueForm:
    """What has been chosen for a new league, and the code typed to find one."""

    table: NewTableForm = field(default_factory=lambda: NewTableForm(seats=FEWEST_SEATS))
    name: str = ""
    seconds: str = "10"
    code: str = ""


def _chosen(fields: FormData | QueryParams) -> LeagueForm:
    usual = LeagueForm()
    table = NewTableForm.read(fields) if "seats" in fields else usual.table
    name, seconds = (str(fields.get(key, "")) for key in ("name", "seconds"))
    return LeagueForm(replace(table, teams=frozenset()), name[:200], seconds or usual.seconds)


def _setting(form: FormData) -> LeagueSetting:
    """Return the setting that a form describes, with the options that its seats require."""
    edition, seats = text_field(form, "edition", EDITIONS[0]), number_field(form, "seats")
    options = [str(option) for option in form.getlist("option")]
    if seats in SEAT_NUMBERS:
        options += required(edition, (1,) * seats)
    return LeagueSetting(
        text_field(form, "name")[:200],
        edition,
        seats,
        tuple(dict.fromkeys(options)),
        number_field(form, "seconds"),
    )


async def _leagues_page(
    request: Request,
    chosen: LeagueForm,
    error: KingUpError | None = None,
    *,
    finding: bool = False,
) -> Response:
    mine = await _leagues(request).store.of_person(person_of(request))
    return document(
        request,
        "leagues/all.html",
        error,
        leagues=[(league, about_league(league)) for league in mine],
        chosen=chosen,
        new=new_page(chosen.table),
        seconds=SECONDS_PER_MOVE,
        finding=finding,
    )


async def _page(
    request: Request,
    league: League,
    error: KingUpError | None = None,
    *,
    name: str = "",
    owner: str = "",
    made: str = "",
    secret: str = "",
) -> Response:
    person = person_of(request)
    snapshot = await _leagues(request).recent_snapshot(league)
    mine = await services_of(request).api_tokens.store.of_person(person)
    tokens = [token for token in mine if not token.is_person]
    return document(
        request,
        "leagues/league.html",
        error,
        league=league_page(
            snapshot, _leagues(request).standings_of(snapshot), person, tokens, address_of(request)
        ),
        name=name,
        owner=owner or name_of(request),
        made=made,
        secret=secret,
    )
