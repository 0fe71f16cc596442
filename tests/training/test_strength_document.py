"""The strength document: results are reported as they came out, missed targets included."""

from __future__ import annotations

import json
import math
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from bench.favourites import Losses, losses_of_game, measure_losses, read_losses, write_losses
from bench.intervals import Bar, draw_bars
from bench.judge import COMPANIES, Score, read_scores, write_scores
from bench.sovereign import chances, document, learners
from bench.sovereign.matches import ISMCTS, OPTIONS, RIVALS, Length, StrengthMatch, matches
from bench.sovereign.play import (
    copy_weights,
    describe,
    folder_of,
    may_begin,
    plan_of,
    play_all,
    play_match,
)
from bench.sovereign.results import MatchResult, read_standing
from bench.sovereign.standings import MatchStanding, read_known, write_standings

from kingup.arena.match import play_game
from kingup.arena.outcome import GameOutcome
from kingup.rules.setup import OPTIONS as ALL_OPTIONS
from tests.bots.sovereign_networks import written
from tests.waiting import PATIENCE, wait_until

NAMED = {match.name: match for match in matches()}
LOSSES = Losses("kingup", "page", 2.2, 2.1, 3.1, 3.2, 0.12, 0.11, 0.02, 50)


def some_outcomes(folder: Path) -> list[GameOutcome]:
    """Return the games of one deal: sovereign in each seat among three pages."""
    plan = plan_of(NAMED["seats-kingup-4-page"], folder)
    return [play_game(plan, number, records=False) for number in range(4)]


def test_matches_cover_every_bot_at_every_seat_count_and_with_every_option() -> None:
    every = list(matches())
    assert len(NAMED) == len(every)
    for edition, counts in (("kingup", range(3, 7)), ("vive-le-roi", range(2, 9))):
        for rival in RIVALS:
            those = {m.number for m in every if m.edition == edition and m.field == rival}
            assert those >= set(counts)
    for rival in RIVALS:
        found = [m for m in every if m.chapter == "options" and m.field == rival]
        assert [(m.seats, m.options) for m in found] == list(OPTIONS)
        assert {o for m in found for o in m.options.split(",")} == {*ALL_OPTIONS, "none"}
    goals = {(m.challenger, m.field): m.goal for m in every if m.goal}
    assert goals == {
        ("sovereign", "chancellor"): 0.40,
        ("sovereign+", "chancellor"): 0.45,
        ("sovereign", ISMCTS): 0.50,
    }


def test_every_match_is_an_arena_that_can_be_played(tmp_path: Path) -> None:
    folder = copy_weights(written(tmp_path), tmp_path)
    for match in matches():
        plan = plan_of(match, folder)
        assert plan.total >= match.length.most
        assert len(plan.contests[0].seats) == match.number


def test_quick_matches_come_first() -> None:
    stages = [match.stage for match in matches()]
    assert stages == sorted(stages)
    assert {m.field for m in matches() if m.stage == 0} == {"page", "courtier"}


def result_of(shares: list[float], match: StrengthMatch, played: GameOutcome) -> MatchResult:
    """Return a result with the challenger's share of each deal's four games."""
    result = MatchResult(match)
    for share in shares:
        for seat in range(4):
            winner = seat if seat < 4 * share else (seat + 1) % 4
            lineup = tuple(int(other != seat) for other in range(4))
            result.add(replace(played, lineup=lineup, winners=(winner,)))
    return result


