"""What all functions of one LLVM module share while they are translated."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from llvmlite import ir

from kingup.compiler.types import POINTER, WORD, Record


def untyped(place: Any) -> Any:
    """Return the address of a place as LLVM's one type of pointers."""
    place.type = POINTER
    return place


class Context:
    """LLVM's module, what is declared in it, and the places in memory."""

    def __init__(self, *, checked: bool = False) -> None:
        self.ir = ir.Module("kingup")
        self.checked = checked
        """Whether indices are checked: one outside its array sets `out_of_range`."""
        self.out_of_range: Any = None
        if checked:
            self.out_of_range = untyped(ir.GlobalVariable(self.ir, WORD, "out_of_range"))
            self.out_of_range.initializer = ir.Constant(WORD, 0)
            self.out_of_range.linkage = "internal"
        self._tags: dict[str, Any] = {}
        self._numbers: dict[int, int] = {}

    def intrinsic(self, name: str, result: Any, parameters: Sequence[Any]) -> Any:
        """Return one of LLVM's own functions, or one of the process, declared by its name."""
        if name in self.ir.globals:
            return self.ir.globals[name]
        return ir.Function(self.ir, ir.FunctionType(result, parameters), name)

    def place_of_field(self, record: Record, name: str) -> str:
        """Return the place in memory of a record's field: no other field overlaps it."""
        number = self._numbers.setdefault(id(record.fields), len(self._numbers))
        return f"{name} of record {number}"

    def tag(self, place: str) -> Any:
        """Return what tells LLVM that loads and stores of different places do not interfere."""
        if place not in self._tags:
            root = self.ir.add_metadata(["kingup"])
            kind = self.ir.add_metadata([place, root, ir.Constant(WORD, 0)])
            self._tags[place] = self.ir.add_metadata([kind, kind, ir.Constant(WORD, 0)])
        return self._tags[place]
