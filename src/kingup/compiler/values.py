"""What an expression is while it is translated: LLVM's values, with their types."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kingup.compiler.types import Array, Number, Record, Stored

NUMBERS_PLACE = "numbers"
"""The place in memory of all arrays that are not part of a record."""


@dataclass(frozen=True, slots=True)
class NumberValue:
    """A number."""

    type: Number
    ir: Any


@dataclass(frozen=True, slots=True)
class RecordValue:
    """A record, by its address."""

    type: Record
    address: Any


@dataclass(frozen=True, slots=True)
class ArrayValue:
    """An array, by its address and the length of each dimension."""

    element: Stored | Record
    address: Any
    lengths: tuple[Any, ...]
    place: str
    """Two arrays of different places in memory never overlap."""

    @property
    def type(self) -> Array:
        """Return the type of the array."""
        return Array(self.element, len(self.lengths))


@dataclass(frozen=True, slots=True)
class TupleValue:
    """Several numbers of one type, side by side in memory."""

    element: Number
    address: Any
    length: int


Value = NumberValue | RecordValue | ArrayValue | TupleValue


def type_name(value: Value) -> str:
    """Return what to call a value in an error."""
    if isinstance(value, NumberValue):
        return value.type.name
    names = {RecordValue: "a record", ArrayValue: "an array", TupleValue: "a tuple"}
    return names[type(value)]
