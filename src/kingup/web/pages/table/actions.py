"""Everything that people do at a table: `POST /t/CODE/…`, form in, number or error out.

Each deed reads its form and says what is to be decided; the hall does the rest in order. What is
done most may come over the page's open socket as well, and is answered there with the same words.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from fastapi import Request
from starlette.datastructures import FormData
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, Response
from starlette.routing import Match, Route
from starlette.types import Scope

from kingup.bots.levels import LEVEL_IDS
from kingup.rules.errors import KingUpError
from kingup.server.live_table import LiveTable
from kingup.server.refusals import Refusal
from kingup.server.table_service import Decide
from kingup.tables import Event, Table, decisions
from kingup.web.http.dependencies import (
    find_table,
    key_of,
    page_before,
    refused,
)
from kingup.web.http.identity import person_of
from kingup.web.http.origins import check_origin
from kingup.web.http.player_name import keep_name
from kingup.web.http.responses import (
    error_body,
    form_of,
    number,
    optional_number,
    see,
    status_of,
    text,
    wants_json,
)
from kingup.web.services import services_of


@dataclass(frozen=True, slots=True)
class TableRequest:
    """A form that somebody has sent to a table."""

    request: HTTPConnection
    live: LiveTable
    person: str
    form: FormData

    @property
    def player(self) -> int:
        """The player that the form is about."""
        return number(self.form, "player")

    @property
    def players(self) -> tuple[int, ...]:
        """The players that the form is about, where it may be several."""
        fields = self.form.getlist("player")
        return tuple(number(FormData([("player", field)]), "player") for field in fields) or (
            self.player,
        )

    @property
    def seen(self) -> int | None:
        """The number of the last event that the page had shown."""
        return optional_number(self.form, "number")


Action = Callable[[TableRequest], Decide]


def each(players: Sequence[int], decide: Callable[[Table, int], list[Event]]) -> Decide:
    """Return a decision made for several players at once."""
    return lambda table: [event for player in players for event in decide(table, player)]


# Before the game.


def sit(asked: TableRequest) -> Decide:
    """Take a place: player, name, colour (none: any)."""
    player, name = asked.player, text(asked.form, "name")
    colour = optional_number(asked.form, "colour")
    return lambda table: decisions.sit(table, asked.person, player, name, colour)


def stand(asked: TableRequest) -> Decide:
    """Leave a place, or free another's as the host: player."""
    player = asked.player
    return lambda table: decisions.stand_up(table, asked.person, player)


def bot(asked: TableRequest) -> Decide:
    """Give a place to a bot as the host: player, level (none: free it again)."""
    player, level = asked.player, text(asked.form, "level")
    if not level:
        return stand(asked)
    return lambda table: decisions.seat_bot(table, asked.person, player, level, LEVEL_IDS)


def confirm(asked: TableRequest) -> Decide:
    """Say that one is ready, or not: player (several), ready (1 or 0), contribution."""
    if text(asked.form, "ready", "1") != "1":
        return each(asked.players, lambda table, p: decisions.unconfirm(table, asked.person, p))
    added = text(asked.form, "contribution")
    return each(asked.players, lambda table, p: decisions.confirm(table, asked.person, p, added))


def start(asked: TableRequest) -> Decide:
    """Begin a game in which only bots play, as the host."""
    return lambda table: decisions.start(table, asked.person)


# In the game.


def act(asked: TableRequest) -> Decide:
    """Do what the game asks for: player, action."""
    player, action, seen = asked.player, text(asked.form, "action"), asked.seen
    return lambda table: decisions.act(table, player, action, "person", seen, person=asked.person)


def continue_(asked: TableRequest) -> Decide:
    """Say that one has seen a round's scoring: player (several)."""
    seen = asked.seen
    return each(
        asked.players[:1],  # a device that is passed around continues for all who share it
        lambda table, p: decisions.continue_(table, asked.person, p, seen),
    )


def leave(asked: TableRequest) -> Decide:
    """Let a bot play for oneself until one returns: player."""
    player = asked.player
    return lambda table: decisions.leave(table, asked.person, player)


def return_(asked: TableRequest) -> Decide:
    """Play for oneself again: player."""
    player = asked.player
    return lambda table: decisions.return_(table, asked.person, player)


# The host's tools.


def pause(asked: TableRequest) -> Decide:
    """Pause the game as the host."""
    return lambda table: decisions.pause(table, asked.person)


def resume(asked: TableRequest) -> Decide:
    """Go on with a paused game as the host."""
    return lambda table: decisions.resume(table, asked.person)


