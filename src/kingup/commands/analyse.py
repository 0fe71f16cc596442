"""`kingup analyse`: what happened in a recorded game, as a page, as JSON or as text."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from kingup.commands.arguments import add_json
from kingup.commands.output import progress
from kingup.language import _
from kingup.rules.errors import KingUpError

if TYPE_CHECKING:
    from kingup.analysis import Analysis
    from kingup.game import Game

FORMATS = (".html", ".json", ".txt")
LARGEST_SEED = 2**53


EXAMPLES = (
    "kingup analyse game.txt",
    "kingup analyse game.json --out report.html",
    "kingup analyse game.json --seconds 5 --json",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command to its parser."""
    parser.description = _(
        "Chances over time, what every decision lost by what its player could know, beliefs, "
        "votes and luck. Only finished games can be analysed."
    )
    add = parser.add_argument
    add("file", type=Path, metavar=_("FILE"), help=_("a record"))
    add(
        "--out",
        type=Path,
        metavar=_("FILE"),
        help=_("write a page (.html), data (.json) or text (.txt); default: text on the screen"),
    )
    add(
        "--seconds",
        metavar="S",
        default="20",
        help=_("about how long it may take for four seats: more imagines more (default: 20)"),
    )
    add("--seed", metavar="N", default="0", help=_("seed, to repeat the same analysis"))
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Analyse the game, write the report, and return the exit status."""
    from kingup.notation import read_file

    suffix = ".txt" if options.out is None else options.out.suffix.lower()
    if suffix not in FORMATS:
        raise KingUpError(
            "The name of the output must end in .html, .json or .txt, not “{suffix}”.",
            suffix=suffix[:20],
        )
    seconds, seed = _seconds(options.seconds), _seed(options.seed)
    game = read_file(options.file)
    from kingup.analysis import analyse

    analysis = analyse(game, seconds=seconds, seed=seed, progress=progress())
    if options.json or options.out is None:
        sys.stdout.write(_written(analysis, game, ".json" if options.json else suffix))
    if options.out is None:
        return 0
    from kingup.arena.folder import write_atomically

    try:
        write_atomically(options.out, _written(analysis, game, suffix))
    except OSError as error:
        raise KingUpError(
            "{path} cannot be written: {reason}.",
            path=options.out,
            reason=error.strerror or error,
        ) from error
    return 0


def _written(analysis: Analysis, game: Game, suffix: str) -> str:
    if suffix == ".json":
        return analysis.to_json() + "\n"
    from kingup.analysis.report import page, text

    return page(analysis, game) if suffix == ".html" else text(analysis, game)


def _seconds(text: str) -> float:
    try:
        found = float(text)
    except ValueError:
        raise KingUpError("“{text}” is not a number of seconds.", text=text[:30]) from None
    if not 1 <= found <= 3600:
        raise KingUpError("An analysis takes from 1 to 3600 seconds, not {seconds}.", seconds=text)
    return found


def _seed(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) < 17 and int(text) <= LARGEST_SEED:
        return int(text)
    raise KingUpError(
        "{option} takes a number from {low} to {high}, not “{text}”.",
        option="--seed",
        low=0,
        high=LARGEST_SEED,
        text=text[:30],
    )
