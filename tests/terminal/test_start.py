"""`kingup terminal` from the command line: starting, leaving and continuing games."""

from __future__ import annotations

import json
import os
import pty
import select
import subprocess
import sys
from pathlib import Path

import pytest

from kingup.cli import main
from kingup.notation import read_file
from tests.waiting import PATIENCE

KINGUP = [sys.executable, "-m", "kingup", "terminal"]


def piped(words: list[str], typed: str, folder: Path) -> str:
    done = subprocess.run(
        [*KINGUP, *words],
        input=typed,
        capture_output=True,
        text=True,
        cwd=folder,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def in_a_terminal(asks: bytes, answers: int, until: bytes, folder: Path, *words: str) -> bytes:
    """Start `kingup terminal` in a real terminal, press Enter at questions, and return it all.

    `asks` is what each question shows.
    """
    leader, follower = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"}
    process = subprocess.Popen(
        [*KINGUP, "--bots", "page", *words],
        stdin=follower,
        stdout=follower,
        stderr=follower,
        cwd=folder,
        env=environment,
    )
    os.close(follower)
    shown, asked = b"", 0
    try:
        while until not in shown and select.select([leader], [], [], PATIENCE)[0]:
            try:
                shown += os.read(leader, 65536)
            except OSError:  # the game has ended, and its terminal with it
                break
            while asked < min(answers, shown.count(asks)):
                os.write(leader, b"\r")
                asked += 1
    finally:
        process.kill()
        process.wait()
        os.close(leader)
    return shown


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_pressing_enter_at_every_question_starts_a_game_of_king_up(tmp_path: Path) -> None:
    shown = in_a_terminal(b"]", 4, b"place a character", tmp_path, "--plain")
    assert b"place a character" in shown, shown[-2000:].decode(errors="replace")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_enter_on_the_full_screen_starts_a_game_of_king_up(tmp_path: Path) -> None:
    shown = in_a_terminal(b"4 seats", 1, b"place a character", tmp_path)
    assert b"place a character" in shown, shown[-2000:].decode(errors="replace")


def test_a_saved_game_continues_with_the_same_bots(tmp_path: Path) -> None:
    words = ["--edition", "kingup", "--bots", "page", "--seed", "1", "--save", "mine.json"]
    shown = piped(words, "A1\nB1\nquit\n", tmp_path)
    assert "kingup terminal mine.json" in shown
    saved = read_file(tmp_path / "mine.json")
    assert saved.tags["bots"] == "2=page 3=page 4=page"
    moves = len(saved.rounds[0].moves)
    piped(["mine.json"], "C1\nD1\nE1\nF1\nG2\nI2\nL2\nquit\n", tmp_path)
    assert len(read_file(tmp_path / "mine.json").rounds[0].moves) > moves


def test_several_people_and_several_kinds_of_bots_take_their_seats(tmp_path: Path) -> None:
    words = ["--edition", "vive-le-roi", "--seats", "2,1,1,2", "--people", "3"]
    words += ["--names", "Ann,Bea", "--bots", "page,courtier", "--save", "mine.json"]
    piped(words, "quit\n", tmp_path)
    saved = read_file(tmp_path / "mine.json")
    assert saved.names[0] == ("Ann", "Bea")
    assert saved.names[1] == ("Player 3",)
    assert saved.tags["bots"] == "3=page 4=courtier"


def test_a_finished_game_cannot_be_continued(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = Path(__file__).parent.parent / "records" / "king-up-4.json"
    assert main(["terminal", str(record)]) == 2
    assert "is finished" in capsys.readouterr().err


@pytest.mark.parametrize("tag", ["9=page", "x=page", "2=dragon"])
def test_a_saved_game_with_impossible_bots_is_refused(
    tmp_path: Path, tag: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--edition", "kingup", "--bots", "page", "--save", "mine.json"]
    piped(words, "quit\n", tmp_path)
    record = json.loads((tmp_path / "mine.json").read_text(encoding="utf-8"))
    record["tags"]["bots"] = tag
    (tmp_path / "mine.json").write_text(json.dumps(record), encoding="utf-8")
    assert main(["terminal", str(tmp_path / "mine.json")]) == 2
    assert capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--edition", "kingup", "--seats", "9"], "King Up! is for 3 to 6 seats, not 9."),
        (["--edition", "kingup", "--options", "wedding"], "“wedding” belongs to Vive le Roi"),
        (["--edition", "kingup", "--bots", "dragon"], "There is no bot “dragon”"),
        (["--edition", "kingup", "--names", "a,b"], "2 names were given for 1 people."),
        (["--seats", "3", "--people", "9"], "9 people do not fit at a table for 3."),
        (["--bots", "sovereign:temperature=2,weights=none"], "There is no weights file “none”"),
        (["nowhere.json"], "nowhere.json"),
    ],
)
def test_an_impossible_request_is_refused_with_a_reason(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["terminal", *words]) == 2
    assert sentence in capsys.readouterr().err
