"""Terminals of every kind."""

from __future__ import annotations

import io
import os
import pty
import subprocess
import sys
import time
from pathlib import Path

import pytest
from rich.console import Console

from kingup.rules.setup import Setup
from kingup.telling.words import clean
from kingup.terminal.screen import Screen, wrapped
from kingup.terminal.symbols import make_writable, plain
from tests.terminal.helpers import Person, play_in, terminal, typed

GAME = """
from pathlib import Path
from kingup.rules.setup import Setup
from kingup.terminal.play import play
from kingup.bots import make_bot
bots = {seat: make_bot("page", seat) for seat in range(2, 4)}
names = [["Ann"], ["Bea"], ["Cy"], ["Di"]]
raise SystemExit(play(Setup.of("kingup", 4), names, bots, seed=1, save_to=Path("game.json")))
"""


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
        screen = Screen(shown.console)
        assert not screen.full
        assert not screen.colour
        screen.wipe()
        screen.show(["a", "b"])
        assert screen.pause("Enter:") == ""
    assert shown.output.getvalue() == "a\nb\n"


def test_no_color_is_respected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    with terminal(typed(), tty=True):
        console = Console(file=io.StringIO(), force_terminal=True, color_system="truecolor")
        assert not Screen(console).colour


def test_a_terminal_without_an_alternate_screen_clears_its_scrollback(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("kingup.terminal.screen._has_alternate_screen", lambda: False)
    with terminal(Person(1, until="crown"), tty=True) as shown:
        play_in(shown, Setup.of("kingup", 3), tmp_path / "game.json")
    assert "\x1b[?1049h" not in shown.output.getvalue()
    assert shown.output.getvalue().count("\x1b[3J") > 10


def test_a_dumb_terminal_is_scrolled_between_people(tmp_path: Path) -> None:
    with terminal(Person(1, slips=0, until="crown"), tty=True, kind="dumb") as shown:
        play_in(shown, Setup.of("kingup", 3), tmp_path / "game.json")
    assert "This terminal cannot be cleared" in shown.output.getvalue()
    for part in shown.output.getvalue().split("Pass the keyboard")[1:-1]:
        assert "\n" * 50 in part


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_a_game_runs_in_a_real_terminal(encoding: str, tmp_path: Path) -> None:
    leader, follower = pty.openpty()
    environment = {
        **os.environ,
        "TERM": "xterm-256color",
        "COLUMNS": "80",
        "LINES": "24",
        "COLORTERM": "truecolor",
        "PYTHONIOENCODING": encoding,
    }
    environment.pop("NO_COLOR", None)
    game = subprocess.Popen(
        [sys.executable, "-c", GAME],
        stdin=follower,
        stdout=follower,
        stderr=follower,
        cwd=tmp_path,
        env=environment,
        start_new_session=True,
    )
    os.close(follower)
    said = b""
    deadline = time.monotonic() + 60
    for wait_for, answer in (
        (b"nobody else is looking:", b"\n"),
        (b"for example", b"zzz\n"),
        (b"means nothing here", b"q\n"),
        (b"kingup terminal", b""),
    ):
        while wait_for not in said and time.monotonic() < deadline:
            said += os.read(leader, 65536)
        said = said if not answer else said[said.index(wait_for) :]
        os.write(leader, answer)
    assert game.wait(timeout=30) == 0
    os.close(leader)
    assert (tmp_path / "game.json").exists()
    assert b"\x1b[?1049l" in said  # back on the main screen
    assert encoding == "utf-8" or said.isascii()
