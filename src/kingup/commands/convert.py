"""`kingup convert`: a record as JSON or as text."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from kingup.language import _
from kingup.notation import read_file, write_json, write_text
from kingup.rules.errors import KingUpError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command to its parser."""
    parser.add_argument("file", type=Path)
    parser.add_argument("--to", choices=("json", "text"), help=_("default: the other one"))
    parser.add_argument("--output", type=Path, help=_("write to a file instead of the screen"))


def run(options: argparse.Namespace) -> int:
    """Write the record in the other format, and return the exit status."""
    game = read_file(options.file)
    target = options.to or ("text" if _looks_like_json(options.file) else "json")
    text = write_json(game) if target == "json" else write_text(game)
    if options.output is None:
        sys.stdout.write(text)
        return 0
    try:
        options.output.write_text(text, encoding="utf-8")
    except OSError as error:
        raise KingUpError(
            "{path} cannot be written: {reason}.",
            path=options.output,
            reason=error.strerror or error,
        ) from error
    return 0


def _looks_like_json(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(64).lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"{"
