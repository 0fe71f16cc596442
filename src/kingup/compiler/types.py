"""The types of the compiler's language, and how they lie in memory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
from llvmlite import ir

from kingup.compiler.errors import CompileError

POINTER = ir.PointerType()
BYTE = ir.IntType(8)
WORD = ir.IntType(64)


@dataclass(frozen=True, slots=True)
class Number:
    """A type of numbers in variables; of two in an operation, the one of higher rank wins."""

    name: str
    rank: int
    ir: Any = field(compare=False, repr=False)


BOOL = Number("bool", 0, ir.IntType(1))
INT = Number("int", 1, WORD)
FLOAT32 = Number("float32", 2, ir.FloatType())
FLOAT = Number("float", 3, ir.DoubleType())

NUMBERS = {bool: BOOL, int: INT, float: FLOAT}
"""The types that parameters and results are declared with."""


@dataclass(frozen=True, slots=True)
class Stored:
    """How a number lies in memory: NumPy's kind (i, u, f or b) and its size in bytes."""

    kind: str
    size: int

    @property
    def number(self) -> Number:
        """Return the type of the number in variables."""
        if self.kind == "f":
            return FLOAT if self.size == 8 else FLOAT32
        return BOOL if self.kind == "b" else INT

    @property
    def ir(self) -> Any:
        """Return LLVM's type in memory."""
        return self.number.ir if self.kind == "f" else ir.IntType(8 * self.size)


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a record: a number, or an array of numbers."""

    offset: int
    stored: Stored
    length: int
    """The length of an array; 0 for a single number."""


@dataclass(frozen=True, slots=True)
class Record:
    """A type of records: its size in bytes and its fields by name."""

    size: int
    fields: Mapping[str, Field] = field(hash=False)


@dataclass(frozen=True, slots=True)
class Array:
    """A type of arrays without gaps: of numbers, or of records."""

    element: Stored | Record
    dimensions: int


Type = Number | Record | Array


@cache
def element_type(dtype: np.dtype[Any]) -> Stored | Record:
    """Return the type of an array's elements."""
    if dtype.fields is None:
        return _stored(dtype)
    fields = {}
    for name, (inner, offset, *_) in dtype.fields.items():
        base, shape = inner.subdtype or (inner, ())
        if len(shape) > 1:
            raise CompileError(f"The field {name} has more than one dimension.")
        fields[name] = Field(offset, _stored(base), shape[0] if shape else 0)
    return Record(dtype.itemsize, fields)


def _stored(dtype: np.dtype[Any]) -> Stored:
    if dtype.kind not in "iufb" or (dtype.kind == "f" and dtype.itemsize not in (4, 8)):
        raise CompileError(f"Arrays of {dtype} are unknown.")
    if not dtype.isnative:
        raise CompileError(f"Arrays of {dtype} are of another machine.")
    return Stored(dtype.kind, dtype.itemsize)
