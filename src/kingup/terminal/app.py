"""The full-screen terminal: a board, pages over it, and a curtain between people."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from types import FrameType

from rich.text import Text
from textual import events, work
from textual.app import App, ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from kingup.history import Voted
from kingup.language import _
from kingup.telling.narration import log
from kingup.telling.scene import TextScene
from kingup.terminal import styles
from kingup.terminal.ballots import Seen, Tempo, around_vote, at_crowning, new_moves, seen_in
from kingup.terminal.board import BoardScreen, Wait
from kingup.terminal.ink import ink, joined, wrapped
from kingup.terminal.pages import cast_page, keys_page, rules_page
from kingup.terminal.scoresheet import sheet

Lines = Callable[[int], list[Text]]
"""Returns a page's lines for a width."""
Drive = Callable[["TableApp"], Awaitable[None]]
"""Plays a game on the screen, to its end."""

WIDEST_PAGE = 92
CLOSE = "enter"


def _resume_only_on_a_terminal() -> None:
    """Do not resume after a closed window, which sends SIGHUP and then SIGCONT.

    Textual would begin to draw on a terminal that is gone, and wait for it for ever.
    """
    if not hasattr(signal, "SIGCONT"):
        return
    resume = signal.getsignal(signal.SIGCONT)

    def resume_on_a_terminal(number: int, frame: FrameType | None) -> None:
        with suppress(OSError):
            os.get_terminal_size(sys.stdout.fileno())
            if callable(resume):
                resume(number, frame)

    signal.signal(signal.SIGCONT, resume_on_a_terminal)


class TextScreen(ModalScreen[str]):
    """Something to read over the board, or all that is seen (`curtain`); its keys close it."""

    ALLOW_SELECT = False

    def __init__(self, lines: Lines, keys: Mapping[str, str], *, curtain: bool = False) -> None:
        super().__init__(classes="curtain" if curtain else None)
        self._lines = lines
        self._keys = keys
        self.asks = False
        """Whether it asks for leaving."""

    def compose(self) -> ComposeResult:
        """Lay out the text, and the keys below."""
        with Vertical(id="page"):
            with VerticalScroll():
                yield Static(id="text")
            yield Static(id="keys")

    def on_mount(self) -> None:
        """Write the text."""
        self.call_after_refresh(self.on_resize)

    def on_resize(self) -> None:
        """Lay the text out for the new width."""
        if not self.query("#keys"):
            return  # not composed yet, or no longer there
        width = min(self.size.width - 6, WIDEST_PAGE)
        self.query_one("#text", Static).update(joined(self._lines(width)))
        row = Text()
        for key, label in self._keys.items():
            row += ink(f" {key.capitalize()} ", styles.GOLD, key=key)
            row += ink(f" {label}   ", key=key)
        self.query_one("#keys", Static).update(row)

    def on_key(self, event: events.Key) -> None:
        """Close the page by one of its keys; Escape closes one that only has Enter."""
        key = event.key
        if key in ("escape", "space") and len(self._keys) == 1:
            key = CLOSE
        if key in self._keys:
            event.stop()
            self.dismiss(key)

    def on_click(self, event: events.Click) -> None:
        """Close the page by a click on one of its keys."""
        key = event.style.meta.get("key")
        if key is not None:
            self.dismiss(key)


