"""`kingup show`: one position of a recorded game."""

from __future__ import annotations

import argparse
from pathlib import Path

from kingup.commands.output import make_console
from kingup.language import _
from kingup.notation import read_file
from kingup.terminal.replay import show


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command to its parser."""
    parser.add_argument("file", type=Path)
    parser.add_argument("--at", type=int, metavar="N", help=_("after move N (default: the last)"))


def run(options: argparse.Namespace) -> int:
    """Draw the position, and return the exit status."""
    show(read_file(options.file), options.at, make_console())
    return 0
