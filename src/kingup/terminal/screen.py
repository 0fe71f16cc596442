"""Lines in and out: pipes, dumb terminals, screen readers, `--plain`."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from rich.console import Console
from rich.text import Text

from kingup.terminal.ink import wrapped
from kingup.terminal.symbols import make_writable

Line = Text | str

LONGEST_INPUT = 4096
SMALLEST = (80, 24)
"""Columns and rows below which nothing is drawn on the full screen."""


class Leave(Exception):
    """Somebody wants to leave the game, or the input has ended."""


def is_drawable(console: Console) -> bool:
    """Return whether castles can be drawn: on a real terminal, large enough, with Unicode."""
    encoding = (getattr(console.file, "encoding", None) or "utf-8").lower()
    return (
        console.file.isatty()
        and not console.is_dumb_terminal
        and encoding.startswith("utf")
        and console.width >= SMALLEST[0]
        and console.height >= SMALLEST[1]
    )


def is_full_screen(console: Console) -> bool:
    """Return whether somebody sits in front of a terminal that can be drawn on."""
    return _somebody_types() and is_drawable(console)


def _somebody_types() -> bool:
    return sys.stdin is not None and sys.stdin.isatty()


class Screen:
    """A console for plain lines, one after the other."""

    def __init__(self, console: Console | None = None) -> None:
        self.console = console or Console(highlight=False)
        self.patient = _somebody_types()
        """Whether somebody is there to press Enter."""
        make_writable(self.console.file)
        make_writable(sys.stdin)

    @property
    def width(self) -> int:
        """The number of columns."""
        return self.console.width

    def wipe(self) -> None:
        """Push what is on the terminal out of sight, if somebody looks at it."""
        if self.patient:
            for _ in range(max(self.console.height, 50)):
                self.write_line("")

    def write_line(self, line: Line) -> None:
        """Write one line that is already laid out."""
        self._write(line, "\n")

    def write_lines(self, lines: Iterable[Line]) -> None:
        """Write lines that are already laid out."""
        for line in lines:
            self.write_line(line)

    def write_wrapped(self, text: Line) -> None:
        """Write a sentence, wrapped at the edge of the screen."""
        self.write_lines(wrapped(text, self.width))

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
        self.console.file.write(str(line).rstrip() + end)
        self.console.file.flush()