def test_a_missed_target_is_reported_and_a_settled_match_ends(tmp_path: Path) -> None:
    played = some_outcomes(copy_weights(written(tmp_path), tmp_path))[0]
    match = NAMED["plain-chancellors-kingup"]
    missed = result_of([0.25, 0.25, 0.5, 0.0] * 10, match, played)
    reached = result_of([0.75, 1.0, 0.5, 0.75] * 10, match, played)
    assert (missed.games, missed.standing.reached) == (160, "no")
    assert missed.share.mean == pytest.approx(0.25)
    assert reached.standing.reached == "yes"
    assert missed.settled
    assert reached.settled
    early = result_of([0.75, 1.0, 0.5], match, played)
    assert not early.settled
    # Ahead of its goal, but a few deals prove nothing.
    assert early.standing.reached == "yes, not certain"
    assert result_of([0.5, 0.25, 0.5], match, played).standing.reached == "yes, not certain"
    # Nor do three equal ones.
    alike = result_of([0.5, 0.5, 0.5], replace(match, length=Length(12, 400)), played)
    assert alike.standing.reached == "yes, not certain"
    # An interval on one side is enough for a finished match, not for one in progress.
    clear = result_of([0.5, 0.75] * 3, replace(match, length=Length(24, 400)), played)
    assert clear.standing.reached == "yes, by its interval so far"
    ended = result_of([0.5, 0.75] * 3, replace(match, length=Length(24, 24)), played)
    assert ended.standing.reached == "yes"
    # Where there is no goal, being ahead of the others counts, not being above a fair share.
    ahead = NAMED["seats-kingup-4-page"]
    assert (
        result_of([0.5, 0.25, 0.25, 0.25] * 5, ahead, played).standing.reached
        == "yes, not certain"
    )
    assert result_of([0.25] * 4, ahead, played).standing.reached == "no, not certain"
    text = document.document(
        "The weights that played.",
        [missed.standing, reached.standing, clear.standing],
        [],
        [LOSSES],
        [NAMED["plain-ismcts-kingup"]],
    )
    assert "| sovereign | chancellor | King Up!, 4 seats | 25.0 % | 19" in text
    assert "| ≥ 40 % | **no** |" in text
    counts = "1 goals reached for certain, 1 by the interval so far, 0 not certain yet, 1 not."
    assert counts in text
    assert "- **Not reached**: sovereign against chancellor, King Up!, 4 seats: 25.0 %." in text
    losses = "2.20 ± 0.12 | 2.10 ± 0.11 | 3.10 ± 0.02 | 3.20"
    assert f"| King Up! | page | {losses} | 50 |" in text
    assert text.rstrip().endswith("- sovereign against ISMCTSBot, King Up!, 4 seats")


def test_the_better_of_two_best_responses_counts(
    tmp_path: Path,
) -> None:
    head = "learner,edition,seats,minutes,share,error,games"
    rows = ["warm,kingup,4,5,0.36,0.003,100", "fresh,kingup,4,5,0.2,0.003,100",
            "warm,vive-le-roi,4,5,0.3,0.003,100", "fresh,vive-le-roi,4,5,0.31,0.003,100",
            "warm,vive-le-roi,3,7,0.5,0.003,100"]  # fmt: skip
    # A later run exists, whose player did not play.
    for run, lines, end in (("2", rows, 2273), ("10", rows[:1], 3436)):
        (tmp_path / run).mkdir()
        path = tmp_path / run / learners.RESPONSE
        path.write_text("\n".join([head, *lines]), encoding="utf-8")
        history = json.dumps([{"iterations": [0, 9]}, {"iterations": [9, end]}])
        (tmp_path / run / "history.json").write_text(history, encoding="utf-8")
    responses = learners.responses_to({"iteration": 2273}, tmp_path)
    found = learners.response_chapter(responses)
    assert any("`training/runs/2`" in line for line in found)
    assert "| warm | King Up! | 4 | 25.0 % | 5 | 36.0 % ± 0.3 | 100 | < 33 % | **no** |" in found
    assert "| fresh | King Up! | 4 | 25.0 % | 5 | 20.0 % ± 0.3 | 100 | < 33 % |  |" in found
    assert "| fresh | Vive le Roi | 4 | 25.0 % | 5 | 31.0 % ± 0.3 | 100 | < 33 % | yes |" in found
    assert "| warm | Vive le Roi | 3 | 33.3 % | 7 | 50.0 % ± 0.3 | 100 |  |  |" in found
    told = learners.missed(responses, [])
    assert told == [
        "- **Not reached**: a best response takes 36.0 % ± 0.3; the goal is under 33 %."
    ]
    near = {"learner": "warm", "edition": "kingup", "seats": "4", "minutes": "5",
            "share": ".3299", "error": ".004", "games": "9", "run": "2"}  # fmt: skip
    assert learners.missed([near], []) == [
        "- **Not certain**: a best response takes 33.0 % ± 0.4; the goal is under 33 %."
    ]
    assert learners.response_chapter([near])[-2].endswith("| < 33 % | yes, not certain |")
    fine = {**near, "share": ".329", "error": ".0009"}
    assert "| 32.90 % ± 0.09 | 9 | < 33 % | yes |" in learners.response_chapter([fine])[-2]
    assert learners.responses_to({"iteration": 9}, tmp_path) == []
    assert learners.response_chapter([]) == []
    assert learners.last_crossplay(tmp_path) == []
    assert learners.crossplay_chapter([]) == []
    assert learners.missed([], []) == []


