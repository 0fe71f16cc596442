"""`kingup replay`: a recorded game, move by move."""

from __future__ import annotations

import argparse
from pathlib import Path

from kingup.commands.arguments import add_plain
from kingup.commands.output import make_console
from kingup.language import _
from kingup.notation import read_file
from kingup.terminal.replay import replay

EXAMPLES = ("kingup replay game.json", "kingup replay game.json --plain")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command to its parser."""
    parser.add_argument("file", type=Path, metavar=_("FILE"), help=_("a record"))
    add_plain(parser)


def run(options: argparse.Namespace) -> int:
    """Replay the game, and return the exit status."""
    replay(read_file(options.file), make_console(), plain=options.plain)
    return 0
