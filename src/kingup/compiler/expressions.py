"""Translates expressions."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Any

from llvmlite import ir

from kingup.compiler.context import Context
from kingup.compiler.memory import Location, Memory
from kingup.compiler.signatures import Declared
from kingup.compiler.types import BOOL, FLOAT, INT, WORD, Number, Record, Type
from kingup.compiler.values import (
    NUMBERS_PLACE,
    ArrayValue,
    NumberValue,
    RecordValue,
    TupleValue,
    Value,
    type_name,
)

MATHS = {math.sqrt: "llvm.sqrt.f64", math.exp: "exp", math.log: "log"}


Declare = Callable[[FunctionType, Sequence[Type]], Declared]
"""Returns a function of the module for some types of arguments."""


class ExpressionTranslator(Memory):
    """Translates the expressions of one function."""

    def __init__(self, context: Context, declare: Declare, plain: FunctionType) -> None:
        super().__init__(context, plain)
        self._declare = declare

    def block(self, name: str) -> Any:
        """Return a new block of the function."""
        return self.builder.function.append_basic_block(name)

    def value(self, node: ast.expr) -> Value:
        """Return the value of an expression."""
        match node:
            case ast.Constant(value=constant):
                return self.constant(constant)
            case ast.Name(id=name) if name in self.variables:
                return self.read(name)
            case ast.Name(id=name):
                return self.constant(self._global(name))
            case ast.Attribute(value=ast.Name(id=name), attr=attribute) if (
                name not in self.variables
            ):
                return self.constant(getattr(self._global(name), attribute, None))
            case ast.Attribute() | ast.Subscript():
                return self._load(node)
            case ast.BinOp(left=left, op=op, right=right):
                return self.operate(op, self.number(left), self.number(right))
            case ast.UnaryOp():
                return self._unary(node)
            case ast.Compare(ops=[op], left=left, comparators=[right]):
                return self.compare(op, self.number(left), self.number(right))
            case ast.Compare() | ast.BoolOp():
                return self._logic(node)
            case ast.IfExp():
                return self._choice(node)
            case ast.Call():
                value = self.call(node)
                if value is None:
                    raise self.error("This call returns nothing")
                return value
        raise self.error("This expression is not in the compiler's language")

    def _global(self, name: str) -> Any:
        scope = self.plain.__globals__
        if name not in scope:
            raise self.error(f"{name} is unknown, or has no value yet")
        return scope[name]

    def number(self, node: ast.expr) -> NumberValue:
        """Return the value of an expression that is a number."""
        value = self.value(node)
        if not isinstance(value, NumberValue):
            raise self.error(f"A number is needed here, not {type_name(value)}")
        return value

    def integer(self, node: ast.expr) -> Any:
        """Return the value of an expression that is an integer, as LLVM's value."""
        value = self.number(node)
        if value.type.rank > INT.rank:
            raise self.error("An integer is needed here")
        return self.convert(value, INT).ir

    def _unary(self, node: ast.UnaryOp) -> NumberValue:
        build = self.builder
        if isinstance(node.op, ast.Not):
            return NumberValue(BOOL, build.not_(self.truth(self.number(node.operand))))
        value = self.number(node.operand)
        if value.type == BOOL:
            value = self.convert(value, INT)
        match node.op:
            case ast.USub() if isinstance(value.ir, ir.Constant):
                return NumberValue(value.type, ir.Constant(value.type.ir, -value.ir.constant))
            case ast.USub() if value.type == INT:
                return NumberValue(INT, build.neg(value.ir))
            case ast.USub():
                return NumberValue(value.type, build.fneg(value.ir))
            case ast.Invert() if value.type == INT:
                return NumberValue(INT, build.not_(value.ir))
        raise self.error("This operation is not in the compiler's language")

    def branch(self, node: ast.expr, then: Any, other: Any) -> None:
        """Go on at one block if a condition holds, else at the other one."""
        match node:
            case ast.BoolOp(op=op, values=values):
                for each in values[:-1]:
                    more = self.block("more")
                    if isinstance(op, ast.And):
                        self.branch(each, more, other)
                    else:
                        self.branch(each, then, more)
                    self.builder.position_at_end(more)
                self.branch(values[-1], then, other)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                self.branch(operand, other, then)
            case ast.Compare(ops=ops, left=left, comparators=comparators) if len(ops) > 1:
                before = self.number(left)
                for sign, each in zip(ops[:-1], comparators[:-1], strict=True):
                    value = self.number(each)
                    more = self.block("more")
                    self.builder.cbranch(self.compare(sign, before, value).ir, more, other)
                    self.builder.position_at_end(more)
                    before = value
                last = self.compare(ops[-1], before, self.number(comparators[-1]))
                self.builder.cbranch(last.ir, then, other)
            case _:
                self.builder.cbranch(self.truth(self.number(node)), then, other)

    def _logic(self, node: ast.expr) -> NumberValue:
        """Return whether a condition holds. Python's `and` of two integers is one of them."""
        if isinstance(node, ast.BoolOp) and not all(self._is_truth(each) for each in node.values):
            raise self.error("Only conditions can be joined by “and” and “or” for their value")
        then, other, end = self.block("then"), self.block("else"), self.block("end")
        self.branch(node, then, other)
        for each in (then, other):
            self.builder.position_at_end(each)
            self.builder.branch(end)
        self.builder.position_at_end(end)
        result = self.builder.phi(BOOL.ir)
        result.add_incoming(ir.Constant(BOOL.ir, 1), then)
        result.add_incoming(ir.Constant(BOOL.ir, 0), other)
        return NumberValue(BOOL, result)

    def _is_truth(self, node: ast.expr) -> bool:
        """Return whether an expression is true or false by its form."""
        match node:
            case ast.Compare() | ast.UnaryOp(op=ast.Not()):
                return True
            case ast.BoolOp(values=values):
                return all(self._is_truth(each) for each in values)
            case ast.Constant(value=constant):
                return isinstance(constant, bool)
            case ast.Name(id=name) if name in self.variables:
                room = self.variables[name]
                return isinstance(room, NumberValue) and room.type == BOOL
            case ast.Call(func=ast.Name(id=name)):
                called = self.plain.__globals__.get(name)
                return name == "bool" or getattr(called, "__annotations__", {}).get("return") in (
                    bool,
                    "bool",
                )
        return False

    def _choice(self, node: ast.IfExp) -> NumberValue:
        then, other, end = self.block("then"), self.block("else"), self.block("end")
        self.branch(node.test, then, other)
        build = self.builder
        build.position_at_end(then)
        first, then = self.number(node.body), build.block
        build.position_at_end(other)
        second, other = self.number(node.orelse), build.block
        kind = max(first.type, second.type, key=lambda each: each.rank)
        incoming = []
        for value, block in ((first, then), (second, other)):
            build.position_at_end(block)
            incoming.append((self.convert(value, kind).ir, block))
            build.branch(end)
        build.position_at_end(end)
        result = build.phi(kind.ir)
        for value, block in incoming:
            result.add_incoming(value, block)
        return NumberValue(kind, result)

    def location(self, node: ast.expr) -> Location | RecordValue | ArrayValue:
        """Return where a field or an item lies; for a record or an array, what it is."""
        match node:
            case ast.Attribute(value=inner, attr=name):
                record = self.value(inner)
                if isinstance(record, RecordValue) and name in record.type.fields:
                    return self.field(record, name)
                raise self.error(f"{type_name(record)} has no field {name}")
            case ast.Subscript(value=inner, slice=index):
                array = self.value(inner)
                if isinstance(array, ArrayValue):
                    return self._element(array, index)
                raise self.error(f"{type_name(array)} has no items to be changed")
        raise self.error("Nothing can be stored here")

    def _load(self, node: ast.Attribute | ast.Subscript) -> Value:
        if isinstance(node, ast.Subscript):
            match node:
                case ast.Subscript(
                    value=ast.Attribute(value=array, attr="shape"),
                    slice=ast.Constant(value=int(i)),
                ):
                    return NumberValue(INT, self._shape(array)[i])
            inner = self.value(node.value)
            if isinstance(inner, TupleValue):
                return self.item(inner, self.integer(node.slice))
        place = self.location(node)
        return self.load(place) if isinstance(place, Location) else place

    def _shape(self, node: ast.expr) -> tuple[Any, ...]:
        array = self.value(node)
        if isinstance(array, ArrayValue):
            return array.lengths
        raise self.error(f"{type_name(array)} has no shape")

    def _element(self, array: ArrayValue, index: ast.expr) -> Location | RecordValue | ArrayValue:
        if isinstance(index, ast.Slice):
            return self._slice(array, index)
        items = index.elts if isinstance(index, ast.Tuple) else [index]
        if len(items) > len(array.lengths):
            raise self.error(f"The array has only {len(array.lengths)} dimensions")
        build = self.builder
        position: Any = None
        for item, length in zip(items, array.lengths, strict=False):
            at = self.checked(self.integer(item), length)
            position = at if position is None else build.add(build.mul(position, length), at)
        rest = array.lengths[len(items) :]
        for length in rest:
            position = build.mul(position, length)
        address = self.at(array, position)
        if rest:
            return ArrayValue(array.element, address, rest, array.place)
        if isinstance(array.element, Record):
            return RecordValue(array.element, address)
        return Location(array.element, address, array.place)

    def _slice(self, array: ArrayValue, index: ast.Slice) -> ArrayValue:
        """Return the items of an array from one to before another, as an array."""
        if index.lower is None or index.upper is None or index.step is not None:
            raise self.error("A slice is from one item to another one")
        start, stop = self.integer(index.lower), self.integer(index.upper)
        position = start
        for length in array.lengths[1:]:
            position = self.builder.mul(position, length)
        lengths = (self.builder.sub(stop, start), *array.lengths[1:])
        return ArrayValue(array.element, self.at(array, position), lengths, array.place)

    def call(self, node: ast.Call) -> Value | None:
        """Return the result of a call, or None if it returns nothing."""
        if node.keywords:
            raise self.error("Arguments are given by position")
        match node.func:
            case ast.Name(id=name) if name not in self.plain.__globals__:
                return self._builtin(name, node.args)
            case ast.Name(id=name):
                called = self._global(name)
            case ast.Attribute(value=ast.Name(id=name), attr=attribute):
                called = getattr(self._global(name), attribute, None)
            case _:
                raise self.error("Only functions can be called")
        try:
            known = called in MATHS
        except TypeError:
            known = False
        if known:
            argument = self.convert(self.number(node.args[0]), FLOAT)
            function = self.context.intrinsic(MATHS[called], FLOAT.ir, [FLOAT.ir])
            return NumberValue(FLOAT, self.builder.call(function, [argument.ir]))
        if not isinstance(called, FunctionType):
            raise self.error(f"{ast.unparse(node.func)} cannot be called here")
        return self._call_function(called, [self.value(argument) for argument in node.args])

    def _call_function(self, called: FunctionType, arguments: Sequence[Value]) -> Value | None:
        declared = self._declare(called, [self._argument_type(value) for value in arguments])
        parts: list[Any] = []
        for value, kind in zip(arguments, declared.types, strict=True):
            if isinstance(value, NumberValue) and isinstance(kind, Number):
                parts.append(self.convert(value, kind).ir)
            elif isinstance(value, RecordValue) and value.type == kind:
                parts.append(value.address)
            elif isinstance(value, ArrayValue) and value.type == kind:
                parts += [value.address, *value.lengths]
            else:
                raise self.error(f"{called.__name__} does not take {type_name(value)} here")
        returned = self.builder.call(declared.function, parts, cconv="fastcc")
        result = declared.result
        if result is None:
            return None
        if isinstance(result, Number):
            return NumberValue(result, returned)
        element, length = result
        room = self.room(ir.ArrayType(element.ir, length))
        self.builder.store(returned, room)
        return TupleValue(element, room, length)

    def _argument_type(self, value: Value) -> Type:
        if isinstance(value, TupleValue):
            raise self.error("A tuple cannot be an argument")
        if isinstance(value, ArrayValue) and value.place != NUMBERS_PLACE:
            raise self.error("The array of a record cannot be an argument: give the record")
        return value.type

    def _builtin(self, name: str, arguments: Sequence[ast.expr]) -> NumberValue:
        if name == "len" and len(arguments) == 1:
            array = self.value(arguments[0])
            if isinstance(array, ArrayValue):
                return NumberValue(INT, array.lengths[0])
            raise self.error(f"{type_name(array)} has no length")
        values = [self.number(argument) for argument in arguments]
        match name, values:
            case "int", [value]:
                if value.type.rank > INT.rank:
                    return NumberValue(INT, self.builder.fptosi(value.ir, WORD))
                return self.convert(value, INT)
            case "float", [value]:
                return self.convert(value, FLOAT)
            case "bool", [value]:
                return NumberValue(BOOL, self.truth(value))
            case "abs", [value] if value.type.rank <= INT.rank:
                number = self.convert(value, INT)
                zero = NumberValue(INT, ir.Constant(WORD, 0))
                negative = self.compare(ast.Lt(), number, zero)
                minus = self.builder.neg(number.ir)
                return NumberValue(INT, self.builder.select(negative.ir, minus, number.ir))
            case "abs", [value]:
                function = self.context.intrinsic("llvm.fabs.f64", FLOAT.ir, [FLOAT.ir])
                whole = self.convert(value, FLOAT)
                return NumberValue(FLOAT, self.builder.call(function, [whole.ir]))
            case "max", [first, *others] if others:
                return self.extreme(ast.Gt(), first, others)
            case "min", [first, *others] if others:
                return self.extreme(ast.Lt(), first, others)
        raise self.error(f"{name} is unknown, or cannot be called so")
