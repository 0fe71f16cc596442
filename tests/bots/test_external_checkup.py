"""`kingup bot-check`: what it finds, and how it reports it."""

from __future__ import annotations

import argparse
import json
import shlex
from collections.abc import Sequence
from functools import partial

import pytest

from kingup.bots import BotError
from kingup.bots.external import checkup, process
from kingup.bots.external.trials import TRIALS, TrialGame
from kingup.commands import bot_check
from kingup.commands.bot_check import add_arguments, run
from kingup.rules.setup import OPTIONS, Setup
from tests.bots.external_bots import GOOD, python_bot


def check(*words: str, trials: Sequence[TrialGame] = TRIALS[:1]) -> int:
    """Run the command as the command line does, but with fewer games."""
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bot_check, "checkup", partial(checkup, trials=trials))
        return run(parser.parse_args(words))


def test_the_trials_use_both_editions_teams_and_nearly_all_options() -> None:
    for trial in TRIALS:
        Setup.of(trial.edition, trial.seats, trial.options)
    assert {trial.edition for trial in TRIALS} == {"kingup", "vive-le-roi"}
    assert any(2 in trial.seats for trial in TRIALS)
    used = {option for trial in TRIALS for option in trial.options}
    assert set(OPTIONS) - used == {"jester-uncounted-in-placement"}


def test_a_good_bot_is_fit() -> None:
    told: list[str] = []
    report = checkup(python_bot(GOOD), tell=told.append)
    assert report.is_fit
    assert report.failures == []
    assert len(report.trials) == len(TRIALS)
    assert report.repeats_itself
    assert report.left_by_itself
    assert told == report.sentences()[: len(told)]
    assert told[0] == "Test"
    assert told[1].startswith("✓ King Up!, 3 seats: ")
    assert report.verdict()[-1] == "It is fit for the arena."


def test_the_report_names_the_failure_of_each_game() -> None:
    script = (
        "greet(author='Eve')\n"
        "while True:\n"
        "    q = hear('choose')\n"
        "    answer(q, 'W' if len(q['view']['seats']) == 4 else None)\n"
    )
    report = checkup(python_bot(script), trials=TRIALS[:3])
    assert not report.is_fit
    assert [trial.failure is None for trial in report.trials] == [True, False, True]
    sentences = report.sentences()
    assert sentences[0] == "Test, by Eve"
    assert "chose “W”, but was offered: R1, R2, R3, R4, " in sentences[2]
    assert sentences[2].endswith(", ….")
    assert "Failures would have cost it 1 game out of 3." in sentences


def test_a_bot_that_cannot_start_is_reported_once() -> None:
    report = checkup("no-such-program")
    assert report.sentences() == [
        "“no-such-program” cannot be started: there is no program “no-such-program”."
    ]
    assert not report.is_fit


