from __future__ import annotations

import argparse
import io
import json
import shlex
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from kingup.arena import display
from kingup.arena.display import Display
from kingup.arena.standings import Standings
from kingup.arena.tournament import play
from kingup.arena.words import duration, verdict
from kingup.commands import arena
from kingup.rules.errors import KingUpError
from tests.arena.players import plan_of
from tests.bots.external_bots import python_bot


def run(words: str, out: Path | None = None) -> int:
    parser = argparse.ArgumentParser()
    arena.add_arguments(parser)
    arguments = shlex.split(words) + ([] if out is None else ["--out", str(out)])
    options = parser.parse_args(arguments)
    return arena.run(options)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("", "An arena needs 2 to 16 bots, not 0."),
        ("--bot page", "An arena needs 2 to 16 bots, not 1."),
        ("--bot page --bot pgae", "“pgae” is neither a bot nor a program"),
        ("--bot page --bot ''", "A bot’s command is empty."),
        ("--bot page --bot '\"'", "one of its quotation marks is not closed"),
        ("--bot page --bot sovereign:weights=/nope", "There is no weights file “/nope”."),
        ("--bot page:7 --bot page", "page takes no budget"),
        ("--bot page --bot chancellor:0", "“0” is not a budget"),
        ("--bot page --bot chancellor:1e9s", "“1e9s” is not a budget"),
        ("--bot page --bot page --games 0", "--games takes a number from 1 to 1000000, not “0”."),
        ("--bot page --bot page --games ten", "--games takes a number"),
        ("--bot page --bot page --seed -1", "--seed takes a number"),
        ("--bot page --bot page --jobs 0", "--jobs takes a number"),
        (f"--bot page --bot page --jobs {'0' * 29}1999999", "--jobs takes a number"),
        (f"--bot page --bot page --seed {'0' * 5000}", "--seed takes a number"),
        ("--bot page --bot page --seats 9", "King Up! is for 3 to 6 seats, not 9."),
        ("--bot page --bot page --seats 3,x", "is neither a number of seats nor a list"),
        ("--bot page --bot page --seats 2,1,1", "Teams belong to Vive le Roi"),
        ("--bot page --bot page --options ambition", "King Up! has no options"),
        ("--bot page --bot page --edition vive-le-roi --options x", "There is no option “x”"),
        ("--bot page --bot page --edition vive-le-roi --seats 2", "the Emissary must play"),
        ("--bot page --bot page --at-least 4", "“--at-least” only goes with “--until-certain”."),
        ("--bot page --bot page --seconds 0", "A program can think for up to 3600 seconds"),
        ("--bot page --bot page --bot-seconds soon", "“soon” is not a number of seconds."),
    ],
)
def test_an_impossible_request_is_refused_with_a_reason(words: str, sentence: str) -> None:
    with pytest.raises(KingUpError) as caught:
        run(words)
    assert sentence in str(caught.value)


