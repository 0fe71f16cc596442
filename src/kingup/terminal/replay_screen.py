"""A walk through a recorded game, on the full screen."""

from __future__ import annotations

from asyncio import sleep
from dataclasses import replace
from typing import ClassVar

from rich.text import Text
from textual import events, work
from textual.binding import Binding, BindingType

from kingup.game import Game
from kingup.history import Voted
from kingup.language import _
from kingup.telling.scene import TextScene
from kingup.terminal import styles
from kingup.terminal.app import CLOSE, Lines, TableApp, TextScreen
from kingup.terminal.ballots import Tempo, around_vote
from kingup.terminal.board import BoardScreen, Wait
from kingup.terminal.ink import ink
from kingup.terminal.record_text import open_cards, told
from kingup.terminal.result import result
from kingup.terminal.scoresheet import sheet
from kingup.view import View

FAR = 1_000_000
LEAP = 10


class ReplayScreen(BoardScreen, inherit_bindings=False):
    """The positions of a game: forward, back, or far."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", show=False),
        Binding("right,enter,space", "step(1)", show=False),
        Binding("pageup", f"step(-{LEAP})", show=False),
        Binding("pagedown", f"step({LEAP})", show=False),
        Binding("home", f"step(-{FAR})", show=False),
        Binding("end", f"step({FAR})", show=False),
        Binding("escape", "close", show=False),
    ]

    def __init__(self, game: Game, tempo: Tempo, wait: Wait = sleep) -> None:
        super().__init__(tempo, wait)
        self._last = game.move_count
        self._at = 0
        self._views: list[View] = []
        self._texts: list[list[str]] = []
        self._numbers: list[int] = []
        for number, now in game.positions():
            self._numbers.append(number)
            self._views.append(now.view(None))
            self._texts.append([*open_cards(game, now), told(self._views[-1])])

    def on_mount(self) -> None:
        """Begin at the first deal."""
        self._show_position()

    def told(self) -> list[str]:
        """Return the move that led here, and everybody's favourites if the record tells them."""
        return self._texts[self._at]

    def action_step(self, moves: int) -> None:
        """Go forward or back; a vote that comes next is shown as a moment."""
        if not self._skips():
            self._step(moves)

    @work
    async def _step(self, moves: int) -> None:
        before, last = self._views[self._at], len(self._views) - 1
        if moves > 0 and self._at == last:
            if before.winners is not None:
                await self._read(lambda width: result(before, width))
            return
        self._at = min(max(self._at + moves, 0), last)
        view = self._views[self._at]
        number = len(view.rounds) - 1
        done = view.rounds[number].moves
        voted = done[-1] if done else None
        if moves == 1 and isinstance(voted, Voted):
            await self.show_vote(voted, *around_vote(view, before, number, len(done) - 1, voted))
            if voted.outcome == "throne":
                await self._read(lambda width: sheet(view, width))
        self._show_position()

    async def _read(self, lines: Lines) -> None:
        await self.app.push_screen_wait(TextScreen(lines, {CLOSE: _("Back")}))

    def _show_position(self) -> None:
        number = self._numbers[self._at]
        where = _("Move {number} of {last}").format(number=number, last=self._last)
        hint = _("Home PgUp ← → PgDn End · Esc")
        view = replace(self._views[self._at], to_act=())
        banner = ink(f"{where}   ", styles.STRONG) + ink(" ◀ ", styles.GOLD, step="-1")
        banner += Text(" ") + ink(" ▶ ", styles.GOLD, step="1") + ink(f"   {hint}", styles.QUIET)
        self.show(TextScene.of_view(view), banner=banner)

    def on_click(self, event: events.Click) -> None:
        """Step by a click on an arrow."""
        step = event.style.meta.get("step")
        if step is not None:
            self.action_step(int(step))
        else:
            self._skips()

    def action_close(self) -> None:
        """Go back to the result, or leave."""
        self.dismiss()


def replay_on_full_screen(game: Game) -> None:
    """Walk through a game until somebody leaves."""

    async def drive(app: TableApp) -> None:
        await app.push_screen_wait(ReplayScreen(game, app.board.tempo))

    TableApp(drive).run()