def test_seeds_without_fair_shares_are_reported() -> None:
    row = {"edition": "vive-le-roi", "seats": "2", "stranger": "A", "error": "0.004",
           "fair": "0.41", "games": "32768", "first": "one", "second": "other"}  # fmt: skip
    near, far = (
        learners.crossplay_chapter([row | {"share": share}])[-2] for share in (".4", ".3")
    )
    text = " ".join(learners.crossplay_chapter([row | {"share": ".4"}]))
    assert "A is of `one`, B of `other`" in text
    assert near == "| A | Vive le Roi | 2 | 40.0 % ± 0.4 | 41.0 % | 32,768 | yes |"
    assert far.endswith("| **no** |")
    told = learners.missed([], [row | {"share": share} for share in ("0.4", "0.3")])
    assert told[0].startswith("- **Not reached**: 1 of 2 shares between two seeds")


def test_a_match_stops_in_time_continues_and_is_always_readable(tmp_path: Path) -> None:
    folder = copy_weights(written(tmp_path), tmp_path)
    match = replace(NAMED["seats-kingup-3-page"], length=Length(6, 9))
    assert play_match(match, folder, time.time()) is None
    assert read_standing(match, folder, {}) is None
    assert play_match(match, folder, float("inf")) is None
    result = read_standing(match, folder, {})
    assert result is not None
    assert result.settled
    assert result.games == 9
    assert (folder / match.name / "standings.csv").exists()
    # Another process is in the middle of a line.
    with (folder / match.name / "results.jsonl").open("ab") as file:
        file.write(b'{"game": 9, "de')
    again = read_standing(match, folder, {})
    assert again is not None
    assert again.games == 9
    assert " of 9 games, others " in describe(match, folder, {})
    refused = play_match(replace(match, seats="4"), folder, float("inf"))
    assert refused is not None
    assert "holds another arena" in refused


def test_a_match_in_several_processes_has_the_same_games(tmp_path: Path) -> None:
    match = replace(NAMED["seats-kingup-3-page"], length=Length(6, 6))
    standings = []
    for processes in (1, 2):
        folder = copy_weights(written(tmp_path), tmp_path / str(processes))
        assert play_match(match, folder, float("inf"), processes) is None
        standings.append(read_standing(match, folder, {}))
    assert standings[0] is not None
    assert standings[0] == standings[1]


@pytest.mark.full
def test_matches_are_played_in_parallel_and_the_document_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = copy_weights(written(tmp_path), tmp_path)
    chosen = [
        replace(NAMED[name], length=Length(3, 4))
        for name in ("seats-kingup-3-page", "seats-vive-le-roi-4-page")
    ]
    play_all(chosen, folder, jobs=2, minutes=None, known={})
    assert capsys.readouterr().out.startswith("2 of 2 matches are to be played.")
    write_losses([LOSSES] * 8, folder.name, tmp_path / document.LOSSES.name)
    stale = tmp_path / "pictures" / "strength-slow.svg"
    stale.parent.mkdir()
    stale.write_text("<svg/>", encoding="utf-8")
    assert document.write(folder, tmp_path, {})
    assert not stale.exists()
    text = (tmp_path / "strength.md").read_text(encoding="utf-8")
    for match in chosen:
        picture = tmp_path / "pictures" / f"strength-{match.chapter}.svg"
        assert picture.read_text(encoding="utf-8").startswith("<svg")
        assert f"pictures/{picture.name}" in text
    assert "## Not played yet" in text
    assert "The weights that played: SHA-256" in text


