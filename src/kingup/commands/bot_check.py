"""`kingup bot-check`: check a bot of your own."""

from __future__ import annotations

import argparse
import json
import shlex
from typing import Any

from kingup.bots.bot import MOST_SECONDS
from kingup.bots.external.failures import BotFailure, printable, printable_bytes
from kingup.bots.external.fitness import FitnessReport, checkup
from kingup.bots.external.messages import OptionValue
from kingup.commands.arguments import add_json, add_seconds, add_seed
from kingup.commands.output import say, say_json
from kingup.language import _, sentence_of

MOST_SHOWN = 300
"""Characters shown of each line of the conversation."""

EXAMPLES = (
    "kingup bot-check 'python3 my_bot.py'",
    "kingup bot-check 'python3 my_bot.py' --show --seconds 1",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command to its parser."""
    parser.add_argument(
        "command",
        metavar=_("COMMAND"),
        help=_("the command that starts the bot, in quotation marks"),
    )
    parser.description = _(
        "Plays a few games with a bot, and stops at the first for which it fails. "
        "Exit status: 0 if it is fit for the arena, 1 if not."
    )
    add_seconds(parser, _seconds, 5.0)
    add_seed(parser, default=1)
    parser.add_argument(
        "--all", action="store_true", help=_("play all games, even after one has failed")
    )
    parser.add_argument(
        "--option",
        type=_option,
        action="append",
        default=[],
        metavar=_("NAME=VALUE"),
        help=_("set one of the bot’s options"),
    )
    parser.add_argument(
        "--show",
        action="store_true",
        help=_("show everything kingup and the bot say to each other"),
    )
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Check a bot, print the report, and return 0 if the bot is fit, else 1."""
    report = checkup(
        options.command,
        seed=options.seed,
        seconds=options.seconds,
        options=dict(options.option),
        listener=_show if options.show and not options.json else None,
        tell=None if options.json else say,
        go_on=options.all,
    )
    if options.json:
        say_json(_figures(report))
        return 0 if report.is_fit else 1
    for line in report.verdict():
        say(line)
    if not report.is_fit:
        _say_how_to_repeat(options)
    return 0 if report.is_fit else 1


def _say_how_to_repeat(options: argparse.Namespace) -> None:
    """Print commands to paste: the same games again with every message, and those not played."""
    chosen = [
        word
        for name, value in options.option
        for word in ("--option", f"{name}={json.dumps(value, ensure_ascii=False)}")
    ]
    words = ["kingup", "bot-check", options.command, "--seed", str(options.seed), *chosen]
    if not options.show:
        say(_("To see everything that led to it:"))
        say("  " + shlex.join([*words, "--show"]))
    if not options.all:
        say(_("To play the other games all the same:"))
        say("  " + shlex.join([*words, "--all"]))


def _figures(report: FitnessReport) -> dict[str, Any]:
    return {
        "name": report.name,
        "author": report.author,
        "fit": report.is_fit,
        "games": [
            {
                "edition": one.trial.edition,
                "seats": list(one.trial.seats),
                "options": list(one.trial.options),
                "decisions": len(one.actions),
                "slowest": max(one.times, default=None),
                "finished": one.finished,
                "failure": _failure(one.failure),
            }
            for one in report.trials
        ],
        "failure": _failure(report.failure),
        "left_by_itself": report.left_by_itself,
        "repeats_itself": report.repeats_itself,
    }


def _failure(failure: BotFailure | None) -> dict[str, str] | None:
    if failure is None:
        return None
    said = failure.last_words
    return {"kind": failure.kind, "sentence": sentence_of(failure), "last_words": said}


def _show(direction: str, line: bytes) -> None:
    say(f"{direction} {printable_bytes(line, MOST_SHOWN)}")


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= MOST_SECONDS:
        raise argparse.ArgumentTypeError(
            _("“{text}” is not a number of seconds up to {most}").format(
                text=printable(text), most=int(MOST_SECONDS)
            )
        )
    return seconds


def _option(text: str) -> tuple[str, OptionValue]:
    name, equals, value = text.partition("=")
    if not name or not equals:
        raise argparse.ArgumentTypeError(
            _("“{text}” is not of the form NAME=VALUE").format(text=printable(text))
        )
    try:
        read = json.loads(value)
    except (ValueError, RecursionError):
        return name, value
    return name, read if isinstance(read, OptionValue) else value
