"""Failures of external bots, as sentences that are safe to show."""

from __future__ import annotations

from kingup.bots.bot import BotError

SHOWN = 60
"""The most characters of a bot's text that an error repeats."""

LAST_LINES = 12
LAST_LINE = 160
INDENT = "    "
"""The most lines of a bot's error output that an error repeats, and characters of each."""


class BotFailure(BotError):
    """A bot that cannot go on: it has lost the game, and its process is ended."""

    @property
    def kind(self) -> str:
        """The kind of failure in one word.

        `start` (cannot be started), `exit`, `time`, `garbage` (no message of the protocol),
        `protocol` (another version of it), `illegal` (no action it was offered), `flood` (writes
        too much) or `deaf` (closed its standard input).
        """
        return str(self.values.get("kind", ""))

    @property
    def last_words(self) -> str:
        """The last lines of the bot's error output; often the end of a traceback."""
        return str(self.values.get("said", ""))


def block(failure: BotFailure) -> list[str]:
    """Return a bot's last words as indented lines, to stand below the sentence of its failure."""
    return [INDENT + line for line in failure.last_words.splitlines()]


def printable(text: str, most: int = SHOWN) -> str:
    """Return untrusted text that is safe on a screen: short, on one line, printable."""
    # Control characters, escapes and changes of direction are all unprintable to Python.
    harmless = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text[:most])
    return harmless if len(text) <= most else harmless + "…"


def printable_bytes(text: bytes, most: int = SHOWN) -> str:
    """Return untrusted bytes as text that is safe on a screen."""
    # A character has at most four bytes, so this cuts no more than `printable` does.
    decoded = text[: 4 * most + 4].decode("utf-8", "replace").rstrip("\r\n")
    return printable(decoded, most)


def last_words(error_output: bytes) -> str:
    """Return the last lines of a bot's error output, without its empty lines."""
    text = error_output.decode("utf-8", "replace").expandtabs(4)
    lines = [line.rstrip() for line in text.splitlines()]
    return "\n".join([printable(line, LAST_LINE) for line in lines if line][-LAST_LINES:])
