"""`kingup bot-check`: check a bot of your own."""

from __future__ import annotations

import argparse
import json

from kingup.bots.bot import MOST_SECONDS
from kingup.bots.external.failures import printable, printable_bytes
from kingup.bots.external.fitness import checkup
from kingup.bots.external.messages import OptionValue
from kingup.commands.output import say
from kingup.language import _

MOST_SHOWN = 300
"""Characters shown of each line of the conversation."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command to its parser."""
    parser.add_argument(
        "command",
        metavar=_("COMMAND"),
        help=_("the command that starts the bot, in quotation marks"),
    )
    parser.add_argument(
        "--seconds", type=_seconds, default=5.0, help=_("time limit for a decision")
    )
    parser.add_argument("--seed", type=int, default=1, help=_("seed, to repeat the same games"))
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


def run(options: argparse.Namespace) -> int:
    """Check a bot, print the report, and return 0 if the bot is fit, else 1."""
    report = checkup(
        options.command,
        seed=options.seed,
        seconds=options.seconds,
        options=dict(options.option),
        listener=_show if options.show else None,
        tell=say,
    )
    for line in report.verdict():
        say(line)
    for failure in report.failures:
        if failure.last_words and failure.kind != "exit":
            say(_("Its last words on its error output: {said}").format(said=failure.last_words))
            break
    return 0 if report.is_fit else 1


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
