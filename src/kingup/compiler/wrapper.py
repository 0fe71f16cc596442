"""The way from Python into a translated function, in LLVM's instructions.

It is a function of Python's C API (`METH_FASTCALL`): it takes the buffers of arrays, releases the
interpreter's lock while the function runs, and returns its result as a Python object.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from kingup.compiler.context import Context, untyped
from kingup.compiler.signatures import Declared, Result
from kingup.compiler.types import BOOL, BYTE, FLOAT, INT, POINTER, WORD, Array, Number

NATIVE_INT = ir.IntType(32)
BUFFER_SIZE = 80
"""The size of Python's `Py_buffer`, and where some of its fields lie: part of the stable ABI."""
BUFFER_OBJECT = 8
BUFFER_SHAPE = 48
C_CONTIGUOUS = 0x38
"""`PyBUF_C_CONTIGUOUS`: other arrays are refused with an error."""

PYTHON: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "PyObject_GetBuffer": (NATIVE_INT, (POINTER, POINTER, NATIVE_INT)),
    "PyBuffer_Release": (ir.VoidType(), (POINTER,)),
    "PyLong_AsLongLong": (WORD, (POINTER,)),
    "PyFloat_AsDouble": (FLOAT.ir, (POINTER,)),
    "PyObject_IsTrue": (NATIVE_INT, (POINTER,)),
    "PyErr_Occurred": (POINTER, ()),
    "PyEval_SaveThread": (POINTER, ()),
    "PyEval_RestoreThread": (ir.VoidType(), (POINTER,)),
    "PyLong_FromLongLong": (POINTER, (WORD,)),
    "PyFloat_FromDouble": (POINTER, (FLOAT.ir,)),
    "PyBool_FromLong": (POINTER, (WORD,)),
    "Py_BuildValue": (POINTER, (POINTER,)),
    "PyTuple_New": (POINTER, (WORD,)),
    "PyTuple_GetItem": (POINTER, (POINTER, WORD)),
}
"""Python's functions that a wrapper calls, with the types of their results and parameters.

Its data, such as `None` itself, would be too far away from compiled code to be addressed.
"""


class Wrapper:
    """Writes the function through which Python calls a translated one."""

    def __init__(self, context: Context, name: str) -> None:
        self._context = context
        signature = ir.FunctionType(POINTER, [POINTER, POINTER, WORD])
        self._wrapper = ir.Function(context.ir, signature, name)
        self._build = ir.IRBuilder(self._wrapper.append_basic_block("begin"))
        self._failed = self._wrapper.append_basic_block("failed")
        self._buffers: list[Any] = []

    def write(self, wrapped: Declared) -> None:
        """Write the whole wrapper of a function."""
        build = self._build
        types = wrapped.types
        for kind in types:
            if isinstance(kind, Array):
                room = build.alloca(ir.ArrayType(BYTE, BUFFER_SIZE))
                self._buffers.append(untyped(room))
        for buffer in self._buffers:
            build.store(ir.Constant(POINTER, None), self._field(buffer, BUFFER_OBJECT))
        parts: list[Any] = []
        buffers = iter(self._buffers)
        for i, kind in enumerate(types):
            position = [ir.Constant(WORD, i)]
            address = build.gep(self._wrapper.args[1], position, source_etype=POINTER)
            argument = build.load(address, typ=POINTER)
            if isinstance(kind, Array):
                parts += self._array(argument, next(buffers), kind.dimensions)
            elif isinstance(kind, Number):
                parts.append(self._number(argument, kind))
        thread = self._python("PyEval_SaveThread")
        returned = build.call(wrapped.function, parts, cconv="fastcc")
        self._python("PyEval_RestoreThread", thread)
        if self._context.checked:
            self._refuse_bad_indices()
        self._release()
        build.ret(self._result(returned, wrapped.result))
        build.position_at_end(self._failed)
        self._release()
        build.ret(ir.Constant(POINTER, None))

    def _python(self, name: str, *arguments: Any) -> Any:
        result, parameters = PYTHON[name]
        return self._build.call(self._context.intrinsic(name, result, parameters), arguments)

    def _field(self, buffer: Any, offset: int) -> Any:
        return self._build.gep(buffer, [ir.Constant(WORD, offset)], source_etype=BYTE)

    def _go_on_unless(self, failed: Any) -> None:
        more = self._wrapper.append_basic_block("more")
        self._build.cbranch(failed, self._failed, more)
        self._build.position_at_end(more)

    def _array(self, argument: Any, buffer: Any, dimensions: int) -> list[Any]:
        build = self._build
        flags = ir.Constant(NATIVE_INT, C_CONTIGUOUS)
        failed = self._python("PyObject_GetBuffer", argument, buffer, flags)
        self._go_on_unless(build.icmp_signed("!=", failed, ir.Constant(NATIVE_INT, 0)))
        shape = build.load(self._field(buffer, BUFFER_SHAPE), typ=POINTER)
        parts = [build.load(buffer, typ=POINTER)]
        for i in range(dimensions):
            length = build.gep(shape, [ir.Constant(WORD, i)], source_etype=WORD)
            parts.append(build.load(length, typ=WORD))
        return parts

    def _number(self, argument: Any, kind: Number) -> Any:
        build = self._build
        if kind == BOOL:
            truth = self._python("PyObject_IsTrue", argument)
            self._go_on_unless(build.icmp_signed("<", truth, ir.Constant(NATIVE_INT, 0)))
            return build.trunc(truth, BOOL.ir)
        if kind == INT:
            value = self._python("PyLong_AsLongLong", argument)
            suspicious = build.icmp_signed("==", value, ir.Constant(WORD, -1))
        else:
            value = self._python("PyFloat_AsDouble", argument)
            suspicious = build.fcmp_ordered("==", value, ir.Constant(FLOAT.ir, -1.0))
        asking, more = (self._wrapper.append_basic_block(name) for name in ("asking", "more"))
        build.cbranch(suspicious, asking, more)
        build.position_at_end(asking)
        error = self._python("PyErr_Occurred")
        build.cbranch(
            build.icmp_unsigned("!=", error, ir.Constant(POINTER, None)), self._failed, more
        )
        build.position_at_end(more)
        return value

    def _refuse_bad_indices(self) -> None:
        build = self._build
        flag = self._context.out_of_range
        wrong = build.icmp_unsigned("!=", build.load(flag, typ=WORD), ir.Constant(WORD, 0))
        with build.if_then(wrong, likely=False):
            build.store(ir.Constant(WORD, 0), flag)
            nothing = self._python("PyTuple_New", ir.Constant(WORD, 0))
            self._python("PyTuple_GetItem", nothing, ir.Constant(WORD, 0))  # an IndexError
            build.branch(self._failed)

    def _release(self) -> None:
        for buffer in self._buffers:
            self._python("PyBuffer_Release", buffer)

    def _result(self, returned: Any, result: Result) -> Any:
        if result == INT:
            return self._python("PyLong_FromLongLong", returned)
        if result == FLOAT:
            return self._python("PyFloat_FromDouble", returned)
        if result == BOOL:
            return self._python("PyBool_FromLong", self._build.zext(returned, WORD))
        empty = ir.GlobalVariable(self._context.ir, BYTE, "nothing")
        empty.initializer = ir.Constant(BYTE, 0)
        empty.linkage = "internal"
        empty.global_constant = True
        return self._python("Py_BuildValue", untyped(empty))  # None
