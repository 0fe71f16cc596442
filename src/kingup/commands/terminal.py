"""`kingup terminal`: a game in the terminal."""

from __future__ import annotations

import argparse
from pathlib import Path

from kingup.bots.bot_names import split_bots
from kingup.commands.arguments import (
    add_game_arguments,
    add_out,
    add_plain,
    add_seed,
    number_between,
    read_list,
)
from kingup.commands.output import make_console
from kingup.language import _
from kingup.terminal.start import start

EXAMPLES = (
    "kingup terminal",
    "kingup terminal --edition vive-le-roi --seats 5 --options ambition,wedding --people 2",
    "kingup terminal --edition kingup --bots courtier --out game.json",
    "kingup terminal game.json",
    "kingup terminal --plain",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command to its parser."""
    add = parser.add_argument
    add("file", nargs="?", type=Path, metavar=_("FILE"), help=_("a saved game to continue"))
    add_game_arguments(parser)
    add("--people", type=number_between(0, 16), metavar="N", help=_("people at this keyboard"))
    add("--names", metavar=_("LIST"), help=_("the people’s names, separated by commas"))
    add(
        "--bots",
        metavar=_("LIST"),
        help=_("their levels (see “kingup bots”), assigned in turn"),
    )
    add_seed(parser)
    add_plain(parser)
    add_out(parser, _("where to save the game on quitting"), _("FILE"), "--save")


def run(options: argparse.Namespace) -> int:
    """Play until the game is over or saved, and return the exit status."""
    return start(
        file=options.file,
        edition=options.edition,
        seats=options.seats,
        options=options.options,
        people=options.people,
        names=read_list(options.names or ""),
        bots=tuple(split_bots(options.bots or "")),
        seed=options.seed,
        save_to=options.out,
        console=make_console(),
        plain=options.plain,
    )
