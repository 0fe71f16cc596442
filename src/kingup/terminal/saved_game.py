"""Saving a game, and the commands to resume it."""

from __future__ import annotations

import os
import shlex
import tempfile
from pathlib import Path

from kingup.game import Game
from kingup.language import _, sentence_of
from kingup.rules.errors import KingUpError, sentence
from kingup.telling.words import clean
from kingup.terminal.screen import Leave, Screen


def write_record(game: Game, path: Path) -> None:
    """Write a game's record atomically; raise `KingUpError` if that fails."""
    from kingup.notation import write_json

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # In the same folder, so that replacing the old record is one step.
        handle, draft = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with open(handle, "w", encoding="utf-8") as file:
                file.write(write_json(game))
            os.replace(draft, path)
        except BaseException:
            Path(draft).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise KingUpError(
            sentence("The game cannot be saved to {path}: {reason}."),
            path=path,
            reason=error.strerror or error,
        ) from error


def save(game: Game, path: Path, screen: Screen) -> Path | None:
    """Save a game, asking for another file whenever it fails; return its path, or None."""
    while True:
        try:
            write_record(game, path)
        except KingUpError as error:
            screen.write_wrapped(sentence_of(error))
            try:
                answer = screen.pause(_("Where else should it be saved? (Enter: nowhere)"))
            except (Leave, KeyboardInterrupt):
                answer = ""
            if not answer:
                return None
            path = Path(answer).expanduser()
        else:
            return path


def command(verb: str, path: Path) -> str:
    """Return a command line for a saved game."""
    return f"kingup {verb} {shlex.quote(clean(str(path), 500))}"
