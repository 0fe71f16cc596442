"""How commands write to the terminal."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kingup.rules.errors import KingUpError

if TYPE_CHECKING:
    from rich.console import Console


INTERRUPTED = 130
"""The exit status of a command that was stopped with Ctrl-C."""


def say(text: str) -> None:
    """Write a line at once, even where the output is a file or a pipe."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def say_json(value: Any) -> None:
    """Write a value as JSON, for `--json`."""
    say(json.dumps(value, ensure_ascii=False, indent=2))


def write_file(path: Path, text: str) -> None:
    """Write a file, or say why that is not possible."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise KingUpError(
            "{path} cannot be written: {reason}.", path=path, reason=error.strerror or error
        ) from error


def make_console(*, aside: bool = False) -> Console:
    """Return a console that colours only what we ask it to.

    `aside`: on standard error, because standard output is for the result.
    """
    from rich.console import Console  # most commands need none

    return Console(highlight=False, stderr=aside)
