"""The study: an unfair rule is found, a fair deck is not, and a stopped run goes on."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path

import pytest

from kingup import Game
from kingup.arena.cluster import RayExecutor
from kingup.arena.executors import InProcess, Processes
from kingup.cli import main
from kingup.study.answers import Played
from kingup.study.facts import GameFacts
from kingup.study.questions import Question, ask_all
from kingup.study.report import numbers, page
from kingup.study.restricted import WITHOUT, restricted
from kingup.study.running import play_trials
from kingup.study.trials import KINDS, Trial, trials_of
from tests.arena.test_cluster import needs_ray
from tests.study.played import favoured, played, trial_of

GAMES = 800
BESIDE = (
    *("vive-le-roi-4", "vive-le-roi-4-ambition", "vive-le-roi-8", "vive-le-roi-2-emissary"),
    "vive-le-roi-2-emissary-jester-uncounted-in-placement",
)
"""Trials that are asked together with King Up!'s."""


def study(games: Sequence[GameFacts]) -> list[Question]:
    """Return all questions about these games of King Up! and some trials beside them."""
    asked: Played = [(played("kingup-4", GAMES)[0], games)]
    return ask_all([*asked, *(played(name, 64) for name in BESIDE)])


def findings(games: Sequence[GameFacts]) -> dict[str, list[str]]:
    return {
        q.name: [a.what for a in q.answers if a.is_finding and a.kind == "King Up!, 4 seats"]
        for q in study(games)
    }


@pytest.mark.full
def test_a_fair_game_and_a_symmetrical_deck_are_no_findings() -> None:
    """T10: King Up!'s 26 cards are equal by symmetry."""
    found = findings(played("kingup-4", GAMES)[1])
    assert found["first"] == found["seats"] == found["cards"] == []


@pytest.mark.full
def test_an_unfair_rule_is_found_among_all_questions() -> None:
    """T10: three points for seat 1, allowing for every comparison of the study."""
    found = findings([favoured(game) for game in played("kingup-4", GAMES)[1]])
    assert "seat 1" in found["seats"]
    assert found["first"] == found["cards"] == []


@pytest.mark.full
def test_the_report_says_what_was_found() -> None:
    questions = study([favoured(game) for game in played("kingup-4", GAMES)[1]])
    assert {q.name for q in questions} >= {
        *("first", "seats", "votes", "jester", "privies", "ambition", "zero", "two"),
        *("compensation", "emissary", "cards"),
    }
    assert all(" ± " in q.verdict for q in questions)
    verdicts = {q.name: q.verdict for q in questions}
    assert "the clearest is" in verdicts["seats"]
    assert "Too rare to tell" in verdicts["zero"]
    assert "nearest to fair" in verdicts["compensation"]
    found = page(questions, 640, 7, "kingup study --out <here>")
    assert "<script" not in found
    assert "--out &lt;here&gt;" in found
    assert found.count("<svg") >= found.count("<h2") > 5
    rows = list(csv.DictReader(io.StringIO(numbers(questions))))
    assert {row["question"] for row in rows} >= {"first", "seats", "votes", "cards", "zero"}
    assert all(float(row["low"]) <= float(row["value"]) <= float(row["high"]) for row in rows)


@pytest.mark.full
def test_the_shares_of_votes_are_a_whole() -> None:
    questions = study(played("kingup-4", GAMES)[1])
    votes = next(q for q in questions if q.name == "votes")
    for kind in {a.kind for a in votes.answers}:
        shares = [a.estimate.value for a in votes.answers if a.kind == kind and "after" in a.what]
        assert sum(shares) == pytest.approx(1)


@pytest.mark.full
@pytest.mark.parametrize("cluster", ["processes", pytest.param("ray", marks=needs_ray)])
@pytest.mark.filterwarnings("ignore")
def test_a_trial_does_not_depend_on_who_plays_it(cluster: str, tmp_path: Path) -> None:
    trials = [trial_of("vive-le-roi-2-emissary-courtier", 8), trial_of("kingup-3-courtier", 6)]
    executor = Processes(2) if cluster == "processes" else RayExecutor("local", jobs=2)
    theirs = play_trials(trials, executor, tmp_path / "theirs")
    ours = play_trials(trials, InProcess(), tmp_path / "ours")
    assert theirs == ours
    assert numbers(ask_all(theirs)) == numbers(ask_all(ours))


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
    arguments = ["--out", str(tmp_path), "--level", "courtier", "--games", "8", "--jobs", "1"]
    assert main(["study", *arguments, "--trials", "kingup-4"]) == 0
    report = (tmp_path / "study.html").read_text(encoding="utf-8")
    assert report.startswith("<!doctype html>")
    assert "--out study --level courtier --games 8 --trials kingup-4<" in report
    assert str(tmp_path) not in report
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
