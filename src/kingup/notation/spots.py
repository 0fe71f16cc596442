"""Places in a record, so that what is wrong is reported where it is written."""

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
    """A place in a record of either form."""

    def error(self, cause: KingUpError) -> RecordError:
        """Return the error that says what is wrong here."""

    def item(self, index: int) -> Spot:
        """Return the place of one item, or of one letter, of what is written here."""


@dataclass(frozen=True, slots=True)
class RecordSpot:
    """A place in a text, by line and column, both counted from 1."""

    line: int
    column: int

    def error(self, cause: KingUpError) -> RecordError:
        """Return the error that says what is wrong here."""
        return RecordError(
            "Line {line}, column {column}: {cause}",
            line=self.line,
            column=self.column,
            cause=cause,
        )

    def item(self, index: int) -> RecordSpot:
        """Return the place of one letter of what is written here."""
        return RecordSpot(self.line, self.column + index)


@dataclass(frozen=True, slots=True)
class RecordPath:
    """A place in a JSON record, such as ``rounds[1].moves[16]``."""

    text: str = ""

    def error(self, cause: KingUpError) -> RecordError:
        """Return the error that says what is wrong here."""
        if not self.text:
            return RecordError(cause.template, **{**cause.values, "path": "", "cause": cause})
        return RecordError("{path}: {cause}", path=self.text, cause=cause)

    def item(self, index: int) -> RecordPath:
        """Return the place of one item of the list, or letter of the text, that is here."""
        return RecordPath(f"{self.text}[{index}]")

    def key(self, name: str) -> RecordPath:
        """Return the place of a key of the object that is here."""
        return RecordPath(f"{self.text}.{shown(name)}" if self.text else shown(name))


@dataclass(frozen=True, slots=True)
class Written(Generic[T_co]):
    """A value, and where the record has it, or would have it if it were there."""

    value: T_co
    spot: Spot

    def wrong(self, cause: KingUpError) -> RecordError:
        """Return the error that says what is wrong with this value."""
        return self.spot.error(cause)


@contextmanager
def at(spot: Spot) -> Iterator[None]:
    """Report what is refused without a place, by the rules for example, at this place."""
    try:
        yield
    except KingUpError as refusal:
        if isinstance(refusal, RecordError) and refusal.cause is not None:
            raise
        raise spot.error(refusal) from refusal
