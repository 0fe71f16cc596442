"""Puzzles: right by definition, and never given away by what the solver sees."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from kingup.analysis.values import Valuer
from kingup.bots.sovereign.judge import judge_of
from kingup.bots.sovereign.networks import networks_of
from kingup.cli import main
from kingup.notation import write_json
from kingup.puzzles import PuzzleSet, read_puzzles
from kingup.puzzles.generating import BITS, GAP, LIKELY, Generator, play_source, puzzles_of
from kingup.puzzles.puzzle import KINDS, PuzzleError, load_puzzles


@cache
def some_puzzles() -> PuzzleSet:
    """Return the puzzles of one game that are quick to make."""
    valuer = Valuer(networks_of(None), judge_of())
    source = play_source("vive-le-roi", 0, valuer)
    puzzles = puzzles_of(source, ("card", "tells"), valuer)
    assert puzzles == puzzles_of(source, ("card", "tells"), valuer), "not the same again"
    return PuzzleSet("x", 0, tuple(puzzles), {source.key: write_json(source.game)})


def check(puzzles: PuzzleSet) -> None:
    for puzzle in puzzles.puzzles:
        view = puzzles.view_of(puzzle)
        game = puzzles.game_of(puzzle)
        assert view.winners is None
        assert len(set(puzzle.options)) == len(puzzle.options) > 1
        seats = len(game.setup.seats)
        solution = puzzle.options[puzzle.solution]
        if puzzle.kind == "card":
            assert view.viewer is None
            assert view.rounds[-1].favourites is None, "the card lies open"
            assert puzzle.about is not None
            assert game.rounds[view.round - 1].deal.favourites[puzzle.about] == solution
            assert puzzle.chances[puzzle.solution] >= LIKELY
            assert len(puzzle.options) == 4
            continue
        assert set(puzzle.options) <= set(view.actions)
        if puzzle.kind == "vote":
            others = [c for i, c in enumerate(puzzle.chances) if i != puzzle.solution]
            assert puzzle.chances[puzzle.solution] - max(others) >= GAP * 2 / seats - 1e-3
        else:
            least, *more = sorted(puzzle.told)
            assert puzzle.told[puzzle.solution] == least
            assert more[0] - least >= BITS - 1e-3
            assert max(puzzle.chances) - min(puzzle.chances) <= 0.05 * 2 / seats + 5e-3


@pytest.mark.full
def test_puzzles_are_right_by_their_definition() -> None:
    found = some_puzzles()
    assert {puzzle.kind for puzzle in found.puzzles} == {"card", "tells"}
    check(found)


@pytest.mark.full
def test_what_is_stored_can_be_read_again() -> None:
    found = some_puzzles()
    assert read_puzzles(found.to_json()) == found


def test_the_shipped_set_has_a_hundred_of_each_kind() -> None:
    found = load_puzzles()
    assert found.judge == judge_of().digest
    kinds = Counter(puzzle.kind for puzzle in found.puzzles)
    assert set(kinds) == set(KINDS)
    assert min(kinds.values()) >= 100
    editions = Counter(puzzle.game.rsplit("-", 1)[0] for puzzle in found.puzzles)
    assert min(editions.values()) >= 100
    assert len({puzzle.id for puzzle in found.puzzles}) == len(found.puzzles)


@pytest.mark.full
def test_the_shipped_set_is_right_by_its_definition() -> None:
    check(load_puzzles())


def test_everybody_gets_the_same_puzzle_on_a_day() -> None:
    found = load_puzzles()
    days = [dt.date(2026, 11, 1) + dt.timedelta(days=i) for i in range(300)]
    daily = [found.daily(day) for day in days]
    assert daily == [found.daily(day) for day in days]
    assert len({puzzle.id for puzzle in daily}) == 300
    assert [p.kind for p in daily[:3]] != [daily[0].kind] * 3


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "not JSON"),
        ("{}", "no set of puzzles"),
        ('{"format": "kingup-puzzles", "version": 9}', "another version"),
        ('{"format": "kingup-puzzles", "version": 1, "puzzles": [{}]}', "damaged"),
    ],
)
def test_what_holds_no_puzzles_gets_a_sentence(text: str, words: str) -> None:
    with pytest.raises(PuzzleError, match=words):
        read_puzzles(text)


def test_the_command_refuses_notes_of_other_puzzles(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "puzzles.json"
    notes = tmp_path / "puzzles.json.games"
    notes.write_text('[5, "other", "kingup-0", "", []]\n', encoding="utf-8")
    assert main(["puzzles", "--out", str(out), "--number", "1"]) == 2
    assert "of other puzzles" in capsys.readouterr().err
    assert notes.exists()
    assert not out.exists()


def test_a_stopped_command_says_that_it_continues(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stop(_generator: Generator) -> str | None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Generator, "step", stop)
    assert main(["puzzles", "--out", str(tmp_path / "puzzles.json")]) == 130
    assert "The same command continues from here" in capsys.readouterr().err
