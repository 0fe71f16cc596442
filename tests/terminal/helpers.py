"""A terminal made of strings, and a simulated person who answers its questions."""

from __future__ import annotations

import io
import random
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from kingup import Game
from kingup.bots import Bot
from kingup.rules.setup import Setup
from kingup.terminal.play import play
from kingup.view import View

NAMES = (
    *("Renée", "Simon", "Thérèse", "Quentin", "Inès", "Tomasz", "Botolph", "Nora"),
    *("Ada", "Bob", "Cyril", "Dora", "Emil", "Fay", "Gus", "Hal"),
)
WIPED = re.compile(r"\x1b\[H(?:\x1b\[2J)?|\x1b\[2J")
WHISPERED = re.compile(r"[^\n]*\r\x1b\[2K")
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")

SLIPS = ("A3", "z9", "A", "?", "score", "log", "undo", "cast", "rules", "board", "x", "%")

Answer = Callable[[str], str]
"""Takes the question on the screen and returns what is typed; "" is the end of input."""


class RandomBot:
    """Chooses any legal action."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def choose(self, view: View) -> str:
        return self._random.choice(view.actions)


class Output(io.StringIO):
    """What the terminal shows; it can pose as a real terminal."""

    def __init__(self, tty: bool) -> None:
        super().__init__()
        self.tty = tty
        self._end = ""

    def write(self, text: str, /) -> int:
        self._end = (self._end + text)[-1000:]
        return super().write(text)

    def isatty(self) -> bool:
        return self.tty

    @property
    def question(self) -> str:
        lines = ESCAPE.sub("", self._end).replace("\r", "\n").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "")

    @property
    def pages(self) -> list[str]:
        """Every screen that was shown, divided where the terminal was cleared."""
        shown = WHISPERED.sub("", self.getvalue())
        return [ESCAPE.sub("", page) for page in WIPED.split(shown)]


class Keyboard(io.StringIO):
    """A standard input that reads the question before it answers."""

    def __init__(self, output: Output, answer: Answer) -> None:
        super().__init__()
        self._output, self._answer = output, answer

    def isatty(self) -> bool:
        return self._output.tty

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        answer = self._answer(self._output.question)
        if self._output.tty:
            self._output.write(answer)  # as a terminal echoes what is typed
        return answer


@dataclass
class Terminal:
    """A console on an `Output`, with a `Keyboard` as standard input."""

    output: Output
    console: Console


@contextmanager
def terminal(
    answer: Answer,
    *,
    tty: bool = False,
    colour: bool = False,
    width: int = 80,
    height: int = 24,
    kind: str = "xterm-256color",
) -> Iterator[Terminal]:
    """Make a terminal: a pipe, or with `tty` one that can be drawn on."""
    output = Output(tty)
    console = Console(
        file=output,
        width=width,
        height=height,
        force_terminal=tty,
        color_system="truecolor" if colour else None,
        highlight=False,
        _environ={"TERM": kind},
    )
    before = sys.stdin
    sys.stdin = Keyboard(output, answer)
    try:
        yield Terminal(output, console)
    finally:
        sys.stdin = before


def typed(*lines: str) -> Answer:
    """Type these lines, and then nothing more."""
    left = iter(lines)
    return lambda question: next((f"{line}\n" for line in left), "")


class Person:
    """Answers every question, sometimes after a typing mistake, until a given question."""

    def __init__(self, seed: int, slips: float = 0.1, until: str | None = None) -> None:
        self._random = random.Random(seed)
        self._slips = slips
        self._until = until
        self.questions: list[str] = []

    def __call__(self, question: str) -> str:
        self.questions.append(question)
        if self._until is not None and self._until in question:
            return ""
        if self._random.random() < self._slips:
            return self._random.choice(SLIPS) + "\n"
        return self._sensible(question) + "\n"

    def _sensible(self, question: str) -> str:
        chance = self._random
        if example := re.search(r"for example (\w\d)", question):
            move = str(example[1])
            return chance.choice([move, move.lower(), " ".join(move)])
        if letters := re.search(r"move a character \(([\w ]+)\)", question):
            return chance.choice(str(letters[1]).split())
        if words := re.search(r"crown .*\? \(([\w /]+)\)", question):
            return chance.choice(str(words[1]).split(" / "))
        if "Ambition card 1 or 2" in question:
            return chance.choice("12")
        return ""


def names_for(seats: Sequence[int]) -> list[list[str]]:
    left = iter(NAMES)
    return [[next(left) for _ in range(size)] for size in seats]


def play_in(
    shown: Terminal,
    setup: Setup,
    save_to: Path,
    *,
    people: int | None = None,
    seed: int | None = 1,
    game: Game | None = None,
    bots: dict[int, Bot] | None = None,
) -> int:
    """Play a game in lines, with people on the first seats and bots on the others."""
    first_bot = len(setup.seats) if people is None else people
    if bots is None:
        bots = {seat: RandomBot(seat) for seat in range(first_bot, len(setup.seats))}
    names = names_for(setup.seats)
    return play(
        setup,
        names,
        bots,
        seed=seed,
        save_to=save_to,
        console=shown.console,
        game=game,
        plain=True,
    )
