"""The actions of people at a table: `POST /t/CODE/…` with a form.

Each action decides from its form and the current table which events follow; the table service
stores them. The most frequent ones may also come over the page's socket, with the same JSON as
the response.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from fastapi import Request
from starlette.datastructures import FormData
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.routing import Match, Route
from starlette.types import Scope

from kingup.bots.levels import LEVEL_IDS
from kingup.rules.errors import KingUpError
from kingup.server.live_table import LiveTable
from kingup.server.refusals import Refusal
from kingup.tables import Event, Table, decisions
from kingup.web.http.dependencies import key_of, page_before, table_of_form
from kingup.web.http.errors import error_body, status_of
from kingup.web.http.forms import number_field, optional_number_field, sent_form, text_field
from kingup.web.http.identity import person_of
from kingup.web.http.player_name import keep_name
from kingup.web.http.responses import answer
from kingup.web.services import services_of


@dataclass(frozen=True, slots=True)
class TableForm:
    """A form that a person has sent to a table."""

    request: HTTPConnection
    live: LiveTable
    person: str
    fields: FormData

    def text(self, name: str, default: str = "") -> str:
        """Return a field."""
        return text_field(self.fields, name, default)

    def optional_number(self, name: str) -> int | None:
        """Return a field that may be a small number."""
        return optional_number_field(self.fields, name)

    @property
    def player(self) -> int:
        """The player that the form names."""
        return number_field(self.fields, "player")

    @property
    def players(self) -> tuple[int, ...]:
        """The players that the form names, if it may be several."""
        named = self.fields.getlist("player")
        return tuple(number_field(FormData([("player", one)]), "player") for one in named) or (
            self.player,
        )

    @property
    def seen(self) -> int | None:
        """The number of the last event that the page has shown."""
        return self.optional_number("number")


Action = Callable[[TableForm, Table], list[Event]]
"""Decides what a form changes at a table, or raises the error that says why it cannot."""


def _by_person(decide: Callable[[Table, str], list[Event]]) -> Action:
    """Return the action of a decision that depends only on who asks."""
    return lambda form, table: decide(table, form.person)


def _by_player(decide: Callable[[Table, str, int], list[Event]]) -> Action:
    """Return the action of a decision about one player: player."""
    return lambda form, table: decide(table, form.person, form.player)


# Before the game.


def sit(form: TableForm, table: Table) -> list[Event]:
    """Sit down: player, name, colour (empty: any)."""
    name, colour = form.text("name"), form.optional_number("colour")
    return decisions.sit(table, form.person, form.player, name, colour)


def bot(form: TableForm, table: Table) -> list[Event]:
    """Give a place to a bot, as the host: player, level (empty: free the place)."""
    level = form.text("level")
    if not level:
        return decisions.stand_up(table, form.person, form.player)
    return decisions.seat_bot(table, form.person, form.player, level, LEVEL_IDS)


def confirm(form: TableForm, table: Table) -> list[Event]:
    """Set whether one is ready: player (several), ready (1 or 0), contribution."""
    events: list[Event] = []
    for player in form.players:
        if form.text("ready", "1") == "1":
            added = form.text("contribution")
            events += decisions.confirm(table, form.person, player, added)
        else:
            events += decisions.unconfirm(table, form.person, player)
    return events


# In the game.


def act(form: TableForm, table: Table) -> list[Event]:
    """Take an action in the game: player, action."""
    action = form.text("action")
    return decisions.act(table, form.player, action, "person", form.seen, person=form.person)


def continue_(form: TableForm, table: Table) -> list[Event]:
    """Dismiss a round's scoring: player (several)."""
    player = form.players[0]  # one click is enough for all who share a device
    return decisions.continue_(table, form.person, player, form.seen)


# The host's tools.


def abandon(form: TableForm, table: Table) -> list[Event]:
    """Abandon the table, as the host: sure (1)."""
    if form.text("sure") != "1":
        raise Refusal("Confirm first: an abandoned game cannot be resumed.", status=400)
    return decisions.abandon(table, form.person)


def pace(form: TableForm, table: Table) -> list[Event]:
    """Change how fast bots act, as the host: bot_pace (calm, brisk or swift)."""
    return decisions.change_pace(table, form.person, form.text("bot_pace"))