@pytest.mark.full
def test_terminating_a_match_loses_no_game(tmp_path: Path) -> None:
    weights = written(tmp_path)
    command = [sys.executable, "-m", "bench.sovereign", "play", str(weights), "kingup-3-courtier"]
    with subprocess.Popen(
        [*command, "--jobs", "1", "--out", str(tmp_path)], stdout=subprocess.PIPE, text=True
    ) as playing:
        folder = folder_of(weights, tmp_path)
        results = folder / "seats-kingup-3-courtier" / "results.jsonl"
        wait_until(
            lambda: (
                results.exists() and len(results.read_text(encoding="utf-8").splitlines()) >= 3
            ),
            seconds=300,
        )
        playing.terminate()
        told_, _ = playing.communicate(timeout=PATIENCE)
    assert playing.returncode == 130
    assert told_.endswith("Stopping. The same command goes on from here.\n")
    standing = read_standing(NAMED["seats-kingup-3-courtier"], folder, {})
    assert standing is not None
    assert standing.failures == 0
    assert not standing.settled


def test_games_from_another_machine_are_not_played_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = copy_weights(written(tmp_path), tmp_path)
    first, second = (NAMED[f"seats-kingup-{seats}-page"] for seats in (3, 4))
    table = tmp_path / "strength.csv"
    known = MatchStanding(first, 0.5, 0.45, 0.55, 0.25, 400, 1, "yes", settled=True)
    write_standings([known, replace(known, match=second, settled=False)], folder.name, table)
    kept = read_known(folder.name, table)
    assert kept[first.name] == known
    assert read_known("other weights", table) == {}
    assert read_known(folder.name, tmp_path / "nowhere.csv") == {}
    play_all([first, second], folder, jobs=1, minutes=0, known=kept)
    assert capsys.readouterr().out.startswith("1 of 2 matches are to be played.")
    assert describe(first, folder, kept).endswith("others 25.0 %: yes, 1 failures")
    # The longer one counts.
    shorter = replace(first, length=Length(3, 3))
    assert play_match(shorter, folder, float("inf")) is None
    assert read_standing(first, folder, kept) == known
    here = read_standing(first, folder, {first.name: replace(known, games=2)})
    assert here is not None
    assert here.games == 3


@pytest.mark.full
def test_losses_are_means_over_games_and_are_stored(tmp_path: Path) -> None:
    weights = written(tmp_path)
    found = measure_losses(weights, "kingup", "page", games=2)
    games = [losses_of_game(weights, "kingup", "page", seed) for seed in range(2)]
    assert found.decisions == games[0][1] + games[1][1]
    assert found.tracker == pytest.approx((games[0][0][2] + games[1][0][2]) / 2)
    assert found.even <= math.log(26)
    assert found.head_error > 0
    path = tmp_path / "losses.csv"
    write_losses([LOSSES], "abc", path)
    assert read_losses("abc", path) == [LOSSES]
    assert read_losses("other", path) == []


def test_a_match_whose_bot_cannot_start_says_why_and_counts_no_games(tmp_path: Path) -> None:
    folder = copy_weights(written(tmp_path), tmp_path)
    match = replace(NAMED["seats-kingup-3-page"], field=f"{sys.executable} -c 1/0")
    problem = play_match(match, folder, float("inf"))
    assert problem is not None
    assert problem.startswith("cannot be played. ")
    assert "ZeroDivisionError" in problem
    assert not (folder / match.name).exists()
    assert read_standing(match, folder, {}) is None


def test_the_challengers_failures_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = copy_weights(written(tmp_path), tmp_path)
    crash = f"{sys.executable} -c 1/0"
    monkeypatch.setattr(StrengthMatch, "bots", lambda *_: [crash, "page"])
    match = replace(NAMED["seats-kingup-3-page"], length=Length(3, 3))
    assert play_match(match, folder, float("inf")) is None
    found = read_standing(match, folder, {})
    assert found is not None
    assert (found.games, found.failures, found.share) == (3, 3, 0.0)


