"""Puzzles: right by definition, and never given away by what the solver sees."""

from __future__ import annotations

import datetime as dt
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from kingup.analysis.decisions import thresholds
from kingup.analysis.table import Floats, Ints, RoundTable
from kingup.analysis.values import Valuer
from kingup.analysis.worlds import Imagined
from kingup.bots.beliefs import beliefs_of
from kingup.bots.sovereign.judge import judge_of
from kingup.bots.sovereign.layout import OUTCOMES
from kingup.bots.sovereign.networks import networks_of
from kingup.cli import main
from kingup.puzzles import Puzzle, PuzzleSet, read_puzzles
from kingup.puzzles.generating import (
    BITS,
    CERTAIN,
    GAP,
    LIKELY,
    Generator,
    Source,
    solution_of_vote,
    weigh_source,
)
from kingup.puzzles.puzzle import KINDS, PuzzleError, load_puzzles
from kingup.rules.cards import FAVOURITES
from kingup.rules.characters import EDITIONS


def arguments(out: Path) -> list[str]:
    """Return how to make one puzzle of each kind and edition: of a game of each edition."""
    return ["puzzles", "--out", str(out), "--number", "1"]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return a small set of puzzles, made without a stop."""
    out = tmp_path_factory.mktemp("puzzles") / "puzzles.json"
    assert main(arguments(out)) == 0
    assert [path.name for path in out.parent.iterdir()] == [out.name]
    return out.read_text(encoding="utf-8")


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
            card = FAVOURITES[EDITIONS.index(game.setup.edition)].index(solution)
            assert beliefs_of(view).cards[puzzle.about][card] >= LIKELY, "by a courtier"
            assert len(puzzle.options) == 4
            continue
        assert set(puzzle.options) <= set(view.actions)
        if puzzle.kind == "vote":
            best, doubt = puzzle.chances[puzzle.solution], puzzle.errors[puzzle.solution]
            for i in set(range(len(puzzle.options))) - {puzzle.solution}:
                ahead = best - puzzle.chances[i]
                assert ahead >= GAP * 2 / seats - 1e-3
                # A difference is at most as uncertain as both chances together.
                assert ahead >= CERTAIN * (doubt + puzzle.errors[i]) - 1e-3
        else:
            least, *more = sorted(puzzle.told)
            assert puzzle.told[puzzle.solution] == least
            assert more[0] - least >= BITS - 1e-3
            assert max(puzzle.chances) - min(puzzle.chances) <= thresholds(seats)[0] + 5e-3


@pytest.mark.full
def test_puzzles_of_every_kind_are_made_and_right_by_their_definition(made: str) -> None:
    found = read_puzzles(made)
    kinds = [(found.edition_of(puzzle), puzzle.kind) for puzzle in found.puzzles]
    assert sorted(kinds) == sorted((edition, kind) for edition in EDITIONS for kind in KINDS)
    check(found)
    assert found.to_json() == made, "what is stored can be read again"


DYING_COMMAND = """
import os, signal, sys
from kingup.commands import puzzles
from kingup.cli import main

puzzles.say = lambda text: os.kill(os.getpid(), signal.SIGKILL)
main(sys.argv[1:])
"""


@pytest.mark.full
def test_a_killed_command_goes_on_and_makes_the_same_puzzles(made: str, tmp_path: Path) -> None:
    out = tmp_path / "puzzles.json"
    notes = tmp_path / "puzzles.json.games"
    command = [sys.executable, "-c", DYING_COMMAND, *arguments(out)]
    killed = subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
    assert killed.returncode == -signal.SIGKILL
    assert not out.exists()
    (line,) = notes.read_text(encoding="utf-8").splitlines()
    with notes.open("a", encoding="utf-8") as file:
        file.write(line[: len(line) // 2])  # the second game was being written
    assert main(arguments(out)) == 0
    assert out.read_text(encoding="utf-8") == made
    assert not notes.exists()


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


OTHER_SEEDS = (3, 4)
"""Not those by which the shipped votes were chosen."""


def shipped_votes(edition: str) -> list[Puzzle]:
    shipped = load_puzzles()
    return [p for p in shipped.puzzles if (p.kind, shipped.edition_of(p)) == ("vote", edition)]


@cache
def valuer() -> Valuer:
    return Valuer(networks_of(None), judge_of())


@cache
def source_of(puzzle: Puzzle) -> Source:
    """Return the game of a shipped puzzle, weighed."""
    return weigh_source(puzzle.game, load_puzzles().game_of(puzzle), valuer())


@pytest.mark.full
@pytest.mark.parametrize("edition", EDITIONS)
def test_shipped_votes_have_the_same_solution_in_other_worlds(edition: str) -> None:
    for puzzle in shipped_votes(edition)[:2]:
        source, player = source_of(puzzle), puzzle.player or 0
        found = solution_of_vote(source, puzzle.moment, player, valuer(), OTHER_SEEDS)
        assert found == puzzle.solution, puzzle.id


class Stub(Valuer):
    """Says how far the first card is ahead, in each part of the worlds."""

    def __init__(self, leads: Sequence[float], spread: float) -> None:
        super().__init__(valuer().networks, valuer().judge)
        self._leads = iter(leads)
        self._spread = spread

    def played_out(
        self,
        worlds: Imagined,
        round_: RoundTable,
        size: int,
        player: int,
        actions: Ints,
        random: np.random.Generator,
    ) -> Floats:
        found = np.zeros((len(worlds.games), len(actions), OUTCOMES))
        found[:, 0] = next(self._leads)
        found[::2, 0] += self._spread
        found[1::2, 0] -= self._spread
        return found


@pytest.mark.full
@pytest.mark.parametrize(
    ("points", "spread", "solution"),
    [
        ((20, 20, 20, 20), 0, 0),
        ((30, 30, 30, 11), 0, 0),
        ((30, 30, 30, 9), 0, None),  # a part in which another card is no mistake
        ((30, 30, 30, -30), 0, None),  # a manner that would choose another card
        ((40, 40, -20, -20), 0, None),  # a seed
        ((19, 19, 19, 19), 0, None),  # clear, and not far enough apart
        ((25, 25, 25, 25), 200, 0),
        ((25, 25, 25, 25), 300, None),  # within three standard errors
    ],
)
def test_a_vote_is_a_puzzle_only_if_all_parts_agree(
    points: Sequence[int], spread: int, solution: int | None
) -> None:
    """The points are those between two seats; the parts are two seeds with two manners each."""
    puzzle = shipped_votes("kingup")[0]
    source = source_of(puzzle)
    scale = 2 / len(source.game.setup.seats) / 100
    stub = Stub([scale * (each + 1e-6) for each in points], scale * spread)
    found = solution_of_vote(source, puzzle.moment, puzzle.player or 0, stub)
    assert found == solution


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
