"""`kingup simulate`: random games, counted."""

from __future__ import annotations

import argparse
import secrets

from kingup.commands.arguments import (
    add_game_arguments,
    add_json,
    add_out,
    add_seed,
    number_between,
)
from kingup.commands.output import INTERRUPTED, make_console, say_json
from kingup.language import _
from kingup.rules.characters import EDITIONS
from kingup.rules.setup import Setup
from kingup.terminal import simulate

GAMES = 1000
MOST_GAMES = 10**9

EXAMPLES = (
    "kingup simulate",
    "kingup simulate --edition vive-le-roi --seats 2,1,2 --options emissary --games 1000000",
    "kingup simulate --games 10 --seed 1 --out games --json",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command to its parser."""
    add = parser.add_argument
    add_game_arguments(parser)
    add(
        "--games",
        type=number_between(1, MOST_GAMES),
        default=GAMES,
        metavar="N",
        help=_("how many games (default: {games})").format(games=GAMES),
    )
    add_seed(parser)
    add_out(parser, _("write all games to a folder"), _("FOLDER"), "--records")
    add(
        "--format",
        choices=("json", "text"),
        default="json",
        help=_("how to write them (default: json)"),
    )
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Play the games, print the table, and return the exit status."""
    setup = Setup.of(options.edition or EDITIONS[0], options.seats or 4, options.options or ())
    # A short seed is easy to write down, and repeats the run.
    seed = secrets.randbelow(10**6) if options.seed is None else options.seed
    console = make_console(aside=options.json)
    counts = simulate.play(setup, options.games, seed, options.out, options.format, console)
    if options.json:
        say_json(simulate.figures(counts.total, seed, complete=counts.complete))
    else:
        simulate.show(counts, seed, console)
    return 0 if counts.complete else INTERRUPTED
