"""Leaving saves the game, and a saved game can be continued."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from kingup.bots import Bot
from kingup.history import Voted
from kingup.notation import read_file
from kingup.rules.errors import KingUpError
from kingup.rules.setup import Setup
from tests.terminal.helpers import Answer, Person, play_in, terminal, typed

SETUP = Setup.of("kingup", 3)


@pytest.mark.parametrize("word", ["quit", "q", "exit", "Q", "save", "quitter", "esci"])
def test_quitting_saves_and_says_how_to_continue(word: str, tmp_path: Path) -> None:
    path = tmp_path / "my game.json"
    with terminal(typed(word)) as shown:
        assert play_in(shown, SETUP, path) == 0
    said = " ".join(shown.output.getvalue().split())
    assert f"kingup terminal '{path}'" in said
    assert not read_file(path).is_over


def test_the_end_of_input_saves_as_well(tmp_path: Path) -> None:
    with terminal(typed()) as shown:
        assert play_in(shown, SETUP, tmp_path / "game.json") == 0
    assert read_file(tmp_path / "game.json").phase == "place"


def test_a_saved_game_continues_where_it_stopped(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    with terminal(Person(3, slips=0, until="crown")) as shown:
        play_in(shown, SETUP, path)
    saved = read_file(path)
    assert saved.phase == "vote"
    with terminal(Person(4, slips=0)) as shown:
        assert play_in(shown, saved.setup, path, game=saved) == 0
    finished = read_file(path)
    assert finished.is_over
    assert finished.rounds[0].deal == saved.rounds[0].deal
    assert finished.rounds[0].moves[: len(saved.rounds[0].moves)] == saved.rounds[0].moves
    assert finished.rounds[1].deal.favourites != finished.rounds[0].deal.favourites


def test_a_vote_that_was_not_finished_is_voted_again(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    votes = 0

    def one_vote_only(question: str) -> str:
        nonlocal votes
        if "crown" not in question:
            return person(question)
        votes += 1
        return "yes\n" if votes == 1 else ""

    person = Person(3, slips=0)
    with terminal(one_vote_only) as shown:
        assert play_in(shown, SETUP, path) == 0
    saved = read_file(path)
    assert saved.phase == "vote"
    assert len(saved.to_act) == 3
    assert not any(isinstance(move, Voted) for move in saved.rounds[0].moves)


def test_the_seed_of_a_resumed_game_does_not_repeat_its_first_deal(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    setup = Setup.of("vive-le-roi", 3)
    with terminal(Person(3, slips=0, until="crown")) as shown:
        play_in(shown, setup, path, seed=5)
    with terminal(Person(3, slips=0)) as shown:
        play_in(shown, setup, path, seed=5, game=read_file(path))
    deals = [round_.deal.favourites for round_ in read_file(path).rounds]
    assert len(set(deals)) == 3


def test_a_finished_game_only_shows_the_winner(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    with terminal(Person(3)) as shown:
        play_in(shown, SETUP, path, people=0)
    with terminal(typed()) as shown:
        assert play_in(shown, SETUP, path, game=read_file(path)) == 0
    assert "Long live" in shown.output.getvalue()


def test_after_a_failed_save_another_file_is_asked_for(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    answers = iter(["q\n", "\n"])
    with terminal(lambda question: next(answers), tty=True) as shown:
        status = play_in(shown, SETUP, tmp_path / "file" / "game.json", people=1)
    assert status == 1
    assert "cannot be saved" in shown.output.getvalue()
    other = str(tmp_path / "other.json")
    answers = iter(["q\n", f"{other}\n"])
    with terminal(lambda question: next(answers), tty=True) as shown:
        assert play_in(shown, SETUP, tmp_path / "file" / "game.json", people=1) == 0
    assert read_file(Path(other)).phase == "place"


def test_an_old_record_is_replaced_completely(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text("something else entirely")
    with terminal(typed()) as shown:
        play_in(shown, SETUP, path)
    assert read_file(path).phase == "place"
    assert [file.name for file in tmp_path.iterdir()] == ["game.json"]


def _interrupted(*answers: str | type[KeyboardInterrupt]) -> Answer:
    left = iter(answers)

    def answer(question: str) -> str:
        given = next(left, "")
        if isinstance(given, str):
            return given
        raise given

    return answer


@pytest.mark.parametrize(
    "answers", [("yes\n",), ("\n",), (KeyboardInterrupt,), ("",)], ids=["yes", "Enter", "^C", "^D"]
)
def test_ctrl_c_asks_for_confirmation_and_saves(
    answers: tuple[str | type[KeyboardInterrupt], ...], tmp_path: Path
) -> None:
    keys = _interrupted(KeyboardInterrupt, *answers)
    with terminal(keys, tty=True) as shown:
        assert play_in(shown, SETUP, tmp_path / "game.json", people=1) == 0
    assert "Save the game and leave?" in shown.output.getvalue()
    assert read_file(tmp_path / "game.json").phase == "place"


def test_ctrl_c_by_mistake_changes_nothing(tmp_path: Path) -> None:
    keys = _interrupted(KeyboardInterrupt, "no\n", "A3\n", "q\n")
    with terminal(keys, tty=True) as shown:
        assert play_in(shown, SETUP, tmp_path / "game.json", people=1) == 0
    castle = read_file(tmp_path / "game.json").castle
    assert castle["A"] == "3"


def test_a_closed_window_saves_the_game(tmp_path: Path) -> None:
    def hang_up(question: str) -> str:
        signal.raise_signal(signal.SIGHUP)
        return "A3\n"

    before = signal.getsignal(signal.SIGHUP)
    with terminal(hang_up, tty=True) as shown:
        assert play_in(shown, SETUP, tmp_path / "game.json", people=1) == 0
    assert read_file(tmp_path / "game.json").phase == "place"
    assert signal.getsignal(signal.SIGHUP) == before


def test_interrupting_a_bot_saves_a_valid_game(tmp_path: Path) -> None:
    class Sleeper:
        def choose(self, view: object) -> str:
            raise KeyboardInterrupt

    with terminal(typed("yes")) as shown:
        bots: dict[int, Bot] = dict.fromkeys(range(3), Sleeper())
        assert play_in(shown, SETUP, tmp_path / "game.json", bots=bots) == 0
    assert read_file(tmp_path / "game.json").phase == "place"


def test_the_game_is_saved_when_a_bot_fails(tmp_path: Path) -> None:
    class Cheat:
        def choose(self, view: object) -> str:
            return "Z9"

    with terminal(typed()) as shown, pytest.raises(KingUpError):
        play_in(shown, SETUP, tmp_path / "game.json", bots=dict.fromkeys(range(3), Cheat()))
    assert "kingup terminal" in shown.output.getvalue()
    assert read_file(tmp_path / "game.json").phase == "place"