def away(form: TableForm, table: Table) -> list[Event]:
    """Let a bot play for an absent person, as the host: player."""
    sitter = table.sitter(form.player)
    if sitter.person in form.live.present():
        raise Refusal("{who} is here and can decide.", status=409, who=sitter.name)
    return decisions.stand_in(table, form.player, "host", person=form.person)


ACTIONS: dict[str, tuple[str, Action]] = {
    "sit": ("join", sit),
    "stand": ("join", _by_player(decisions.stand_up)),
    "bot": ("join", bot),
    "confirm": ("join", confirm),
    "start": ("join", _by_person(decisions.start)),
    "act": ("act", act),
    "continue": ("act", continue_),
    "leave": ("act", _by_player(decisions.leave)),
    "return": ("act", _by_player(decisions.return_)),
    "pause": ("act", _by_person(decisions.pause)),
    "resume": ("act", _by_person(decisions.resume)),
    "abandon": ("act", abandon),
    "pace": ("act", pace),
    "coach": ("act", _by_person(decisions.coach)),
    "away": ("act", away),
}
"""The actions by the last part of their addresses, each with its rate limit."""


async def read_table_form(request: Request, code: str, limit: str) -> TableForm:
    """Check the origin and the rate limit, and return the form with its table."""
    fields = await sent_form(request, limit)
    return TableForm(request, await table_of_form(request, code), person_of(request), fields)


async def answer_action(form: TableForm, action: Action, **more: object) -> Response:
    """Apply an action and respond: commit first, then this response, then the broadcast."""
    back = page_before(form.request, form.live.code)
    last = await _apply(form, action)
    return answer(form.request, str(more.get("location", back)), {"number": last, **more})


async def _apply(form: TableForm, action: Action) -> int:
    tables, key = services_of(form.request).tables, key_of(form.person, form.fields)
    return await tables.change(form.live.code, partial(action, form), key=key)


def _extra_fields(name: str, live: LiveTable) -> dict[str, object]:
    """Return the fields of an action's response besides its number."""
    if name in ("act", "continue") and live.table.setting.passed:
        return {"location": f"/t/{live.code}"}  # behind the curtain again
    if name == "coach":
        return {"location": f"/t/{live.code}"}  # the page has a new button
    return {}


SOCKET_ACTIONS = ("act", "continue")
"""Actions that may come over a socket: the most frequent ones."""


def action_path(name: str) -> str:
    """Return the path of an action's route."""
    return f"/t/{{code}}/{name}"


async def act_over_socket(
    connection: HTTPConnection, live: LiveTable, name: str, fields: FormData
) -> tuple[int, dict[str, object]]:
    """Apply an action from a socket; return the status and JSON that a form would get.

    Origin and identity were checked when the socket was opened.
    """
    limit, action = ACTIONS[name]
    try:
        services_of(connection).limits.take(limit, connection)
    except KingUpError as error:
        return status_of(error), error_body(error)
    try:
        last = await _apply(TableForm(connection, live, person_of(connection), fields), action)
    except KingUpError as error:
        return status_of(error), error_body(error, number=live.table.number)
    return 200, {"number": last, **_extra_fields(name, live)}


class ActionRoute(Route):
    """A plain Starlette route, without FastAPI's overhead: most requests come this way.

    It records itself in the scope as FastAPI's routes do, for logs and metrics.
    """

    def __init__(self, name: str, limit: str, action: Action) -> None:
        super().__init__(action_path(name), self.respond, methods=["POST"], name=name)
        self._limit = limit
        self._action = action

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Return whether a request matches this route, with the parameters of its path."""
        match, found = super().matches(scope)
        if match != Match.NONE:
            found["route"] = self
        return match, found

    async def respond(self, request: Request) -> Response:
        """Apply the action."""
        form = await read_table_form(request, request.path_params["code"], self._limit)
        extra = _extra_fields(self.name, form.live)
        response = await answer_action(form, self._action, **extra)
        if self.name == "sit" and form.text("name").strip():
            keep_name(request, response, form.text("name"))
        return response


ROUTES = tuple(ActionRoute(name, limit, action) for name, (limit, action) in ACTIONS.items())
"""The routes of all actions."""
