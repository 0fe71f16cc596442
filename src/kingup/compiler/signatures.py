"""What functions declare: the types of their parameters and results, and their source."""

from __future__ import annotations

import ast
import linecache
from collections.abc import Mapping, Sequence
from functools import cache
from types import FunctionType
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

from llvmlite import ir

from kingup.compiler.errors import CompileError
from kingup.compiler.types import NUMBERS, POINTER, WORD, Array, Number, Record, Type

Result = Number | tuple[Number, int] | None
"""What a function returns: a number, a tuple of so many numbers of one type, or nothing."""


class Declared(NamedTuple):
    """A function of a module: LLVM's, the types of its parameters, and its result."""

    function: Any
    types: tuple[Type, ...]
    result: Result


@cache
def declared_types(plain: FunctionType) -> dict[str, Any]:
    """Return the declared types of a function's parameters, and of its result as `return`."""
    return get_type_hints(plain)


def parameter_types(
    plain: FunctionType, arguments: Sequence[Type], records: Mapping[type, Record]
) -> tuple[Type, ...]:
    """Return the types of a function's parameters; `Any` is what the argument is."""
    code = plain.__code__
    names = code.co_varnames[: code.co_argcount]
    if len(arguments) != len(names):
        raise CompileError(f"{plain.__name__} takes {len(names)} arguments, not {len(arguments)}.")
    known: dict[type, Type] = {**NUMBERS, **records}
    types: list[Type] = []
    for name, given in zip(names, arguments, strict=True):
        hint = declared_types(plain).get(name, Any)
        if hint is not Any and hint not in known:
            raise CompileError(f"The parameter {name} of {plain.__name__} has an unknown type.")
        types.append(given if hint is Any else known[hint])
    return tuple(types)


def result_type(plain: FunctionType) -> Result:
    """Return what a function returns."""
    hint = declared_types(plain).get("return", type(None))
    if hint is type(None):
        return None
    if hint in NUMBERS:
        return NUMBERS[hint]
    items = get_args(hint)
    if get_origin(hint) is tuple and len(set(items)) == 1 and items[0] in NUMBERS:
        return NUMBERS[items[0]], len(items)
    raise CompileError(f"The result of {plain.__name__} has an unknown type.")


def ir_signature(types: Sequence[Type], result: Result) -> Any:
    """Return LLVM's type of a function."""
    return ir.FunctionType(_ir_result(result), [part for kind in types for part in _parts(kind)])


def _parts(kind: Type) -> list[Any]:
    """Return LLVM's parameters for a parameter: arrays have an address and their lengths."""
    if isinstance(kind, Number):
        return [kind.ir]
    if isinstance(kind, Array):
        return [POINTER, *[WORD] * kind.dimensions]
    return [POINTER]


def _ir_result(result: Result) -> Any:
    if result is None:
        return ir.VoidType()
    if isinstance(result, Number):
        return result.ir
    return ir.ArrayType(result[0].ir, result[1])


@cache
def _definitions(file: str) -> dict[tuple[str, int], ast.FunctionDef]:
    """Return the definitions of all functions in a file, by name and first line."""
    source = "".join(linecache.getlines(file))
    return {
        (node.name, node.lineno): node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef)
    }


def definition(plain: FunctionType) -> ast.FunctionDef:
    """Return the syntax tree of a function."""
    code = plain.__code__
    try:
        return _definitions(code.co_filename)[code.co_name, code.co_firstlineno]
    except KeyError:
        raise CompileError(f"The source of {code.co_name} is not in {code.co_filename}.") from None
