"""A puzzle in the terminal."""

from __future__ import annotations

import pytest

from kingup.cli import main
from kingup.puzzles import load_puzzles

VOTE, CARD = "035c1d96", "0084e563"


def test_todays_puzzle_is_shown_without_its_answer(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--language", "en", "puzzle"]) == 0
    shown = capsys.readouterr().out
    found = [puzzle for puzzle in load_puzzles().puzzles if f"({puzzle.id})" in shown]
    assert len(found) == 1
    assert shown.rstrip().splitlines()[-1].startswith(f"{len(found[0].options)}  ")
    assert "Right!" not in shown


def test_an_answer_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--language", "en", "puzzle", VOTE, "--answer", "2"]) == 0
    assert capsys.readouterr().out.startswith(
        "Right!\nIn a hundred games No wins 33 more than Yes"
    )
    assert main(["--language", "en", "puzzle", VOTE, "--answer", "1"]) == 0
    assert capsys.readouterr().out.startswith("Not this time.")


def test_the_position_and_the_round_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--language", "en", "puzzle", CARD])
    shown = capsys.readouterr().out
    assert "Which favourites card does Player 3 hold?" in shown
    assert "Player 3 placed" in shown
    assert "Your favourites" not in shown
    main(["--language", "en", "puzzle", VOTE])
    assert "Your favourites: " in capsys.readouterr().out


@pytest.mark.parametrize("words", [["nonsense"], [VOTE, "--answer", "3"]])
def test_what_is_not_there_is_refused(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--language", "en", "puzzle", *words]) == 2
    assert capsys.readouterr().err.count("\n") == 1
