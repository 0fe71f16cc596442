"""Terminals of every kind."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

from kingup.rules.setup import Setup
from kingup.telling.words import clean
from kingup.terminal.ink import wrapped
from kingup.terminal.screen import Screen, is_full_screen
from kingup.terminal.symbols import make_writable, plain
from tests.terminal.helpers import Person, play_in, terminal, typed


def test_typography_has_an_ascii_form() -> None:
    assert plain("“Éloïse” – 3 × ★ …") == '"Eloise" - 3 x * .'


def test_characters_missing_from_the_encoding_are_replaced() -> None:
    raw = io.BytesIO()
    file = io.TextIOWrapper(raw, encoding="ascii", errors="strict")
    make_writable(file)
    file.write("▟█▙ “Éloïse” 漢")
    file.flush()
    assert raw.getvalue() == b'/#\\ "Eloise" ?'


def test_a_latin_1_terminal_keeps_its_accents() -> None:
    raw = io.BytesIO()
    file = io.TextIOWrapper(raw, encoding="latin-1")
    make_writable(file)
    file.write("Éloïse ★")
    file.flush()
    assert raw.getvalue() == "Éloïse *".encode("latin-1")


def test_control_characters_are_removed() -> None:
    assert clean("\x1b[2J\x07Ann\n\udc80") == "[2JAnn"
    assert clean("x" * 100, 10) == "xxxxxxxxx…"


def test_sentences_are_wrapped_at_words() -> None:
    assert [str(line).strip() for line in wrapped("one two three", 8)] == ["one two", "three"]


def test_a_pipe_is_never_a_full_screen() -> None:
    with terminal(typed()) as shown:
        assert not is_full_screen(shown.console)
        screen = Screen(shown.console)
        screen.wipe()
        screen.write_lines(["a", "b"])
        assert screen.pause("Enter:") == ""
    assert shown.output.getvalue() == "a\nb\n"


def test_a_dumb_terminal_is_scrolled_between_people(tmp_path: Path) -> None:
    with terminal(Person(1, slips=0, until="crown"), tty=True, kind="dumb") as shown:
        play_in(shown, Setup.of("kingup", 3), tmp_path / "game.json")
    assert "Lines cannot be cleared" in shown.output.getvalue()
    for part in shown.output.getvalue().split("Pass the keyboard")[1:-1]:
        assert "\n" * 50 in part


@pytest.mark.parametrize(
    ("width", "height", "kind", "full"),
    [
        (80, 24, "xterm", True),
        (79, 24, "xterm", False),
        (80, 23, "xterm", False),
        (120, 40, "dumb", False),
    ],
)
def test_a_large_terminal_is_filled(width: int, height: int, kind: str, full: bool) -> None:
    with terminal(typed(), tty=True, width=width, height=height, kind=kind) as shown:
        assert is_full_screen(shown.console) is full


def test_a_terminal_without_unicode_gets_lines() -> None:
    class Latin1(io.StringIO):
        encoding = "latin-1"

        def isatty(self) -> bool:
            return True

    with terminal(typed(), tty=True):
        console = Console(file=Latin1(), width=80, height=24, _environ={"TERM": "xterm"})
        assert not is_full_screen(console)
