"""Replacements for drawings and typography that a terminal cannot write.

Everything is drawn once, in Unicode. If the output's encoding lacks a character, it is replaced as
it is written, one column for one column, so that no drawing loses its shape.
"""

from __future__ import annotations

import codecs
import unicodedata
from typing import IO, Any

ERRORS = "kingup-plain"
"""The name of our codec error handler."""

_REPLACEMENTS = {
    "★": "*",
    "☆": "+",
    "♛": "&",
    "♥": "o",
    "✓": "v",
    "×": "x",
    "·": ".",
    "…": ".",
    "↑": "^",
    "↗": "/",
    "←": "<",
    "→": ">",
    "▸": ">",
    "◆": "#",
    "◇": "-",
    "▄": "_",
    "█": "#",
    "▟": "/",
    "▙": "\\",
    **dict.fromkeys("▌▐│┃║", "|"),
    **dict.fromkeys("─━═–—−", "-"),
    **dict.fromkeys("├┤┬┴┼┌┐└┘╭╮╰╯", "+"),
    **dict.fromkeys("▒░", ":"),
    **dict.fromkeys("“”„«»", '"'),
    **dict.fromkeys("‘’", "'"),
    **dict.fromkeys("\u00a0\u202f", " "),
}


def plain(text: str) -> str:
    """Return a text in ASCII, each character replaced by the one that looks most like it."""
    return "".join(sign if sign.isascii() else _plain_sign(sign) for sign in text)


def _plain_sign(sign: str) -> str:
    base = unicodedata.normalize("NFKD", sign)[0]
    return _REPLACEMENTS.get(sign, base if base.isascii() else "?")


def _replace(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return plain(error.object[error.start : error.end]), error.end


codecs.register_error(ERRORS, _replace)


def make_writable(file: IO[Any]) -> None:
    """Let a text file accept every character, whatever its encoding."""
    reconfigure = getattr(file, "reconfigure", None)
    # Only once: a file that has been read from cannot be reconfigured any more.
    if reconfigure is not None and getattr(file, "errors", None) != ERRORS:
        reconfigure(errors=ERRORS)
