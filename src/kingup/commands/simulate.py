"""`kingup simulate`: random games, counted."""

from __future__ import annotations

import argparse
import secrets
from pathlib import Path

from kingup.commands.arguments import LARGEST_SEED, add_game_arguments, number_between
from kingup.commands.output import make_console
from kingup.language import _
from kingup.rules.setup import Setup
from kingup.terminal import simulate

MOST_GAMES = 10**9


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command to its parser."""
    add = parser.add_argument
    add_game_arguments(parser, required=True)
    add("--games", type=number_between(1, MOST_GAMES), default=1000)
    add("--seed", type=number_between(0, LARGEST_SEED), help=_("seed, to repeat the same games"))
    add("--records", type=Path, metavar=_("FOLDER"), help=_("write all games to a folder"))
    add("--format", choices=("json", "text"), default="json")


def run(options: argparse.Namespace) -> int:
    """Play the games, print the table, and return the exit status."""
    setup = Setup.of(options.edition, options.seats, options.options)
    # A short seed is easy to write down, and repeats the run.
    seed = secrets.randbelow(10**6) if options.seed is None else options.seed
    simulate.run(setup, options.games, seed, options.records, options.format, make_console())
    return 0
