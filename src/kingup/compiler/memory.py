"""Memory: variables, fields of records, and items of arrays."""

from __future__ import annotations

from dataclasses import dataclass
from types import FunctionType
from typing import Any

from llvmlite import ir

from kingup.compiler.arithmetic import Arithmetic
from kingup.compiler.context import Context, untyped
from kingup.compiler.types import BYTE, POINTER, WORD, Record, Stored
from kingup.compiler.values import (
    ArrayValue,
    NumberValue,
    RecordValue,
    TupleValue,
    Value,
    type_name,
)


@dataclass(frozen=True, slots=True)
class Location:
    """Where a number lies in memory."""

    stored: Stored
    address: Any
    place: str
    """Numbers of different places never overlap."""


class Memory(Arithmetic):
    """Writes LLVM's instructions that read and write memory, in one function."""

    def __init__(self, context: Context, plain: FunctionType) -> None:
        super().__init__(plain)
        self.context = context
        self.variables: dict[str, Value] = {}
        """The variables: values whose parts are addresses of their parts."""

    def room(self, kind: Any) -> Any:
        """Return the address of room for a value, for as long as the function runs."""
        with self.builder.goto_entry_block():
            return untyped(self.builder.alloca(kind))

    def assign(self, name: str, value: Value) -> None:
        """Give a variable a value; its first one decides its type."""
        if name not in self.variables:
            self.variables[name] = self._room_for(value)
        room = self.variables[name]
        match room, value:
            case NumberValue(kind), NumberValue(given) if given.rank <= kind.rank:
                self.builder.store(self.convert(value, kind).ir, room.ir)
            case RecordValue(kind), RecordValue(given) if given == kind:
                self.builder.store(value.address, room.address)
            case ArrayValue(), ArrayValue() if value.type == room.type:
                self.builder.store(value.address, room.address)
                for length, given_length in zip(room.lengths, value.lengths, strict=True):
                    self.builder.store(given_length, length)
            case TupleValue(), TupleValue() if (value.element, value.length) == (
                room.element,
                room.length,
            ):
                kind = ir.ArrayType(room.element.ir, room.length)
                self.builder.store(self.builder.load(value.address, typ=kind), room.address)
            case _:
                raise self.error(f"{name} was something else before than {type_name(value)}")

    def _room_for(self, value: Value) -> Any:
        """Return a value whose parts are the addresses of a variable's parts."""
        if isinstance(value, NumberValue):
            return NumberValue(value.type, self.room(value.type.ir))
        if isinstance(value, RecordValue):
            return RecordValue(value.type, self.room(POINTER))
        if isinstance(value, TupleValue):
            room = self.room(ir.ArrayType(value.element.ir, value.length))
            return TupleValue(value.element, room, value.length)
        lengths = tuple(self.room(WORD) for _ in value.lengths)
        return ArrayValue(value.element, self.room(POINTER), lengths, value.place)

    def read(self, name: str) -> Value:
        """Return the value of a variable."""
        room: Value = self.variables[name]
        load = self.builder.load
        if isinstance(room, NumberValue):
            return NumberValue(room.type, load(room.ir, typ=room.type.ir))
        if isinstance(room, RecordValue):
            return RecordValue(room.type, load(room.address, typ=POINTER))
        if isinstance(room, ArrayValue):
            lengths = tuple(load(length, typ=WORD) for length in room.lengths)
            return ArrayValue(room.element, load(room.address, typ=POINTER), lengths, room.place)
        return room

    def item(self, whole: TupleValue, index: Any) -> NumberValue:
        """Return one item of a tuple."""
        index = self.checked(index, ir.Constant(WORD, whole.length))
        address = self.builder.gep(whole.address, [index], source_etype=whole.element.ir)
        return NumberValue(whole.element, self.builder.load(address, typ=whole.element.ir))

    def field(self, record: RecordValue, name: str) -> Location | ArrayValue:
        """Return a field of a record: where its number lies, or its array."""
        field = record.type.fields[name]
        offset = ir.Constant(WORD, field.offset)
        address = self.builder.gep(record.address, [offset], inbounds=True, source_etype=BYTE)
        place = self.context.place_of_field(record.type, name)
        if field.length:
            return ArrayValue(field.stored, address, (ir.Constant(WORD, field.length),), place)
        return Location(field.stored, address, place)

    def at(self, array: ArrayValue, position: Any) -> Any:
        """Return the address of an element, counted over all dimensions."""
        kind = (
            ir.ArrayType(BYTE, array.element.size)
            if isinstance(array.element, Record)
            else array.element.ir
        )
        return self.builder.gep(array.address, [position], inbounds=True, source_etype=kind)

    def checked(self, index: Any, length: Any) -> Any:
        """Return an index; with checks, 0 instead of one that is out of range."""
        if not self.context.checked:
            return index
        outside = self.builder.icmp_unsigned(">=", index, length)
        flag = self.context.out_of_range
        seen = self.builder.load(flag, typ=WORD)
        self.builder.store(self.builder.or_(seen, self.builder.zext(outside, WORD)), flag)
        return self.builder.select(outside, ir.Constant(WORD, 0), index)

    def load(self, place: Location) -> NumberValue:
        """Return the number at a place."""
        stored = place.stored
        value = self.builder.load(place.address, typ=stored.ir)
        value.set_metadata("tbaa", self.context.tag(place.place))
        if stored.kind == "b":
            value = self.builder.icmp_unsigned("!=", value, ir.Constant(stored.ir, 0))
        elif stored.kind != "f" and stored.size < 8:
            widen = self.builder.sext if stored.kind == "i" else self.builder.zext
            value = widen(value, WORD)
        return NumberValue(stored.number, value)

    def store(self, place: Location | ArrayValue, value: Value) -> None:
        """Write a number to a place."""
        if isinstance(place, ArrayValue) or not isinstance(value, NumberValue):
            raise self.error("Only numbers and records can be stored")
        stored = place.stored
        if stored.kind == "b":
            written = self.builder.zext(self.truth(value), stored.ir)
        else:
            written = self.convert(value, stored.number).ir
        if stored.kind in "iu" and stored.size < 8:
            written = self.builder.trunc(written, stored.ir)
        done = self.builder.store(written, place.address)
        done.set_metadata("tbaa", self.context.tag(place.place))

    def copy_record(self, target: RecordValue, source: RecordValue) -> None:
        """Copy all fields of a record."""
        parameters = [POINTER, POINTER, WORD, ir.IntType(1)]
        copy = self.context.intrinsic("llvm.memmove.p0.p0.i64", ir.VoidType(), parameters)
        size = ir.Constant(WORD, target.type.size)
        volatile = ir.Constant(ir.IntType(1), 0)
        self.builder.call(copy, [target.address, source.address, size, volatile])