class TableApp(App[None]):
    """A table on the full screen. What happens at it is up to `drive`."""

    CSS_PATH = "terminal.tcss"
    ENABLE_COMMAND_PALETTE = False

    def __init__(
        self,
        drive: Drive,
        *,
        question: str = "",
        tempo: Tempo | None = None,
        wait: Wait = asyncio.sleep,
    ) -> None:
        super().__init__()
        self.title = "kingup"
        self.board = BoardScreen(Tempo.of() if tempo is None else tempo, wait)
        self.failure: BaseException | None = None
        """What ended the game before its time."""
        self._drive = drive
        self._question = question
        self._chosen: asyncio.Queue[str] = asyncio.Queue()
        self._seen: Seen | None = None
        self.bind("f1", "help", description=_("Help"))
        self.bind("f2", "cast", description=_("Who is who"))
        self.bind("f3", "rules", description=_("Rules"))
        self.bind("f4", "log", description=_("Log"))
        self.bind("escape", "quit", description=_("Leave"))

    def get_default_screen(self) -> BoardScreen:
        """Begin with the board."""
        return self.board

    def on_mount(self) -> None:
        """Begin to play."""
        if not self.is_headless:
            loop = asyncio.get_running_loop()
            for name in ("SIGTERM", "SIGHUP"):
                # A closed window, or a terminated process: leave, so that the game is saved.
                with suppress(AttributeError, NotImplementedError, RuntimeError, ValueError):
                    loop.add_signal_handler(getattr(signal, name), self.close)
            _resume_only_on_a_terminal()
        self._play()

    @work
    async def _play(self) -> None:
        try:
            await self._drive(self)
        except Exception as error:
            self.failure = error
        self.close()

    def close(self) -> None:
        """Leave with a blank screen: after a resize, tmux keeps what the last one showed."""
        for screen in self.screen_stack:
            for part in screen.children:
                part.visible = False
        self.call_after_refresh(self.exit)

    # What a game does to the screen.

    async def present(self, scene: TextScene) -> None:
        """Show a position, after everything that has happened since the one before."""
        view, shown = scene.view, self.board.scene
        if shown is not None and self._seen is not None:
            for number, i, vote in new_moves(view, self._seen):
                if not isinstance(vote, Voted):
                    continue
                await self.board.show_vote(vote, *around_vote(view, shown.view, number, i, vote))
                if vote.outcome == "throne":
                    await self.show_sheet(scene, number, i)
        self._seen = seen_in(view)
        self.board.show(scene)

    async def show_sheet(self, scene: TextScene, number: int, i: int) -> None:
        """Show the score sheet of a crowning until somebody closes it."""
        crowned = at_crowning(scene.view, number, i)
        await self.read(lambda width: sheet(crowned, width), {CLOSE: _("Continue")})

    def offer(self, scene: TextScene) -> None:
        """Let somebody choose; `choice` returns what."""
        self.board.offer(scene)

    async def choice(self) -> str:
        """Return what somebody chooses, when they do."""
        return await self._chosen.get()

    async def read(
        self, lines: Lines, keys: Mapping[str, str] | None = None, *, curtain: bool = False
    ) -> str:
        """Show a page, and return the key that closed it."""
        page = TextScreen(lines, keys or {CLOSE: _("Back")}, curtain=curtain)
        key: str = await self.push_screen_wait(page)
        return key

    async def draw_curtain(self, public: TextScene, name: str) -> None:
        """Hide everything until the next person has the keyboard, and nobody else looks."""
        self.board.show(public)

        def lines(width: int) -> list[Text]:
            asked = _("{name}, press Enter when nobody else is looking.").format(name=name)
            return [
                ink(_("Pass the keyboard to {name}.").format(name=name), styles.STRONG),
                Text(),
                *wrapped(asked, width),
            ]

        await self.read(lines, {CLOSE: name}, curtain=True)

    # What people do at any time.

    def on_board_screen_chosen(self, message: BoardScreen.Chosen) -> None:
        """Keep what somebody has chosen."""
        self._chosen.put_nowait(message.action)

    @work
    async def action_help(self) -> None:
        """Show the keys and signs."""
        if (scene := self._open()) is not None:
            await self.read(lambda width: keys_page(scene, width))

    @work
    async def action_cast(self) -> None:
        """Show who is who."""
        if (scene := self._open()) is not None:
            await self.read(lambda width: cast_page(scene, width))

    @work
    async def action_rules(self) -> None:
        """Show the rules in short."""
        if (scene := self._open()) is not None:
            await self.read(lambda width: rules_page(scene.view, width))

    @work
    async def action_log(self) -> None:
        """Show what has happened in this round."""
        if (scene := self._open()) is None:
            return

        def lines(width: int) -> list[Text]:
            told = log(scene.view, every_vote=False)
            told = told or [_("Nothing has happened in this round yet.")]
            return [line for text in told for line in wrapped(text, width)]

        await self.read(lines)

    def _open(self) -> TextScene | None:
        """Return what the board shows, unless something covers it."""
        return None if isinstance(self.screen, TextScreen) else self.board.scene

    async def action_quit(self) -> None:
        """Ask, and leave."""
        self._leave()

    def action_help_quit(self) -> None:
        """Ctrl-C: ask, and leave."""
        self._leave()

    @work
    async def _leave(self) -> None:
        if isinstance(self.screen, TextScreen) and self.screen.asks:
            self.close()  # Ctrl-C again
            return
        if not self._question:
            self.close()
            return
        keys = {"enter": _("Leave"), "escape": _("Stay")}
        question = ink(self._question, styles.STRONG)
        page = TextScreen(lambda width: wrapped(question, width), keys)
        page.asks = True
        if await self.push_screen_wait(page) == "enter":
            self.close()
