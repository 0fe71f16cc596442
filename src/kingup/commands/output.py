"""How commands write to the terminal."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console


def say(text: str) -> None:
    """Write a line at once, even where the output is a file or a pipe."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def make_console() -> Console:
    """Return a console that colours only what we ask it to."""
    from rich.console import Console  # most commands need none

    return Console(highlight=False)