def test_a_match_with_a_time_budget_is_played_alone() -> None:
    usual, timed = NAMED["seats-kingup-3-page"], NAMED["plain-slow-kingup"]
    assert may_begin(usual, [], 2)
    assert may_begin(usual, [usual], 2)
    assert not may_begin(usual, [usual, usual], 2)
    assert may_begin(timed, [], 2)
    assert not may_begin(timed, [usual], 2)
    assert not may_begin(usual, [timed], 2)


def test_without_openspiel_its_match_is_reported_as_unplayable(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    folder = copy_weights(written(tmp_path), tmp_path)
    play_all([NAMED["plain-ismcts-kingup"]], folder, jobs=1, minutes=1, known={})
    told_ = capsys.readouterr().out
    assert "plain-ismcts-kingup: cannot be played. OpenSpiel is not installed" in told_
    assert "0 of 1 matches" in told_


def test_a_chart_marks_the_goal_of_every_row() -> None:
    picture = draw_bars("A & B", [Bar("first", 0.4, 0.3, 0.5, 0.25), Bar("x", 0.1, 0, 0.2, 0.5)])
    assert picture.count('class="goal"') == 2
    assert "A &amp; B" in picture


def judged_row(judge: str, number: int, brier: float, company: str = "pages") -> dict[str, str]:
    return {
        "table": "King Up!, 4 seats", "company": company, "judge": judge, "round": str(number),
        "brier": str(brier), "constant": "0.1875", "error": "0.001", "games": "4096",
    }  # fmt: skip


def bin_row(judge: str, number: int, was: float, share: float) -> dict[str, str]:
    return {
        "table": "King Up!, 4 seats", "company": "pages", "judge": judge, "round": str(number),
        "said": "0.54", "was": str(was), "error": "0.01", "share": str(share),
    }  # fmt: skip


def test_chances_that_do_not_come_true_are_reported() -> None:
    sights = (chances.OPEN, chances.VIEW, chances.CRITIC)
    rounds = (1, 2, 3)
    judged = [judged_row(judge, number, 0.17) for judge in sights for number in rounds]
    bins = [bin_row(judge, number, 0.55, 0.2) for judge in sights for number in rounds]
    assert chances.summary(judged, bins)[0].endswith(
        "certainly below the constant's in 3 of 3 rounds; all bins within 5 points in 3 of 3."
    )
    # A bin that is off counts if it holds enough, and a score that is too near the constant's.
    bins += [bin_row(chances.OPEN, 1, 0.3, 0.001), bin_row(chances.OPEN, 2, 0.46, 0.02)]
    judged[0] = judged_row(chances.OPEN, 1, 0.187)
    found = chances.summary(judged, bins)[0]
    assert "in 2 of 3 rounds" in found
    assert "in 2 of 3 (off in round 2)" in found
    table = "\n".join(chances.company_table(judged, bins))
    assert "54 → 46 ± 1 (round 2) | **no** |" in table
    assert "**not certainly below**" in table
    nearly = bin_row(chances.OPEN, 1, 0.485, 0.02)
    assert chances.bin_verdict(nearly) == "**no**, not certain"


def test_the_chapter_is_about_the_shipped_judge_only(tmp_path: Path) -> None:
    found = chances.chances_chapter(scores=[])
    assert "## Chances to win" in found
    (tmp_path / "judge.json").write_text('{"judge": "another"}')
    assert chances.chances_chapter(tmp_path) == []
    assert chances.chances_chapter(tmp_path / "nowhere") == []


def test_scores_with_real_bots_are_stored_and_shown(tmp_path: Path) -> None:
    numbers = (0.1875, 0.2, 0.15, 0.16, 0.155, 0.01, 0.01, 0.02, 0.03)
    score = Score("abc", "kingup", next(iter(COMPANIES)), 1, 48, 300, *numbers)
    path = tmp_path / "scores.csv"
    assert read_scores(path) == []
    write_scores([score], path)
    assert read_scores(path) == [score]
    table = chances.bots_table([score])
    assert "| 0.188 | 0.200 (0.010) | 0.150 (0.010) | 0.160 (0.020) |" in table[-2]
    assert chances.bots_table([]) == []
