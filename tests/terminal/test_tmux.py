"""The full screen in a real terminal: tmux."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from kingup.client import Client, calls
from kingup.client.tokens import make_token
from kingup.notation import read_file
from tests.waiting import wait_until
from tests.web.server import running

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed"),
]
RECORD = Path(__file__).parent.parent / "records" / "king-up-4.json"
GAME = "-m kingup terminal --edition kingup --seats 3 --bots page --names Ann --seed 1"


class Tmux:
    """A tmux of our own, with one window."""

    def __init__(self, folder: Path, command: str) -> None:
        self._socket = str(folder / "tmux")
        size = ("-x", "80", "-y", "24")
        # The readline of the test's own process may have set a size that never changes.
        clean = f"env -u COLUMNS -u LINES NO_MOTION=1 KINGUP_DATA={shlex.quote(str(folder))}"
        shell = f"cd {shlex.quote(str(folder))} && {clean} {sys.executable} {command}; read"
        self.run("-f", os.devnull, "new-session", "-d", *size, shell)

    def run(self, *words: str) -> str:
        command = ["tmux", "-S", self._socket, *words]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    def type(self, *keys: str) -> None:
        self.run("send-keys", *keys)

    @property
    def text(self) -> str:
        return self.run("capture-pane", "-p")

    def wait_for(self, text: str) -> None:
        wait_until(lambda: text in self.text, text)

    @property
    def program(self) -> int:
        """The process that the window's shell runs."""
        shell = self.run("display-message", "-p", "#{pane_pid}").strip()
        found = subprocess.run(["pgrep", "-P", shell], capture_output=True, text=True, check=True)
        return int(found.stdout.split()[0])


@contextmanager
def tmux_with(folder: Path, command: str) -> Iterator[Tmux]:
    running_there = Tmux(folder, command)
    try:
        yield running_there
    finally:
        running_there.run("kill-server")


@pytest.fixture
def tmux(tmp_path: Path) -> Iterator[Tmux]:
    with tmux_with(tmp_path, f"{GAME} --out game.json") as found:
        yield found


def test_a_game_begins_is_resized_and_saved(tmux: Tmux, tmp_path: Path) -> None:
    tmux.wait_for("Ann, place a character.")
    tmux.type("Right", "Up", "Up")
    tmux.wait_for("floor 2 · Enter")
    tmux.run("resize-window", "-x", "120", "-y", "40")
    wait_until(lambda: len(tmux.text.split("\n")[0]) > 100)
    tmux.type("Enter")
    tmux.wait_for("Ann placed")
    tmux.type("Escape")
    tmux.wait_for("Save the game and leave?")
    tmux.type("Enter")
    tmux.wait_for("kingup terminal game.json")
    assert "★" not in tmux.text  # nobody's cards stay behind
    saved = read_file(tmp_path / "game.json")
    assert any(move.seat == 0 for move in saved.rounds[0].moves)


def test_a_terminated_game_is_saved(tmux: Tmux, tmp_path: Path) -> None:
    tmux.wait_for("Ann, place a character.")
    os.kill(tmux.program, 15)
    tmux.wait_for("kingup terminal game.json")
    assert read_file(tmp_path / "game.json").phase == "place"


def runs(process: int) -> bool:
    """Return whether a process has not ended yet."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize("moves", [0, 1])
def test_a_closed_window_ends_the_program_and_saves_the_game(tmp_path: Path, moves: int) -> None:
    with tmux_with(tmp_path, f"{GAME} --out game.json") as tmux:
        tmux.wait_for("Ann, place a character.")
        for _ in range(moves):
            tmux.type("Right", "Up", "Up")
            tmux.wait_for("floor 2 · Enter")
            tmux.type("Enter")
            tmux.wait_for("Ann placed")
        program = tmux.program
    wait_until(lambda: not runs(program))
    saved = read_file(tmp_path / "game.json")
    assert any(move.seat == 0 for move in saved.rounds[0].moves) == bool(moves)


def test_a_closed_window_ends_a_replay(tmp_path: Path) -> None:
    with tmux_with(tmp_path, f"-m kingup replay {shlex.quote(str(RECORD))}") as tmux:
        tmux.wait_for("Move 0 of")
        program = tmux.program
    wait_until(lambda: not runs(program))


def test_a_servers_table_is_joined_played_at_and_left(tmp_path: Path) -> None:
    with running(tmp_path) as server, Client(server, make_token(server, "Bea", None)) as client:
        setting = calls.set_table(edition="kingup", seats=3, bots=["page", "page"], sit=False)
        code = client.ask(setting)["code"]
        url = f"{server}/t/{code}"
        with tmux_with(tmp_path, f"-m kingup join {url} --name Ada") as tmux:
            tmux.wait_for("Ada, place a character.")
            tmux.type("Right", "Up", "Up")
            tmux.wait_for("floor 2 · Enter")
            tmux.type("Enter")
            tmux.wait_for("Ada placed")
            tmux.type("Escape")
            tmux.wait_for("Leave the table? A bot will play for you.")
            tmux.type("Enter")
            tmux.wait_for("A bot plays for you until you return: kingup join")
            assert "★" not in tmux.text  # nobody's cards stay behind
        found = {
            who["name"]: who["standing_in"] for who in client.ask(calls.table(code))["players"]
        }
    assert found["Ada"]


def test_a_replay_is_walked_through_and_resized(tmp_path: Path) -> None:
    with tmux_with(tmp_path, f"-m kingup replay {shlex.quote(str(RECORD))}") as tmux:
        tmux.wait_for("Move 0 of")
        tmux.type("Right", "Right", "Left")
        tmux.wait_for("Move 1 of")
        tmux.run("resize-window", "-x", "120", "-y", "40")
        wait_until(lambda: len(tmux.text.split("\n")[0]) > 100)
        tmux.type("End", "Right")
        tmux.wait_for(" wins. ")
        tmux.type("Enter")
        wait_until(lambda: " wins. " not in tmux.text)
        tmux.type("Escape")
        wait_until(lambda: "Move" not in tmux.text)
