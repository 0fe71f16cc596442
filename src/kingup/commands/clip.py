"""`kingup clip`: a part of a recorded game as a moving picture."""

from __future__ import annotations

import argparse
from pathlib import Path

from kingup.commands.arguments import add_viewer, moment_in, read_moment, viewer_in
from kingup.commands.output import progress, suffix_of, write_file
from kingup.language import _
from kingup.notation import read_file

FORMS = (".webp", ".gif")

EXAMPLES = (
    "kingup clip game.json --from r2.15 --to r2.17v --out vote.webp",
    "kingup clip game.json --from r3.0 --to r3.20 --no-names --out clip.gif",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command to its parser."""
    parser.description = _(
        "Show the game from one moment to another. Up to 24 moments the characters are seen "
        "moving; in longer clips they only arrive."
    )
    parser.add_argument("file", type=Path, metavar=_("FILE"), help=_("a record"))
    parser.add_argument(
        "--from",
        dest="start",
        type=read_moment,
        metavar="r2.15",
        default="r1.0",
        help=_("the first moment (default: r1.0, the first deal)"),
    )
    parser.add_argument(
        "--to",
        dest="end",
        type=read_moment,
        metavar="r2.17v",
        help=_("the last moment (default: the end)"),
    )
    add_viewer(parser)
    parser.add_argument(
        "--no-names", action="store_true", help=_("number the players instead of naming them")
    )
    parser.add_argument(
        "--out",
        type=Path,
        required=True,
        metavar=_("FILE"),
        help=_("write the clip to this file: .webp or .gif"),
    )


def run(options: argparse.Namespace) -> int:
    """Draw the clip, and return the exit status."""
    suffix = suffix_of(options.out, FORMS)
    game = read_file(options.file)
    from kingup import pictures

    made = pictures.clip(
        game,
        moment_in(game, options.start),
        moment_in(game, options.end),
        viewer=viewer_in(options),
        names=not options.no_names,
        form=suffix[1:],
        progress=progress(),
    )
    write_file(options.out, made)
    return 0
