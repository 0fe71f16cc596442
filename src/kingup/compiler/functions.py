"""Translates the statements of one function."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from types import FunctionType
from typing import Any

from llvmlite import ir

from kingup.compiler.context import Context
from kingup.compiler.expressions import Declare, ExpressionTranslator
from kingup.compiler.signatures import Result, definition
from kingup.compiler.types import INT, WORD, Array, Number, Type
from kingup.compiler.values import (
    NUMBERS_PLACE,
    ArrayValue,
    NumberValue,
    RecordValue,
    TupleValue,
    Value,
    type_name,
)


class FunctionTranslator(ExpressionTranslator):
    """Translates one function for the types of its arguments."""

    def __init__(
        self,
        context: Context,
        declare: Declare,
        plain: FunctionType,
        types: Sequence[Type],
        function: Any,
        result: Result,
    ) -> None:
        super().__init__(context, declare, plain)
        self._types = types
        self._function = function
        self._result = result
        self._loops: list[tuple[Any, Any]] = []
        """For each loop around a statement, where it goes on and where it ends."""

    def translate(self) -> None:
        """Translate the whole function."""
        tree = definition(self.plain)
        self.builder = ir.IRBuilder(self._function.append_basic_block("begin"))
        parts = iter(self._function.args)
        for argument, kind in zip(tree.args.args, self._types, strict=True):
            self.assign(argument.arg, self._argument(kind, parts))
        self._body(tree.body)
        if not self.builder.block.is_terminated:
            if self._result is None:
                self.builder.ret_void()
            else:
                self.builder.unreachable()

    def _argument(self, kind: Type, parts: Any) -> Value:
        if isinstance(kind, Number):
            return NumberValue(kind, next(parts))
        if isinstance(kind, Array):
            address = next(parts)
            lengths = tuple(next(parts) for _ in range(kind.dimensions))
            return ArrayValue(kind.element, address, lengths, NUMBERS_PLACE)
        return RecordValue(kind, next(parts))

    def _body(self, statements: Sequence[ast.stmt]) -> None:
        for statement in statements:
            if self.builder.block.is_terminated:
                return  # behind a return, break or continue
            self.line = statement.lineno
            match statement:
                case ast.Expr(value=ast.Constant()) | ast.Pass():
                    pass
                case ast.Expr(value=ast.Call() as call):
                    self.call(call)
                case ast.Assign(targets=[target], value=value):
                    self._assign(target, value)
                case ast.AnnAssign(target=target, value=ast.expr() as value):
                    self._assign(target, value)
                case ast.AugAssign(target=target, op=op, value=value):
                    self._assign_operation(target, op, value)
                case ast.If():
                    self._if(statement)
                case ast.While(orelse=[]):
                    self._while(statement)
                case ast.For(orelse=[]):
                    self._for(statement)
                case ast.Return():
                    self._return(statement.value)
                case ast.Break():
                    self.builder.branch(self._loops[-1][1])
                case ast.Continue():
                    self.builder.branch(self._loops[-1][0])
                case _:
                    raise self.error("This statement is not in the compiler's language")

    def _assign(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            values = [self.value(item) for item in value.elts]
            for each, item in zip(target.elts, values, strict=True):
                self._store(each, item)
        elif isinstance(target, ast.Tuple):
            whole = self.value(value)
            if not isinstance(whole, TupleValue) or whole.length != len(target.elts):
                raise self.error(f"{type_name(whole)} cannot be unpacked so")
            for i, each in enumerate(target.elts):
                self._store(each, self.item(whole, ir.Constant(WORD, i)))
        else:
            self._store(target, self.value(value))

    def _assign_operation(self, target: ast.expr, op: ast.operator, value: ast.expr) -> None:
        # Nothing in the language can change where the target lies while the value is computed.
        before = self.number(target)
        self._store(target, self.operate(op, before, self.number(value)))

    def _store(self, target: ast.expr, value: Value) -> None:
        if isinstance(target, ast.Name):
            self.assign(target.id, value)
            return
        place = self.location(target)
        if isinstance(place, RecordValue):
            if not isinstance(value, RecordValue) or value.type != place.type:
                raise self.error("Only a record of the same kind can be copied here")
            self.copy_record(place, value)
        else:
            self.store(place, value)

    def _if(self, statement: ast.If) -> None:
        then, end = self.block("then"), self.block("end")
        other = self.block("else") if statement.orelse else end
        self.branch(statement.test, then, other)
        self._body_to(then, statement.body, end)
        if statement.orelse:
            self._body_to(other, statement.orelse, end)
        self.builder.position_at_end(end)

    def _body_to(self, block: Any, statements: Sequence[ast.stmt], end: Any) -> None:
        """Translate statements into a block that goes on at another one."""
        self.builder.position_at_end(block)
        self._body(statements)
        if not self.builder.block.is_terminated:
            self.builder.branch(end)

    def _while(self, statement: ast.While) -> None:
        again, body, end = self.block("again"), self.block("body"), self.block("end")
        self.builder.branch(again)
        self.builder.position_at_end(again)
        if isinstance(statement.test, ast.Constant) and statement.test.value is True:
            self.builder.branch(body)
        else:
            self.branch(statement.test, body, end)
        self._loop(statement.body, body, again, end)

    def _loop(self, statements: Sequence[ast.stmt], body: Any, again: Any, end: Any) -> None:
        self._loops.append((again, end))
        self._body_to(body, statements, again)
        self._loops.pop()
        self.builder.position_at_end(end)

    def _for(self, statement: ast.For) -> None:
        match statement:
            case ast.For(
                target=ast.Name(id=name),
                iter=ast.Call(func=ast.Name(id="range"), args=limits, keywords=[]),
            ):
                numbers = [self.integer(limit) for limit in limits]
            case _:
                raise self.error("A loop runs over range(…)")
        start = numbers[0] if len(numbers) > 1 else ir.Constant(WORD, 0)
        stop = numbers[1] if len(numbers) > 1 else numbers[0]
        step = numbers[2] if len(numbers) > 2 else ir.Constant(WORD, 1)
        if not isinstance(step, ir.Constant) or not step.constant:
            raise self.error("The step of a range is a constant other than 0")
        counter = self.room(WORD)
        self.builder.store(start, counter)
        test, body, again, end = (self.block(each) for each in ("test", "body", "again", "end"))
        self.builder.branch(test)
        self.builder.position_at_end(test)
        i = self.builder.load(counter, typ=WORD)
        more = self.builder.icmp_signed("<" if step.constant > 0 else ">", i, stop)
        self.builder.cbranch(more, body, end)
        self.builder.position_at_end(again)
        self.builder.store(self.builder.add(i, step, flags=["nsw"]), counter)
        self.builder.branch(test)
        self.builder.position_at_end(body)
        self.assign(name, NumberValue(INT, i))
        self._loop(statement.body, body, again, end)

    def _return(self, value: ast.expr | None) -> None:
        result = self._result
        if result is None:
            if value is not None:
                raise self.error(f"{self.plain.__name__} is declared to return nothing")
            self.builder.ret_void()
            return
        if value is None:
            raise self.error(f"{self.plain.__name__} is declared to return something")
        if isinstance(result, Number):
            self.builder.ret(self.convert(self.number(value), result).ir)
            return
        element, length = result
        if not isinstance(value, ast.Tuple) or len(value.elts) != length:
            raise self.error(f"{length} numbers are returned here")
        whole: Any = ir.Constant(ir.ArrayType(element.ir, length), ir.Undefined)
        for i, item in enumerate(value.elts):
            number = self.convert(self.number(item), element)
            whole = self.builder.insert_value(whole, number.ir, i)
        self.builder.ret(whole)
