"""The study: an unfair rule is found, a fair deck is not, and a stopped run goes on."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from kingup import Game
from kingup.arena.concurrent_games import play_games
from kingup.arena.executors import InProcess
from kingup.cli import main
from kingup.study.facts import GameFacts, facts_of
from kingup.study.questions import ask_all
from kingup.study.report import numbers, page
from kingup.study.report.page import verdict_of
from kingup.study.restricted import WITHOUT, restricted
from kingup.study.running import play_trials
from kingup.study.trials import KINDS, Trial, trials_of

GAMES = 300


def trial_of(name: str, games: int, levels: tuple[str, ...] = ("courtier",)) -> Trial:
    return next(t for t in trials_of(levels, games, 7) if t.name == name)


@cache
def king_up() -> tuple[Trial, tuple[GameFacts, ...]]:
    """Return games of four courtiers."""
    trial = trial_of("kingup-4-courtier", GAMES)
    games = play_games(trial.plan, range(trial.plan.total), True)
    return trial, tuple(facts_of(outcome, outcome.record or "") for outcome in games)


def favoured(facts: GameFacts) -> GameFacts:
    """Return the same game with three points more for seat 1."""
    scores = (facts.scores[0] + 3, *facts.scores[1:])
    best = max(scores)
    winners = [score == best for score in scores]
    return replace(facts, scores=scores, shares=tuple(won / sum(winners) for won in winners))


def findings(games: tuple[GameFacts, ...]) -> dict[str, list[str]]:
    questions = ask_all([(king_up()[0], games)])
    return {q.name: [a.what for a in q.answers if a.is_finding] for q in questions}


@pytest.mark.full
def test_a_fair_game_and_a_symmetrical_deck_are_no_findings() -> None:
    """T10: King Up!'s 26 cards are equal by symmetry."""
    found = findings(king_up()[1])
    assert found["seats"] == []
    assert found["cards"] == []


@pytest.mark.full
def test_an_unfair_rule_is_found() -> None:
    """T10: three points for seat 1."""
    found = findings(tuple(favoured(game) for game in king_up()[1]))
    assert "seat 1" in found["seats"]
    assert found["cards"] == []


@pytest.mark.full
def test_the_report_says_what_was_found() -> None:
    trial, games = king_up()
    questions = ask_all([(trial, tuple(map(favoured, games)))])
    seats = next(q for q in questions if q.name == "seats")
    assert "findings; the largest is" in verdict_of(seats)
    found = page(questions, len(games), 7, "kingup study --out <here>")
    assert "<script" not in found
    assert "--out &lt;here&gt;" in found
    assert found.count("<svg") >= found.count("<h2") > 5
    rows = list(csv.DictReader(io.StringIO(numbers(questions))))
    assert {row["question"] for row in rows} >= {"first", "seats", "votes", "cards", "zero"}
    assert all(float(row["low"]) <= float(row["value"]) <= float(row["high"]) for row in rows)


def test_every_kind_of_game_exists_and_has_its_own_folder() -> None:
    trials = trials_of(("courtier", "sovereign"), 10, 1)
    assert len({trial.name for trial in trials}) == len(trials) > 2 * len(KINDS)
    assert {trial.without for trial in trials} == {None, *WITHOUT}


@pytest.mark.parametrize("without", WITHOUT)
def test_a_restricted_bot_never_does_what_it_may_not(without: str) -> None:
    edition = "kingup" if without == "zero" else "vive-le-roi"
    game = Game(edition, 4, seed=5)
    bots = [restricted("courtier", without).make(seat, 1.0) for seat in range(4)]
    while not game.is_over:
        player = game.to_act[0]
        view = game.view(player)
        action = bots[player].choose(view)
        assert action in view.actions
        if view.phase == "vote" and without in ("no", "bellyache"):
            assert action != without[0].upper()
        game.play(player, action)


def test_a_stopped_study_goes_on(tmp_path: Path) -> None:
    trial = trial_of("vive-le-roi-2-emissary-courtier", 8)

    class Stopped(Exception):
        pass

    def stop(_trial: Trial, done: int, _total: int) -> None:
        if done == 5:
            raise Stopped

    with pytest.raises(Stopped):
        play_trials([trial], InProcess(), tmp_path, stop)
    begun: list[int] = []
    again = play_trials(
        [trial], InProcess(), tmp_path, lambda _t, done, _total: begun.append(done)
    )
    assert begun[0] == 5
    fresh = play_trials([trial], InProcess(), tmp_path / "fresh")
    assert again[0][1] == fresh[0][1]


def test_the_command_writes_a_page_and_numbers(tmp_path: Path) -> None:
    arguments = ["--out", str(tmp_path), "--level", "courtier", "--games", "4", "--jobs", "1"]
    assert main(["study", *arguments, "--trials", "kingup-4"]) == 0
    assert (tmp_path / "study.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert (tmp_path / "study.csv").read_text(encoding="utf-8").startswith("question,")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--games", "many"], "--games takes a number"),
        (["--trials", "chess"], "No trial has a name"),
        (["--level", "page", "--level", "page"], "each only once"),
        (["--level", "nobody"], "neither a bot nor a program"),
    ],
)
def test_wrong_options_get_a_sentence(
    arguments: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["study", "--out", str(tmp_path), "--jobs", "1", *arguments]) == 2
    assert words in capsys.readouterr().err
