"""A server's table in the terminal: on the full screen, or in lines."""

from __future__ import annotations

import asyncio
import json
import secrets
from contextlib import aclosing, suppress
from typing import TYPE_CHECKING, Any

from kingup.client import AsyncClient, Client, ServerError, calls
from kingup.client import retries as patience
from kingup.client.calls import Call
from kingup.client.connection import CLOSED, OVERTAKEN
from kingup.client.views import read_view
from kingup.history import Voted
from kingup.language import _, ngettext, sentence_of
from kingup.notation import read_json
from kingup.rules.errors import KingUpError
from kingup.telling.narration import narrate
from kingup.telling.scene import TextScene
from kingup.terminal.ballots import Seen, at_crowning, new_moves, seen_in
from kingup.terminal.commands import is_goodbye
from kingup.terminal.person import take_turn
from kingup.terminal.result import result
from kingup.terminal.scoresheet import narrated_sheet
from kingup.terminal.screen import Leave, Screen

if TYPE_CHECKING:
    from kingup.terminal.app import TableApp


class RemoteTable:
    """A table as the last line of its stream described it."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.line: dict[str, Any] = {}
        self._read = 0
        """The last round whose scoring was read."""

    @property
    def is_closed(self) -> bool:
        """Whether the game is over or abandoned."""
        return self.line["status"] in CLOSED

    @property
    def is_playing(self) -> bool:
        """Whether the viewer has a place in a running game."""
        return self.line.get("status") == "playing" and self.line["you"] is not None

    @property
    def scene(self) -> TextScene | None:
        """The game as the viewer may see it; None before its first deal."""
        if self.line["view"] is None or not self.line["view"]["rounds"]:
            return None
        bots = {player["seat"] for player in self.line["players"] if player and player["level"]}
        return TextScene.of_view(read_view(self.line["view"]), frozenset(bots))

    @property
    def news(self) -> str:
        """Why nobody plays now; empty if they do."""
        if self.line["status"] == "abandoned":
            return _("The game was abandoned.")
        if self.line["status"] == "paused":
            return _("The host has paused the game.")
        free = self.line["players"].count(None)
        if self.line["status"] != "open":
            return ""
        if not free:
            return _("Waiting until everybody is ready.")
        return ngettext(
            "Waiting for {number} more player.", "Waiting for {number} more players.", free
        ).format(number=free)

    def entrance(self) -> Call | None:
        """Return the request with which to take one's place, if there is one to take."""
        you = self.line["you"]
        if you is None:
            free = self.line["status"] == "open" and None in self.line["players"]
            return calls.sit(self.code) if free else None
        mine = self.line["players"][you]
        if self.line["status"] == "open" and not mine["ready"]:  # after a rematch
            return calls.confirm(self.code)
        away = self.line["status"] == "playing" and mine["standing_in"]
        return calls.table_action(self.code, "return") if away else None

    def continuing(self) -> Call | None:
        """Return the request that says that a scoring was read, once if the table waits for it."""
        view, you = self.line["view"], self.line["you"]
        if not self.is_playing or view is None or view["phase"] != "deal":
            return None
        if view["round"] == self._read or self.line["players"][you]["owner"]:
            return None  # nobody waits for bots
        self._read = view["round"]
        return calls.table_action(self.code, "continue")

    def act(self, action: str) -> Call:
        """Return the request for an action in the position that is shown."""
        # With a key, a request that is repeated after a lost answer counts once.
        return calls.act(self.code, action, self.line["number"], secrets.token_hex(8))


async def play_on_screen(app: TableApp, table: RemoteTable, client: AsyncClient) -> None:
    """Play, or watch, until the game is over."""

    async def answer() -> None:
        while True:
            action = await app.choice()
            try:
                await patience.ask(client, table.act(action), app.board.say)
            except KingUpError as error:
                app.board.say(sentence_of(error))
                if (scene := table.scene) is not None and scene.view.actions:
                    app.offer(scene)

    answering = asyncio.create_task(answer())
    try:
        await _follow(app, table, client)
    finally:
        answering.cancel()


async def _follow(app: TableApp, table: RemoteTable, client: AsyncClient) -> None:
    from kingup.terminal.local import show_result

    seen: int | None = None
    lines = patience.listen(client, lambda: calls.game(table.code, seen), app.board.say)
    async with aclosing(lines):
        async for line in lines:
            table.line, seen = line, line["number"]
            if (scene := table.scene) is not None:
                await app.present(scene)
                await _continue(app, table, client)
                if scene.view.actions and line["status"] == "playing":
                    app.offer(scene)
            if table.news:
                app.board.say(table.news)
            if table.is_closed:
                break
    if table.line["status"] == "over":
        record = await client.ask(calls.record(table.code))
        await show_result(app, read_json(json.dumps(record)))


async def _continue(app: TableApp, table: RemoteTable, client: AsyncClient) -> None:
    """Tell the table that the scoring was read, if it waits for that."""
    call = table.continuing()
    if call is None:
        return
    try:
        await patience.ask(client, call, app.board.say)
    except ServerError as error:
        if error.code not in OVERTAKEN:
            raise


def play_in_lines(screen: Screen, table: RemoteTable, client: Client) -> None:
    """Play, or watch, until the game is over."""
    seen: Seen = (0, 0)
    told = ""
    with client.listen(calls.game(table.code)) as lines:
        for line in lines:
            table.line = line
            if table.news != told:
                told = table.news
                screen.write_wrapped(told)
            scene = table.scene
            if scene is not None:
                _tell(screen, scene, seen)
                seen = seen_in(scene.view)
                _read_on(screen, table, client)
                if scene.view.actions and line["status"] == "playing":
                    _take_turn(screen, scene, table, client)
            if table.is_closed:
                break
    if scene is not None and scene.view.winners is not None:
        screen.write_lines(result(scene.view, screen.width))


def _tell(screen: Screen, scene: TextScene, seen: Seen) -> None:
    """Write what has happened since somebody last looked."""
    for number, i, move in new_moves(scene.view, seen):
        screen.write_wrapped(narrate(scene.view, move))
        if isinstance(move, Voted) and move.outcome == "throne":
            for text in ("", *narrated_sheet(at_crowning(scene.view, number, i)), ""):
                screen.write_wrapped(text)


def _read_on(screen: Screen, table: RemoteTable, client: Client) -> None:
    """Wait until a scoring was read, and tell the table."""
    call = table.continuing()
    if call is None:
        return
    if is_goodbye(screen.pause(_("Press Enter to continue:"))):
        raise Leave
    try:
        client.ask(call)
    except ServerError as error:
        if error.code not in OVERTAKEN:
            raise


def _take_turn(screen: Screen, scene: TextScene, table: RemoteTable, client: Client) -> None:
    def act(action: str) -> None:
        try:
            client.ask(table.act(action))
        except ServerError as error:
            # An action of another kind than the rules offer is asked for again; if the game has
            # moved on, the stream's next line says where it is.
            if error.code not in OVERTAKEN or action not in scene.view.actions:
                raise
            screen.write_wrapped(sentence_of(error))

    take_turn(screen, scene, (), act)


def leave(table: RemoteTable, server: str, token: str) -> None:
    """Let one of the server's bots play on, so that nobody waits."""
    if table.is_playing:
        with suppress(KingUpError), Client(server, token) as client:
            client.ask(calls.table_action(table.code, "leave"))
