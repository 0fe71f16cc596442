"""The full-screen app without a terminal: its screen as text, and keys until it is done."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from textual.app import App
from textual.pilot import Pilot

from kingup import Deal, Game
from kingup.bots import Bot
from kingup.rules.deals import RandomDealer
from kingup.terminal.app import TableApp, TextScreen
from kingup.terminal.ballots import STILL, Tempo
from kingup.terminal.local import make_app
from kingup.terminal.replay_screen import ReplayScreen
from kingup.terminal.table import TerminalTable
from kingup.view import View
from tests.terminal.helpers import RandomBot, names_for
from tests.terminal.screenshot import Screenshot, text_of
from tests.waiting import wait_until_async

PLACED = ["A4", "B4", "C4", "D4", "E3", "F3", "G3", "I3", "L2", "M2", "N2", "O2"]
"""How three players place everybody but P."""
SETTLING = 60.0
"""Seconds in which a screen must have become the one that is kept."""
SNAPSHOTS = Path(__file__).parent / "snapshots"
PATIENCE = 180
"""Seconds after which a screen that never comes is a failure."""


class Scripted:
    """A bot that says what it is told to, and then Yes."""

    def __init__(self, *actions: str) -> None:
        self._actions = list(actions)

    def choose(self, view: View) -> str:
        if view.phase == "vote":
            return self._actions.pop(0) if self._actions else "Y"
        return view.actions[0]


class Clock:
    """A clock that stands still until a test lets the screen go on."""

    def __init__(self) -> None:
        self.waits: asyncio.Queue[tuple[float, asyncio.Event]] = asyncio.Queue()

    async def wait(self, seconds: float) -> None:
        over = asyncio.Event()
        self.waits.put_nowait((seconds, over))
        await over.wait()

    async def next_wait(self) -> tuple[float, asyncio.Event]:
        return await asyncio.wait_for(self.waits.get(), PATIENCE)


class Table:
    """A table on the screen of an app that is being tested."""

    def __init__(self, local: TerminalTable, app: TableApp, pilot: Pilot[None]) -> None:
        self.local, self.app, self.pilot = local, app, pilot

    @property
    def text(self) -> str:
        return text_of(self.app)

    @property
    def asks(self) -> bool:
        """Whether somebody can choose now."""
        return self.app.board.cursor is not None and not self.reads

    @property
    def reads(self) -> bool:
        """Whether a page covers the board."""
        return isinstance(self.app.screen, TextScreen)

    async def until(self, reached: Callable[[], bool]) -> None:
        """Wait until the screen is so."""
        async with asyncio.timeout(PATIENCE):
            while not reached():
                await self.pause()
            await self.pause()

    async def pause(self) -> None:
        """Let the app handle what has happened, without waiting for an idle processor."""
        await self.pilot.pause(0)

    async def press(self, *keys: str) -> None:
        await press(self.app, self.pilot, *keys)

    async def turn(self) -> None:
        """Wait until somebody has to choose, and close the pages before that."""
        while not self.asks:
            await self.until(lambda: self.asks or self.reads)
            if self.reads:
                await self.press("enter")
        # The keys at the bottom are drawn anew after a page was closed.
        await self.until(lambda: bool(self.app.board.query("FooterKey")))

    async def play(self, action: str) -> None:
        """Choose an action by its keys, and do it."""
        await self.turn()
        view = self.app.board.cursor.scene.view  # type: ignore[union-attr]
        keys = str(view.actions.index(action) + 1) if view.phase == "ambition" else action.lower()
        await self.press(*keys, "enter")


async def press(app: TableApp, pilot: Pilot[None], *keys: str) -> None:
    """Press keys one after the other."""
    for key in keys:
        app.simulate_key(key)
        await pilot.pause(0)


@asynccontextmanager
async def table_on_screen(
    game: Game,
    *,
    people: int = 1,
    size: tuple[int, int] = (80, 24),
    tempo: Tempo = STILL,
    clock: Clock | None = None,
    bots: dict[int, Bot] | None = None,
    seed: int = 1,
) -> AsyncIterator[Table]:
    """Open a table: people on the first seats, bots on the others."""
    if bots is None:
        bots = {seat: RandomBot(seat) for seat in range(people, len(game.setup.seats))}
    local = TerminalTable(game, bots, RandomDealer(seed))
    app = make_app(local, tempo, clock.wait if clock else asyncio.sleep)
    async with app.run_test(size=size) as pilot:
        table = Table(local, app, pilot)
        await table.until(lambda: bool(app.failure or app.board.query("FooterKey")))
        yield table
    if app.failure is not None:
        raise app.failure


def new_game(edition: str, seats: int | tuple[int, ...], *options: str) -> Game:
    sizes = (1,) * seats if isinstance(seats, int) else seats
    return Game(edition, names_for(sizes), options, dealer=None)


def king_up(*moves: str) -> Game:
    """Return a game of three after some moves: seat 0 begins."""
    game = new_game("kingup", 3)
    game.deal(Deal(0, ("BCDEIO", "ADEFGM", "EFIMOP")))
    for move in moves:
        game.play(game.to_act[0], move)
    return game


def replay_app(game: Game, tempo: Tempo = STILL, clock: Clock | None = None) -> TableApp:
    """Return an app that walks through a game."""

    async def drive(app: TableApp) -> None:
        await app.push_screen_wait(
            ReplayScreen(game, tempo, clock.wait if clock else asyncio.sleep)
        )

    return TableApp(drive)


async def check_snapshot(name: str, app: App[Any], update: bool) -> None:
    """Compare a screen with the file that keeps it; `KINGUP_SNAPSHOTS=write` writes the file.

    A log is scrolled after it was written, so another screen may still become the kept one.
    """
    path = SNAPSHOTS / f"{name}.txt"

    def shown() -> str:
        screenshot = Screenshot(app)
        return f"{screenshot.text}\nColours:\n{screenshot.colours}"

    if update:
        path.parent.mkdir(exist_ok=True)
        path.write_text(shown(), encoding="utf-8")
    kept = path.read_text(encoding="utf-8")
    with suppress(AssertionError):
        await wait_until_async(lambda: shown() == kept, seconds=SETTLING)
    assert shown() == kept, f"{path} shows another screen:\n{shown()}"
