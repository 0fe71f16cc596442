"""`kingup picture`: one moment of a recorded game as a picture."""

from __future__ import annotations

import argparse
from pathlib import Path

from kingup.commands.arguments import add_moment, add_viewer, moment_in, viewer_in
from kingup.commands.output import suffix_of, write_file
from kingup.language import _
from kingup.notation import read_file

FORMS = (".png", ".svg", ".jpg")

EXAMPLES = (
    "kingup picture game.json --out castle.png",
    "kingup picture game.json --at r2.17 --as 1 --out castle.svg",
    "kingup picture game.json --at r2.17v --out card.jpg",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command to its parser."""
    parser.description = _(
        "Draw the castle as .png or .svg, or a card with names and points, 1200 × 630, as .jpg."
    )
    parser.add_argument("file", type=Path, metavar=_("FILE"), help=_("a record"))
    add_moment(parser)
    add_viewer(parser)
    parser.add_argument(
        "--out",
        type=Path,
        required=True,
        metavar=_("FILE"),
        help=_("write the picture to this file: .png, .svg or .jpg"),
    )


def run(options: argparse.Namespace) -> int:
    """Draw the moment, and return the exit status."""
    suffix = suffix_of(options.out, FORMS)
    game = read_file(options.file)
    from kingup import pictures

    seen = pictures.sight(game, moment_in(game, options.at), viewer_in(options))
    if suffix == ".svg":
        write_file(options.out, pictures.svg(seen) + "\n")
    else:
        write_file(options.out, pictures.png(seen) if suffix == ".png" else pictures.card(seen))
    return 0
