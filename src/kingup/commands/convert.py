"""`kingup convert`: a record as JSON or as text."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from kingup.commands.arguments import add_out
from kingup.commands.output import write_file
from kingup.language import _
from kingup.notation import read_file, write_json, write_text

EXAMPLES = (
    "kingup convert game.json",
    "kingup convert game.txt --to json --out game.json",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command to its parser."""
    parser.add_argument("file", type=Path, metavar=_("FILE"), help=_("a record"))
    parser.add_argument("--to", choices=("json", "text"), help=_("default: the other one"))
    add_out(parser, _("write to a file instead of the screen"), _("FILE"), "--output")


def run(options: argparse.Namespace) -> int:
    """Write the record in the other format, and return the exit status."""
    game = read_file(options.file)
    target = options.to or ("text" if _looks_like_json(options.file) else "json")
    text = write_json(game) if target == "json" else write_text(game)
    if options.out is None:
        sys.stdout.write(text)
    else:
        write_file(options.out, text)
    return 0


def _looks_like_json(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(64).lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"{"
