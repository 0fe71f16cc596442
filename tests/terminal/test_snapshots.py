"""Screens of games look as they did, in text and in colour."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import pytest

from kingup import Game
from kingup.bots import Bot
from kingup.client import AsyncClient
from kingup.client.calls import Call
from kingup.commands.remote_table import RemoteTable, play_on_screen
from kingup.notation import read_file
from kingup.terminal.app import TableApp
from kingup.terminal.ballots import STILL, Tempo
from kingup.terminal.local import show_result
from tests.strategies import random_play
from tests.terminal.full_screen import (
    PLACED,
    Clock,
    Scripted,
    Table,
    check_snapshot,
    king_up,
    new_game,
    press,
    replay_app,
    table_on_screen,
)
from tests.terminal.helpers import NAMES
from tests.terminal.screenshot import text_of
from tests.waiting import wait_until_async

RECORDS = Path(__file__).parent.parent / "records"
SIZES = pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])

Size = tuple[int, int]


def _is_settled(app: TableApp, text: str) -> bool:
    """Return whether a text is there, with the keys at the bottom and the end of the log."""
    board = app.screen_stack[-1]
    settled = all(log.is_vertical_scroll_end for log in board.query("#log"))
    return settled and bool(app.board.query("FooterKey")) and text in text_of(app)


async def check(moment: str, size: Size, app: TableApp, update: bool) -> None:
    """Compare the screen with its snapshot, once it has settled."""
    await wait_until_async(lambda: _is_settled(app, ""))
    await check_snapshot(f"{moment}-{size[0]}x{size[1]}", app, update)


async def _voting(table: Table, clock: Clock) -> None:
    await table.turn()
    await table.press("n", "enter")
    for seconds in (3, 4, 4):
        waited, over = await clock.next_wait()
        assert waited == seconds
        over.set()
    assert (await clock.next_wait())[0] == 4
    await table.pause()


@SIZES
@pytest.mark.parametrize("moment", ["place", "climb", "vote", "curtain", "sheet"])
async def test_a_table_at_one_keyboard(moment: str, size: Size, update_snapshots: bool) -> None:
    clock = Clock()
    tempo = Tempo(move=0, card=0, breath=3, turn=4, beat=0, outcome=0)
    moves = {"climb": PLACED, "vote": [*PLACED, "A", "A"], "sheet": [*PLACED, "A", "A"]}
    people = 2 if moment == "curtain" else 1
    bots: dict[int, Bot] = {seat: Scripted("Y") for seat in range(people, 3)}
    async with table_on_screen(
        king_up(*moves.get(moment, [])),
        people=people,
        size=size,
        tempo=STILL if moment == "sheet" else tempo,
        clock=clock,
        bots=bots,
    ) as table:
        if moment == "vote":
            await _voting(table, clock)
        elif moment == "curtain":
            await table.until(lambda: table.reads)
        else:
            await table.turn()
            keys = {"place": ("c", "3"), "climb": ("a",), "sheet": ("y", "enter")}[moment]
            await table.press(*keys)
        if moment == "sheet":
            await table.until(lambda: table.reads)
        await check(moment, size, table.app, update_snapshots)
        if moment == "vote":
            await table.press("space")


def _first_vote(edition: str, seats: tuple[int, ...], *options: str) -> Game:
    """Return a game at its first vote."""
    game = new_game(edition, seats, *options)
    for _ in random_play(game, random.Random(5), 300):
        if game.phase == "vote":
            return game
    raise AssertionError("nobody reached the throne")


@SIZES
async def test_a_table_of_teams(size: Size, update_snapshots: bool) -> None:
    game = _first_vote("vive-le-roi", (2, 1, 2), "ambition", "emissary")
    async with table_on_screen(game, size=size) as table:
        await table.turn()
        await table.press("n")
        await check("teams", size, table.app, update_snapshots)


@asynccontextmanager
async def shown(app: TableApp, size: Size, text: str) -> AsyncIterator[Callable[..., Any]]:
    """Run an app until it shows a text; yield what presses its keys."""
    async with app.run_test(size=size) as pilot:

        async def type_until(text: str, *keys: str) -> None:
            await press(app, pilot, *keys)
            await wait_until_async(lambda: app.failure or _is_settled(app, text), text)
            assert app.failure is None

        await type_until(text)
        yield type_until


@SIZES
async def test_a_replay(size: Size, update_snapshots: bool) -> None:
    app = replay_app(read_file(RECORDS / "vive-le-roi-7.json"))
    async with shown(app, size, "Move 0 of") as type_until:
        await type_until("Move 30 of", "pagedown", "pagedown", "pagedown")
        await check("replay", size, app, update_snapshots)


@SIZES
@pytest.mark.parametrize(
    ("moment", "record"), [("result", "king-up-4"), ("result-teams", "vive-le-roi-team-emissary")]
)
async def test_a_result(moment: str, record: str, size: Size, update_snapshots: bool) -> None:
    game = read_file(RECORDS / f"{record}.json")

    async def drive(app: TableApp) -> None:
        await show_result(app, game)

    app = TableApp(drive, tempo=STILL)
    async with shown(app, size, "Watch again"):
        await check(moment, size, app, update_snapshots)


class OneLine:
    """A server whose stream of a table has said one thing, and goes on in silence."""

    def __init__(self, game: Game, you: int | None, status: str = "playing") -> None:
        players = [
            {"seat": seat, "level": "page" if seat else None, "owner": "", "standing_in": False}
            for seat in range(len(game.setup.seats))
        ]
        view = game.view(you).as_dict()
        self._line = {"number": 1, "status": status, "you": you, "players": players, "view": view}

    @asynccontextmanager
    async def listen(self, call: Call) -> AsyncIterator[AsyncIterator[dict[str, Any]]]:
        yield self._lines()

    async def _lines(self) -> AsyncIterator[dict[str, Any]]:
        yield self._line
        await asyncio.Event().wait()


@SIZES
@pytest.mark.parametrize(
    ("moment", "you", "status", "text"),
    [
        ("joined", 0, "playing", f"{NAMES[0]}, move a character."),
        ("spectator", None, "playing", f"{NAMES[0]} is thinking…"),
        ("paused", 0, "paused", "The host has paused the game."),
    ],
)
async def test_a_servers_table(
    moment: str, you: int | None, status: str, text: str, size: Size, update_snapshots: bool
) -> None:
    server = cast("AsyncClient", OneLine(king_up(*PLACED), you, status))

    async def drive(app: TableApp) -> None:
        await play_on_screen(app, RemoteTable("rook-7k2fm"), server)

    app = TableApp(drive, tempo=STILL)
    async with shown(app, size, text):
        await check(moment, size, app, update_snapshots)
