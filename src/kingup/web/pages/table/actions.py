"""The actions of people at a table: `POST /t/CODE/…` with a form.

Each action reads its form and returns a decision, which the table service applies. The most
frequent ones may also come over the page's socket, with the same JSON as the response.
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
    """A form that a person has sent to a table."""

    request: HTTPConnection
    live: LiveTable
    person: str
    form: FormData

    @property
    def player(self) -> int:
        """The player that the form names."""
        return number(self.form, "player")

    @property
    def players(self) -> tuple[int, ...]:
        """The players that the form names, if it may be several."""
        fields = self.form.getlist("player")
        return tuple(number(FormData([("player", field)]), "player") for field in fields) or (
            self.player,
        )

    @property
    def seen(self) -> int | None:
        """The number of the last event that the page has shown."""
        return optional_number(self.form, "number")


Action = Callable[[TableRequest], Decide]


def each(players: Sequence[int], decide: Callable[[Table, int], list[Event]]) -> Decide:
    """Return a decision for several players at once."""
    return lambda table: [event for player in players for event in decide(table, player)]


# Before the game.


def sit(table_request: TableRequest) -> Decide:
    """Sit down: player, name, colour (empty: any)."""
    player, name = table_request.player, text(table_request.form, "name")
    colour = optional_number(table_request.form, "colour")
    return lambda table: decisions.sit(table, table_request.person, player, name, colour)


def stand(table_request: TableRequest) -> Decide:
    """Leave a place, or free another one as the host: player."""
    player = table_request.player
    return lambda table: decisions.stand_up(table, table_request.person, player)


def bot(table_request: TableRequest) -> Decide:
    """Give a place to a bot, as the host: player, level (empty: free the place)."""
    player, level = table_request.player, text(table_request.form, "level")
    if not level:
        return stand(table_request)
    return lambda table: decisions.seat_bot(table, table_request.person, player, level, LEVEL_IDS)


def confirm(table_request: TableRequest) -> Decide:
    """Set whether one is ready: player (several), ready (1 or 0), contribution."""
    if text(table_request.form, "ready", "1") != "1":
        return each(
            table_request.players,
            lambda table, p: decisions.unconfirm(table, table_request.person, p),
        )
    added = text(table_request.form, "contribution")
    return each(
        table_request.players,
        lambda table, p: decisions.confirm(table, table_request.person, p, added),
    )


def start(table_request: TableRequest) -> Decide:
    """Begin a game that only bots play, as the host."""
    return lambda table: decisions.start(table, table_request.person)


# In the game.


def act(table_request: TableRequest) -> Decide:
    """Take an action in the game: player, action."""
    player, action, seen = (
        table_request.player,
        text(table_request.form, "action"),
        table_request.seen,
    )
    return lambda table: decisions.act(
        table, player, action, "person", seen, person=table_request.person
    )


def continue_(table_request: TableRequest) -> Decide:
    """Dismiss a round's scoring: player (several)."""
    seen = table_request.seen
    return each(
        table_request.players[:1],  # one click is enough for all who share a device
        lambda table, p: decisions.continue_(table, table_request.person, p, seen),
    )


def leave(table_request: TableRequest) -> Decide:
    """Let a bot play until one returns: player."""
    player = table_request.player
    return lambda table: decisions.leave(table, table_request.person, player)


def return_(table_request: TableRequest) -> Decide:
    """Return to one's seat: player."""
    player = table_request.player
    return lambda table: decisions.return_(table, table_request.person, player)


# The host's tools.


def pause(table_request: TableRequest) -> Decide:
    """Pause the game, as the host."""
    return lambda table: decisions.pause(table, table_request.person)


def resume(table_request: TableRequest) -> Decide:
    """Resume a paused game, as the host."""
    return lambda table: decisions.resume(table, table_request.person)


def abandon(table_request: TableRequest) -> Decide:
    """Abandon the table, as the host: sure (1)."""
    if text(table_request.form, "sure") != "1":
        raise Refusal("Say that you are sure: a table that is given up stays so.", status=400)
    return lambda table: decisions.abandon(table, table_request.person)