def test_a_slow_bot_that_ignores_its_seed_and_bye_gets_warnings(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(process, "BYE_PATIENCE", 0.1)
    script = (
        "greet()\n"
        "first = True\n"
        "while True:\n"
        "    q = hear()\n"
        "    if q['type'] == 'bye': time.sleep(60)\n"
        "    if q['type'] != 'choose': continue\n"
        "    if first: time.sleep(1.5)\n"
        "    first = False\n"
        "    actions = q['view']['actions']\n"
        "    answer(q, actions[os.getpid() % len(actions)])\n"
    )
    report = checkup(python_bot(script), trials=TRIALS[:1], seconds=2.5)
    verdict = "\n".join(report.verdict())
    assert "close to the limit of 2.5 s" in verdict
    assert "does not exit when told “bye”" in verdict
    assert "chose differently with the same seed" in verdict
    assert report.is_fit


def test_a_checkup_ends_at_its_time_limit() -> None:
    slow = "greet()\nwhile True: q = hear('choose'); time.sleep(0.1); answer(q)"
    report = checkup(python_bot(slow), patience=0.5)
    assert len(report.trials) == 1
    assert "stopped after" in report.trials[0].sentence()


def test_the_command_prints_the_report(capsys: pytest.CaptureFixture[str]) -> None:
    assert check(shlex.join(python_bot(GOOD)), trials=TRIALS[:2]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Test"
    assert lines[-1] == "It is fit for the arena."
    assert len(lines) == 1 + 2 + 2


def test_the_command_shows_the_last_words_of_a_bot_that_failed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    script = "sys.stderr.write('thinking of Z9\\n'); greet(); answer(hear('choose'), 'Z9')"
    assert check(shlex.join(python_bot(script))) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].startswith("✗ King Up!, 3 seats: ")
    assert lines[2] == "    thinking of Z9"


CRASHES = "greet()\ndef fall():\n    return 1 / 0\nhear('choose'); fall()"


def test_a_crash_is_a_block_with_the_traceback_once(capsys: pytest.CaptureFixture[str]) -> None:
    command = shlex.join(python_bot(CRASHES))
    assert check(command, "--all", trials=TRIALS[:3]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line[:1] for line in lines].count("✗") == 3
    assert lines[1].endswith("exited with status 1.")
    start = lines.index("    Traceback (most recent call last):")
    end = lines.index("    ZeroDivisionError: division by zero")
    assert start == 2
    assert any(line.startswith('      File "') for line in lines[start:end])
    assert sum("ZeroDivisionError" in line for line in lines) == 1
    assert not any(" | " in line for line in lines)
    assert "Failures would have cost it 3 games out of 3." in lines


def test_the_command_stops_at_the_first_failure_and_says_how_to_repeat_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    command = shlex.join(python_bot(CRASHES))
    assert check(command, "--seed", "7", trials=TRIALS) == 1
    out = capsys.readouterr().out
    assert out.count("✗") == 1
    for more in ("--show", "--all"):
        hint = shlex.join(["kingup", "bot-check", command, "--seed", "7", more])
        assert f"\n  {hint}\n" in out


def test_the_report_can_be_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert check(shlex.join(python_bot(CRASHES)), "--json") == 1
    report = json.loads(capsys.readouterr().out)
    assert report["fit"] is False
    (game,) = report["games"]
    assert game["failure"]["kind"] == "exit"
    assert game["failure"]["last_words"].endswith("ZeroDivisionError: division by zero")


def test_the_command_can_show_the_conversation(capsys: pytest.CaptureFixture[str]) -> None:
    assert check(shlex.join(python_bot("greet(); answer(hear('choose'), 'Z9')")), "--show") == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == '> {"type":"hello","protocol":1}'
    assert lines[1].startswith('< {"type": "hello"')
    assert lines[4].startswith('> {"type":"choose","id":1,')
    assert all(line.isprintable() and len(line) < 1000 for line in lines)


def test_the_command_sets_options(capsys: pytest.CaptureFixture[str]) -> None:
    script = (
        "greet(options={'depth': 3, 'name': 'x'})\n"
        "assert hear('options')['options'] == {'depth': 4, 'name': 'a=b'}\n"
        "while True: answer(hear('choose'))"
    )
    options = ("--option", "depth=4", "--option", "name=a=b")
    assert check(shlex.join(python_bot(script)), *options) == 0
    with pytest.raises(BotError, match="has no option “width”"):
        check(shlex.join(python_bot(script)), "--option", "width=4")


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("--option", "depth"), "“depth” is not of the form NAME=VALUE"),
        (("--option", "=4"), "“=4” is not of the form NAME=VALUE"),
        (("--seconds", "never"), "“never” is not a number of seconds up to 3600"),
        (("--seconds", "0"), "“0” is not a number of seconds"),
        (("--seconds", "nan"), "“nan” is not a number of seconds"),
    ],
)
def test_a_wrong_command_line_says_what_is_wrong(
    words: tuple[str, ...], part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        check("bot", *words)
    assert part in capsys.readouterr().err