def test_the_command_plays_shows_and_writes_everything(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = (
        "--bot page --bot page --edition kingup --edition vive-le-roi --seats 3 "
        "--options none --options ambition --games 12 --jobs 1"
    )
    assert run(words, tmp_path) == 0
    output = capsys.readouterr().out
    assert "King Up!, 3 seats" in output
    assert "Vive le Roi, 3 seats, with ambition" in output
    assert "12 of 12 games" in output
    assert "page (2)" in output
    assert "Not yet certain at 95%: the order of page and page (2)." in output
    names = {path.name for path in tmp_path.iterdir()}
    assert {"plan.json", "results.jsonl", "results.csv", "standings.csv", "report.html"} <= names
    assert len(list(tmp_path.glob("records/000/game-*.json"))) == 12

    # The command names no seed, but a second run continues the same games.
    results = (tmp_path / "results.jsonl").read_bytes()
    assert run(words, tmp_path) == 0
    assert (tmp_path / "results.jsonl").read_bytes() == results
    with pytest.raises(KingUpError, match="holds another arena"):
        run(words.replace("--games 12", "--games 18"), tmp_path)


def test_a_stopped_arena_shows_its_standings_so_far(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stop(self: Display, standings: Standings) -> None:
        if len(standings.outcomes) == 5:
            raise KeyboardInterrupt

    words = "--bot page --bot page --gauntlet --games 12 --seats 3 --seed 1"
    with monkeypatch.context() as patch:
        patch.setattr(Display, "show", stop)
        assert run(words, tmp_path) == 130
        assert "The same command continues" in capsys.readouterr().out
        assert run(words) == 130
        shown = capsys.readouterr().out
        assert "Stopped: this is what was counted so far." in shown
        assert "page (2)" in shown
        assert run(f"{words} --json") == 130
        found = json.loads(capsys.readouterr().out)
        assert (found["complete"], found["games"]) == (False, 5)
    assert (tmp_path / "report.html").exists()
    stopped = (tmp_path / "standings.csv").read_text(encoding="utf-8")
    assert run(words, tmp_path) == 0
    assert (tmp_path / "standings.csv").read_text(encoding="utf-8") != stopped


def test_the_exit_status_and_a_block_tell_that_a_bot_failed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    bot = shlex.quote(shlex.join(python_bot("greet(); hear('choose'); 1 / 0")))
    words = f"--bot {bot} --bot page --seats 3 --games 2 --jobs 1 --seed 4"
    assert run(words) == 1
    lines = capsys.readouterr().out.splitlines()
    assert sum("fails and loses" in line for line in lines) > 1
    assert lines.count("    ZeroDivisionError: division by zero") == 1
    assert lines.count("    Traceback (most recent call last):") == 1
    assert not any(" | " in line for line in lines)
    assert run(f"{words} --json") == 1
    found = json.loads(capsys.readouterr().out)
    assert found["failures"]
    assert all("ZeroDivisionError" in one["reason"] for one in found["failures"])


def test_the_standings_can_be_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--bot page --bot page --seats 3 --games 6 --jobs 1 --seed 4 --json") == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["complete"], found["seed"], found["failures"]) == (True, 4, [])
    shares = {row["bot"]: row["win_share"] for row in found["bots"]}
    assert set(shares) == {"page", "page (2)"}


def test_a_gauntlet_prints_the_challengers_win_share(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--gauntlet --bot page --bot page --seats 3 --games 3 --jobs 1 --seed 4") == 0
    assert "page against page (2): " in capsys.readouterr().out


def test_king_up_beside_vive_le_roi_is_played_once_and_without_options(tmp_path: Path) -> None:
    words = "--bot page --bot page --edition kingup --edition vive-le-roi --seats 3 --games 1"
    run(f"{words} --options ambition --options wedding --jobs 1", tmp_path)
    contests = json.loads((tmp_path / "plan.json").read_text())["contests"]
    played = [(contest["edition"], contest["options"]) for contest in contests]
    assert played == [
        ("kingup", []),
        ("vive-le-roi", ["ambition"]),
        ("vive-le-roi", ["wedding"]),
    ]


def test_failures_are_printed_at_once_but_only_the_first_ten(
    capsys: pytest.CaptureFixture[str],
) -> None:
    plan = plan_of(["dice", "illegal"], games=24)
    with Display(Console(width=200)) as shown:
        play(plan, show=shown.show)
    output = capsys.readouterr().out
    assert output.count("illegal 1 fails and loses. It chose 'Z9'") == 10
    assert output.count("Further failures are only in the results.") == 1


def test_a_terminal_gets_a_live_table_that_leaves_no_trace(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(display, "PERIOD", 0.0)
    screen = io.StringIO()
    console = Console(file=screen, force_terminal=True, width=100, legacy_windows=False)
    with Display(console) as shown:
        play(plan_of(["dice", "page"], games=6), show=shown.show)
    assert "Win share" in screen.getvalue()
    assert "Playing…" in screen.getvalue()
    assert screen.getvalue().rstrip().endswith("\x1b[2K")


def test_a_verdict_names_what_is_certain() -> None:
    weaker = play(plan_of(["yesman", "page"], games=400, until_certain=True, gauntlet=True))
    assert verdict(weaker) == "Certain at 95%: yesman 0 is weaker than page 1."
    order = play(plan_of(["yesman", "page"], games=400, until_certain=True))
    assert verdict(order) == "The order is certain at 95%: page 1 > yesman 0."
    many = play(plan_of(["dice"] * 4, games=4))
    assert verdict(many) == "Not yet certain at 95%: the order of 6 pairs out of 6."


@pytest.mark.parametrize(
    ("seconds", "text"), [(None, "–"), (9e-6, "9 µs"), (0.0021, "2.1 ms"), (0.5, "0.50 s")]
)
def test_durations_are_printed_in_readable_units(seconds: float | None, text: str) -> None:
    assert duration(seconds) == text


def test_markup_in_a_bots_name_is_printed_as_it_is() -> None:
    plan = plan_of(["dice", "page"], games=2)
    first = replace(plan.entrants[0], label="bot.py [fast] [/b]")
    plan = replace(plan, entrants=(first, plan.entrants[1]))
    standings = play(plan)
    written = io.StringIO()
    console = Console(file=written, width=200, force_terminal=False)
    console.print(display.table(standings))
    shown = Display(console)
    with shown:
        shown.show(standings)
    assert written.getvalue().count("bot.py [fast] [/b]") >= 2