def pace(table_request: TableRequest) -> Decide:
    """Change how fast bots act: bot_pace (calm, brisk or swift)."""
    wanted = text(table_request.form, "bot_pace")
    return lambda table: decisions.change_pace(table, table_request.person, wanted)


def away(table_request: TableRequest) -> Decide:
    """Let a bot play for an absent person, as the host: player."""
    player = table_request.player

    def decide(table: Table) -> list[Event]:
        sitter = table.sitter(player)
        if sitter.person in table_request.live.present():
            raise Refusal("{who} is here, and decides.", status=409, who=sitter.name)
        return decisions.stand_in(table, player, "host", person=table_request.person)

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
"""The actions by the last part of their addresses, each with its rate limit."""


async def read_table_request(request: Request, code: str, limit: str) -> TableRequest:
    """Check the origin and the rate limit, and return the form with its table."""
    check_origin(request)
    services_of(request).limits.take(limit, request)
    form = await form_of(request)
    return TableRequest(request, await find_table(request, code), person_of(request), form)


async def answer_action(
    table_request: TableRequest, decide: Callable[[], Decide], **more: object
) -> Response:
    """Apply a decision and respond: commit first, then this response, then the broadcast."""
    request, live = table_request.request, table_request.live
    back = page_before(request, live.code)
    try:
        last = await _apply(table_request, decide)
    except KingUpError as error:
        return refused(request, error, back, number=live.table.number)
    if wants_json(request):
        return JSONResponse({"number": last, **more})
    return see(str(more.get("location", back)))


async def _apply(table_request: TableRequest, decide: Callable[[], Decide]) -> int:
    key = key_of(table_request.person, table_request.form)
    return await services_of(table_request.request).tables.change(
        table_request.live.code, decide(), key=key
    )


def _extra_fields(name: str, live: LiveTable) -> dict[str, object]:
    """Return the fields of an action's response besides its number."""
    if name in ("act", "continue") and live.table.setting.passed:
        return {"location": f"/t/{live.code}"}  # behind the curtain again
    return {}


SOCKET_ACTIONS = ("act", "continue")
"""Actions that may come over a socket: the most frequent ones."""


def action_path(name: str) -> str:
    """Return the path of an action's route."""
    return f"/t/{{code}}/{name}"


async def act_over_socket(
    connection: HTTPConnection, live: LiveTable, name: str, form: FormData
) -> tuple[int, dict[str, object]]:
    """Apply an action from a socket; return the status and JSON that a form would get.

    Origin and identity were checked when the socket was opened.
    """
    limit, action = ACTIONS[name]
    try:
        services_of(connection).limits.take(limit, connection)
    except KingUpError as error:
        return status_of(error), error_body(error)
    table_request = TableRequest(connection, live, person_of(connection), form)
    try:
        last = await _apply(table_request, lambda: action(table_request))
    except KingUpError as error:
        return status_of(error), error_body(error, number=live.table.number)
    return 200, {"number": last, **_extra_fields(name, live)}


class ActionRoute(Route):
    """A plain Starlette route, without FastAPI's overhead: most requests come this way.

    It records itself in the scope as FastAPI's routes do, for logs and metrics.
    """

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Return whether a request matches this route, with the parameters of its path."""
        match, found = super().matches(scope)
        if match != Match.NONE:
            found["route"] = self
        return match, found


def _route(name: str, limit: str, action: Action) -> Callable[[Request], Awaitable[Response]]:
    async def route(request: Request) -> Response:
        table_request = await read_table_request(request, request.path_params["code"], limit)
        response = await answer_action(
            table_request, lambda: action(table_request), **_extra_fields(name, table_request.live)
        )
        if (
            name == "sit"
            and response.status_code < 400
            and text(table_request.form, "name").strip()
        ):
            keep_name(request, response, text(table_request.form, "name"))
        return response

    route.__name__ = name
    route.__doc__ = action.__doc__
    return route


ROUTES = tuple(
    ActionRoute(action_path(name), _route(name, limit, action), methods=["POST"], name=name)
    for name, (limit, action) in ACTIONS.items()
)
"""The routes of all actions."""
