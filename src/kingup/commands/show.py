"""`kingup show`: one position of a recorded game."""

from __future__ import annotations

import argparse
from pathlib import Path

from kingup.commands.arguments import add_json, add_moment, add_out
from kingup.commands.output import make_console, say_json, write_file
from kingup.language import _
from kingup.notation import read_file
from kingup.terminal.positions import position
from kingup.terminal.replay import show

EXAMPLES = (
    "kingup show game.json",
    "kingup show game.json --at r2.17 --out castle.svg",
    "kingup show game.json --at 12 --json",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command to its parser."""
    parser.add_argument("file", type=Path, metavar=_("FILE"), help=_("a record"))
    add_moment(parser)
    add_out(parser, _("write the castle as a picture (SVG) to this file"), _("FILE"))
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Draw the position, and return the exit status."""
    game = read_file(options.file)
    if options.out is None and not options.json:
        show(game, options.at, make_console())
        return 0
    now = position(game, options.at)
    if options.out is not None:
        write_file(options.out, now.svg() + "\n")
    if options.json:
        say_json(now.view().as_dict())
    return 0
