"""How commands write to the terminal."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kingup.language import _
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


def say_stopped(text: str) -> None:
    """Say beside the result what Ctrl-C has left."""
    # On a terminal “^C” and a share that was done stand in the line already.
    sys.stderr.write(f"\n{text}\n" if sys.stderr.isatty() else f"{text}\n")
    sys.stderr.flush()


def continues() -> str:
    """Return what stands where nothing is lost by stopping."""
    return _("Stopped. The same command continues from here.")


def suffix_of(path: Path, allowed: Sequence[str]) -> str:
    """Return how a file's name ends, which says what to write; refuse any other end."""
    suffix = path.suffix.lower()
    if suffix not in allowed:
        raise KingUpError(
            "The name of the output must end in {allowed}, not “{suffix}”.",
            allowed=" / ".join(allowed),
            suffix=suffix[:20],
        )
    return suffix


def write_file(path: Path, content: str | bytes) -> None:
    """Write a file, or say why that is not possible."""
    with writing(path):
        path.write_bytes(content.encode() if isinstance(content, str) else content)


@contextlib.contextmanager
def writing(path: Path) -> Iterator[None]:
    """Say why something cannot be written, if the disk refuses it."""
    try:
        yield
    except OSError as error:
        raise KingUpError(
            "{path} cannot be written: {reason}.", path=path, reason=error.strerror or error
        ) from error


def progress() -> Callable[[float], None] | None:
    """Return what shows on a terminal which share is done; None where there is no terminal."""
    return _Progress() if sys.stderr.isatty() else None


class _Progress:
    """Shows on a terminal how much is done."""

    def __init__(self) -> None:
        self._shown = -1

    def __call__(self, share: float) -> None:
        percent = int(100 * share)
        if percent != self._shown:
            self._shown = percent
            sys.stderr.write(f"\r{percent:3d} %" if percent < 100 else "\r     \r")
            sys.stderr.flush()


def make_console(*, aside: bool = False) -> Console:
    """Return a console that colours only what we ask it to.

    `aside`: on standard error, because standard output is for the result.
    """
    from rich.console import Console  # most commands need none

    return Console(highlight=False, stderr=aside)
