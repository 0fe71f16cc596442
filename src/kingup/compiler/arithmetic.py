"""Arithmetic on numbers, as Python does it."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from pathlib import Path
from types import FunctionType
from typing import Any

from llvmlite import ir

from kingup.compiler.errors import CompileError
from kingup.compiler.types import BOOL, FLOAT, INT, WORD, Number
from kingup.compiler.values import NumberValue

COMPARISONS = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}
BITS = {
    ast.BitAnd: "and_",
    ast.BitOr: "or_",
    ast.BitXor: "xor",
    ast.LShift: "shl",
    ast.RShift: "ashr",
}


class Arithmetic:
    """Writes LLVM's instructions for operations on numbers, in one function."""

    def __init__(self, plain: FunctionType) -> None:
        self.plain = plain
        self.builder: Any = None
        """Writes instructions, where the translation has arrived."""
        self.line = plain.__code__.co_firstlineno
        """The line of the source that is being translated."""

    def error(self, sentence: str) -> CompileError:
        """Return an error that names the file and the line."""
        file = Path(self.plain.__code__.co_filename).name
        return CompileError(f"{file}, line {self.line}: {sentence}.")

    def constant(self, constant: object) -> NumberValue:
        """Return a constant of the source, or of a global name."""
        if isinstance(constant, bool):
            return NumberValue(BOOL, ir.Constant(BOOL.ir, int(constant)))
        if isinstance(constant, int):
            return NumberValue(INT, ir.Constant(INT.ir, int(constant)))
        if isinstance(constant, float):
            return NumberValue(FLOAT, ir.Constant(FLOAT.ir, constant))
        raise self.error(f"{constant!r} is no number")

    def convert(self, value: NumberValue, kind: Number) -> NumberValue:
        """Return a number as another type, of a higher rank, or as less precise a float."""
        if value.type == kind:
            return value
        build = self.builder
        if kind == INT and value.type == BOOL:
            return NumberValue(kind, build.zext(value.ir, kind.ir))
        if kind.rank > INT.rank:
            if value.type == BOOL:
                return NumberValue(kind, build.uitofp(value.ir, kind.ir))
            if value.type == INT:
                return NumberValue(kind, build.sitofp(value.ir, kind.ir))
            change = build.fpext if kind == FLOAT else build.fptrunc
            return NumberValue(kind, change(value.ir, kind.ir))
        raise self.error(f"{value.type.name} is not {kind.name}: write {kind.name}(…)")

    def alike(self, left: NumberValue, right: NumberValue) -> tuple[NumberValue, NumberValue]:
        """Return two numbers as the type of the higher rank."""
        kind = max(left.type, right.type, key=lambda each: each.rank)
        return self.convert(left, kind), self.convert(right, kind)

    def operate(self, op: ast.operator, left: NumberValue, right: NumberValue) -> NumberValue:
        """Return the result of an arithmetic operation, as Python computes it."""
        build = self.builder
        if type(op) in BITS:
            if left.type == right.type == BOOL and not isinstance(op, ast.LShift | ast.RShift):
                return NumberValue(BOOL, getattr(build, BITS[type(op)])(left.ir, right.ir))
            if max(left.type.rank, right.type.rank) > INT.rank:
                raise self.error("Bits are those of integers")
            left, right = self.convert(left, INT), self.convert(right, INT)
            return NumberValue(INT, getattr(build, BITS[type(op)])(left.ir, right.ir))
        if isinstance(op, ast.Div):
            kind = max(left.type, right.type, FLOAT, key=lambda each: each.rank)
            left, right = self.convert(left, kind), self.convert(right, kind)
            return NumberValue(kind, build.fdiv(left.ir, right.ir))
        left, right = self.alike(left, right)
        if left.type == BOOL:
            left, right = self.convert(left, INT), self.convert(right, INT)
        names = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul"}
        if type(op) in names:
            name = names[type(op)]
            prefix = "" if left.type == INT else "f"
            return NumberValue(left.type, getattr(build, prefix + name)(left.ir, right.ir))
        if isinstance(op, ast.FloorDiv | ast.Mod) and left.type == INT:
            return self._divide(op, left.ir, right.ir)
        raise self.error("This operation is not in the compiler's language")

    def _divide(self, op: ast.operator, left: Any, right: Any) -> NumberValue:
        """Return a quotient rounded down, or what is left of it."""
        build = self.builder
        zero = ir.Constant(WORD, 0)
        rest = build.srem(left, right)
        # A rest whose sign is not the divisor's belongs to the quotient above.
        wrong = build.and_(
            build.icmp_signed("!=", rest, zero),
            build.icmp_signed("<", build.xor(rest, right), zero),
        )
        if isinstance(op, ast.Mod):
            return NumberValue(INT, build.select(wrong, build.add(rest, right), rest))
        quotient = build.sdiv(left, right)
        return NumberValue(INT, build.sub(quotient, build.zext(wrong, WORD)))

    def compare(self, op: ast.cmpop, left: NumberValue, right: NumberValue) -> NumberValue:
        """Return whether a comparison of two numbers holds."""
        if type(op) not in COMPARISONS:
            raise self.error("This comparison is not in the compiler's language")
        left, right = self.alike(left, right)
        sign = COMPARISONS[type(op)]
        if left.type == BOOL:
            result = self.builder.icmp_unsigned(sign, left.ir, right.ir)
        elif left.type == INT:
            result = self.builder.icmp_signed(sign, left.ir, right.ir)
        elif sign == "!=":
            result = self.builder.fcmp_unordered(sign, left.ir, right.ir)
        else:
            result = self.builder.fcmp_ordered(sign, left.ir, right.ir)
        return NumberValue(BOOL, result)

    def truth(self, value: NumberValue) -> Any:
        """Return whether a number counts as true, as LLVM's bit."""
        if value.type == BOOL:
            return value.ir
        zero = NumberValue(value.type, ir.Constant(value.type.ir, 0))
        return self.compare(ast.NotEq(), value, zero).ir

    def extreme(
        self, op: ast.cmpop, best: NumberValue, others: Sequence[NumberValue]
    ) -> NumberValue:
        """Return the first of the numbers that is best in a comparison, as `min` and `max` do."""
        for other in others:
            left, right = self.alike(best, other)
            better = self.compare(op, right, left).ir
            best = NumberValue(left.type, self.builder.select(better, right.ir, left.ir))
        return best