def abandon(asked: TableRequest) -> Decide:
    """Give the table up as the host: sure (1)."""
    if text(asked.form, "sure") != "1":
        raise Refusal("Confirm first: an abandoned game cannot be resumed.", status=400)
    return lambda table: decisions.abandon(table, asked.person)


def pace(asked: TableRequest) -> Decide:
    """Change how fast bots act: bot_pace (calm, brisk or swift)."""
    wanted = text(asked.form, "bot_pace")
    return lambda table: decisions.change_pace(table, asked.person, wanted)


def away(asked: TableRequest) -> Decide:
    """Let a bot play for somebody who has gone, as the host: player."""
    player = asked.player

    def decide(table: Table) -> list[Event]:
        sitter = table.sitter(player)
        if sitter.person in asked.live.present():
            raise Refusal("{who} is here and can decide.", status=409, who=sitter.name)
        return decisions.stand_in(table, player, "host", person=asked.person)

    return decide


ACTIONS: dict[str, tuple[str, Action]] = {
    "sit": ("join", sit),
    "stand": ("join", stand),
    "bot": ("join", bot),
    "confirm": ("join", confirm),
    "start": ("join", start),
    "act": ("act", act),
    "continue": ("act", continue_),
    "leave": ("act", leave),
    "return": ("act", return_),
    "pause": ("act", pause),
    "resume": ("act", resume),
    "abandon": ("act", abandon),
    "pace": ("act", pace),
    "away": ("act", away),
}
"""The deeds by their addresses, each with what it counts as for the limits."""


async def table_request(request: Request, code: str, limit: str) -> TableRequest:
    """Return what somebody asks of a table, once it is allowed to be asked at all."""
    check_origin(request)
    services_of(request).limits.take(limit, request)
    form = await form_of(request)
    return TableRequest(request, await find_table(request, code), person_of(request), form)


async def answer_action(
    asked: TableRequest, decide: Callable[[], Decide], **more: object
) -> Response:
    """Do it, and answer: commit first, then this answer, then everybody else is told."""
    request, live = asked.request, asked.live
    back = page_before(request, live.code)
    try:
        last = await _do(asked, decide)
    except KingUpError as error:
        return refused(request, error, back, number=live.table.number)
    if wants_json(request):
        return JSONResponse({"number": last, **more})
    return see(str(more.get("location", back)))


async def _do(asked: TableRequest, decide: Callable[[], Decide]) -> int:
    key = key_of(asked.person, asked.form)
    return await services_of(asked.request).tables.do(asked.live.code, decide(), key=key)


def _more(name: str, live: LiveTable) -> dict[str, object]:
    """Return what the answer to a deed says beside its number."""
    if name in ("act", "continue") and live.table.setting.passed:
        return {"location": f"/t/{live.code}"}  # behind the curtain again
    return {}


SOCKET_ACTIONS = ("act", "continue")
"""Deeds that may come over an open socket: those that are done most."""


def action_path(name: str) -> str:
    """Return where a deed is sent, as routes write it."""
    return f"/t/{{code}}/{name}"


async def act_over_socket(
    connection: HTTPConnection, live: LiveTable, name: str, form: FormData
) -> tuple[int, dict[str, object]]:
    """Do what came over an open socket; return what a form would be answered: status and JSON.

    Where the page came from was asked when the socket was opened, and so was who is there.
    """
    limit, deed = ACTIONS[name]
    try:
        services_of(connection).limits.take(limit, connection)
    except KingUpError as error:
        return status_of(error), error_body(error)
    asked = TableRequest(connection, live, person_of(connection), form)
    try:
        last = await _do(asked, lambda: deed(asked))
    except KingUpError as error:
        return status_of(error), error_body(error, number=live.table.number)
    return 200, {"number": last, **_more(name, live)}


class ActionRoute(Route):
    """A route that only hands the request on: most of what a server does goes this way."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Return whether a request is for this route, and what its path says."""
        match, found = super().matches(scope)
        if match != Match.NONE:
            found["route"] = self
        return match, found


def _route(name: str, limit: str, deed: Action) -> Callable[[Request], Awaitable[Response]]:
    async def route(request: Request) -> Response:
        asked = await table_request(request, request.path_params["code"], limit)
        response = await answer_action(asked, lambda: deed(asked), **_more(name, asked.live))
        if name == "sit" and response.status_code < 400 and text(asked.form, "name").strip():
            keep_name(request, response, text(asked.form, "name"))
        return response

    route.__name__ = name
    route.__doc__ = deed.__doc__
    return route


ROUTES = tuple(
    ActionRoute(action_path(name), _route(name, limit, deed), methods=["POST"], name=name)
    for name, (limit, deed) in ACTIONS.items()
)
"""What people do at a table, as routes."""
