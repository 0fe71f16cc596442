"""What is wrong with a record, and where."""

from __future__ import annotations

from kingup.rules.errors import KingUpError


class RecordError(KingUpError, ValueError):
    """A record that cannot be read, or a game that cannot be written.

    An error with a location, ``"{path}: {cause}"`` or ``"Line {line}, column {column}: {cause}"``,
    carries its cause as another `KingUpError`, so that a screen can translate the inner sentence
    before it formats the outer one.
    """

    @property
    def line(self) -> int | None:
        """The line of the text, counted from 1."""
        line = self.values.get("line")
        return line if isinstance(line, int) else None

    @property
    def column(self) -> int | None:
        """The column in that line, counted from 1 in characters."""
        column = self.values.get("column")
        return column if isinstance(column, int) else None

    @property
    def path(self) -> str | None:
        """The location in a JSON record, such as ``rounds[1].moves[16]``."""
        path = self.values.get("path")
        return path if isinstance(path, str) else None

    @property
    def cause(self) -> KingUpError | None:
        """What is wrong there, in a sentence without the location."""
        cause = self.values.get("cause")
        return cause if isinstance(cause, KingUpError) else None


class NoRecord(RecordError):
    """A file that is not there, or cannot be read: nothing is known of any game."""
