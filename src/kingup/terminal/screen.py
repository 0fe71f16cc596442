"""The terminal: drawing, clearing and reading."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from io import StringIO

from rich.cells import cell_len
from rich.console import Console
from rich.control import Control
from rich.segment import ControlType
from rich.text import Text

from kingup.terminal import styles
from kingup.terminal.ink import ink
from kingup.terminal.symbols import make_writable

Line = Text | str

LONGEST_INPUT = 4096
FORGET_SCROLLBACK = "\x1b[3J"


class Leave(Exception):
    """Somebody wants to leave the game, or the input has ended."""


class Screen:
    """A console, used as well as it allows.

    A *full* screen is a real terminal with somebody in front of it: it is cleared before every
    drawing. Anything else, a pipe or a dumb terminal, gets plain lines one after the other.
    """

    def __init__(self, console: Console | None = None) -> None:
        self.console = console or Console(highlight=False)
        self.patient = sys.stdin is not None and sys.stdin.isatty()
        """Whether somebody is there to press Enter."""
        drawable = self.console.file.isatty() and not self.console.is_dumb_terminal
        self.full = self.patient and drawable
        self.colour = (
            drawable and self.console.color_system is not None and not self.console.no_color
        )
        rich_enough = self.console.color_system in ("256", "truecolor")
        self.console.push_theme(styles.PAINTED if rich_enough else styles.BASIC)
        self._scrolls = False
        make_writable(self.console.file)
        make_writable(sys.stdin)

    @property
    def width(self) -> int:
        """The number of columns."""
        return self.console.width

    @property
    def height(self) -> int:
        """The number of rows."""
        return self.console.height

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Use the terminal's alternate screen, of which nothing remains afterwards."""
        if not self.full:
            yield
            return
        alternate = _has_alternate_screen() and self.console.set_alt_screen(True)
        self._scrolls = not alternate
        try:
            yield
        finally:
            self.wipe()
            if alternate:
                self.console.set_alt_screen(False)

    def wipe(self) -> None:
        """Clear the screen, and the scrollback if it may hold what was shown."""
        if self.full:
            self.console.control(Control.home(), Control.clear())
            if self._scrolls:
                self.console.file.write(FORGET_SCROLLBACK)
                self.console.file.flush()
        elif self.patient:
            # A dumb terminal cannot be cleared: push what is on it out of sight.
            for _ in range(max(self.height, 50)):
                self.write_line("")

    def show(self, lines: Iterable[Line]) -> None:
        """Draw a page: on a cleared screen, or below everything else on plain terminals."""
        if self.full:
            self.wipe()
        for line in lines:
            self.write_line(line)

    def write_line(self, line: Line) -> None:
        """Write one line that is already laid out."""
        self._write(line, "\n")

    def write_wrapped(self, text: Line) -> None:
        """Write a sentence, wrapped at the edge of the screen."""
        for line in wrapped(text, self.width):
            self.write_line(line)

    def status(self, text: str) -> None:
        """Show a status line that the next one replaces."""
        if self.full:
            erase = Control(ControlType.CARRIAGE_RETURN, (ControlType.ERASE_IN_LINE, 2))
            self.console.control(erase)
            self._write(ink(text, styles.QUIET), "")

    def ask(self, prompt: Line) -> str:
        """Return what somebody types; at the end of the input, raise `Leave`."""
        # Without a person at the keyboard nothing echoes the line break of the answer.
        self._write(prompt, " " if self.patient else "\n")
        answer = sys.stdin.readline(LONGEST_INPUT) if sys.stdin else ""
        if not answer:
            self.write_line("")
            raise Leave
        return answer.strip()

    def pause(self, prompt: Line) -> str:
        """Wait for Enter if somebody can press it, and return what was typed."""
        return self.ask(prompt) if self.patient else ""

    def _write(self, line: Line, end: str) -> None:
        if not self.colour:
            self.console.file.write(str(line).rstrip() + end)
            self.console.file.flush()
            return
        self.console.print(
            line, end=end, markup=False, highlight=False, emoji=False, soft_wrap=True
        )


def wrapped(text: Line, width: int) -> list[Text]:
    """Return a sentence as lines that fit a width."""
    whole = text if isinstance(text, Text) else Text(text)
    if cell_len(whole.plain) <= width:
        return [whole]
    return [line for line in whole.wrap(_RULER, width) if line.plain.strip()]


_RULER = Console(file=StringIO())
"""Rich needs a console to wrap a text, and uses nothing of it but its tab size."""


def _has_alternate_screen() -> bool:
    """Return whether the terminal has an alternate screen; most do."""
    try:
        import curses

        curses.setupterm()
        return bool(curses.tigetstr("smcup"))
    except Exception:  # Windows has no curses, and an unknown TERM raises curses.error
        return sys.platform == "win32"
