"""Reading a record of either form, from a file or a string."""

from __future__ import annotations

import os
from pathlib import Path

from kingup.game import Game
from kingup.notation.errors import NoRecord, RecordError
from kingup.notation.json_reader import read_json
from kingup.notation.strings import shown
from kingup.notation.text_reader import read_text

LARGEST_FILE = 16 * 2**20
"""The largest record in bytes: a thousand times as many as any game needs."""


def read(text: str) -> Game:
    """Read a game from a record, JSON or text, and verify it."""
    start = text.removeprefix("\N{BYTE ORDER MARK}").lstrip(" \t\r\n")
    return read_json(text) if start.startswith("{") else read_text(text)


def read_file(path: str | os.PathLike[str]) -> Game:
    """Read a game from a file, JSON or text, and verify it."""
    name = shown(os.fspath(path), most=1000)
    try:
        with Path(path).open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except FileNotFoundError:
        raise NoRecord("There is no file {file}.", file=name) from None
    except IsADirectoryError:
        raise NoRecord("{file} is a folder, not a record.", file=name) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise NoRecord("{file} cannot be read: {reason}.", file=name, reason=reason) from error
    if len(content) > LARGEST_FILE:
        raise RecordError(
            "{file} is larger than {most} MB: that is not a record.",
            file=name,
            most=LARGEST_FILE // 2**20,
        )
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RecordError(
            "{file} is not UTF-8 text: byte {byte} is wrong.", file=name, byte=error.start + 1
        ) from None
    return read(text)
