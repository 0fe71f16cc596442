"""Locations in a record, so that errors are reported where they are written."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from kingup.notation.errors import RecordError
from kingup.notation.strings import shown
from kingup.rules.errors import KingUpError

T_co = TypeVar("T_co", covariant=True)


class Spot(Protocol):
    """A location in a record of either form."""

    def error(self, cause: KingUpError) -> RecordError:
        """Return an error at this location."""

    def item(self, index: int) -> Spot:
        """Return the location of one item, or of one letter, of the value here."""


@dataclass(frozen=True, slots=True)
class RecordSpot:
    """A location in a text by line and column, both counted from 1."""

    line: int
    column: int

    def error(self, cause: KingUpError) -> RecordError:
        """Return an error at this location."""
        return RecordError(
            "Line {line}, column {column}: {cause}",
            line=self.line,
            column=self.column,
            cause=cause,
        )

    def item(self, index: int) -> RecordSpot:
        """Return the location of one letter of the text here."""
        return RecordSpot(self.line, self.column + index)


@dataclass(frozen=True, slots=True)
class RecordPath:
    """A location in a JSON record, such as ``rounds[1].moves[16]``."""

    text: str = ""

    def error(self, cause: KingUpError) -> RecordError:
        """Return an error at this location."""
        if not self.text:
            return RecordError(cause.template, **{**cause.values, "path": "", "cause": cause})
        return RecordError("{path}: {cause}", path=self.text, cause=cause)

    def item(self, index: int) -> RecordPath:
        """Return the location of one item of the list, or letter of the text, here."""
        return RecordPath(f"{self.text}[{index}]")

    def key(self, name: str) -> RecordPath:
        """Return the location of a key of the object here."""
        return RecordPath(f"{self.text}.{shown(name)}" if self.text else shown(name))


@dataclass(frozen=True, slots=True)
class Written(Generic[T_co]):
    """A value and its location in the record; if it is missing, where it belongs."""

    value: T_co
    spot: Spot

    def wrong(self, cause: KingUpError) -> RecordError:
        """Return an error at the location of this value."""
        return self.spot.error(cause)


@contextmanager
def at(spot: Spot) -> Iterator[None]:
    """Add a location to errors that have none, such as those of the rules."""
    try:
        yield
    except KingUpError as refusal:
        if isinstance(refusal, RecordError) and refusal.cause is not None:
            raise
        raise spot.error(refusal) from refusal
