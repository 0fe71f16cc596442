"""One module of LLVM: the functions that an entry point reaches, each translated once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import FunctionType

from llvmlite import ir

from kingup.compiler.context import Context
from kingup.compiler.functions import FunctionTranslator
from kingup.compiler.signatures import Declared, ir_signature, parameter_types, result_type
from kingup.compiler.types import Record, Type


class Module:
    """Translates functions, and those that they call, for the types of their arguments."""

    def __init__(self, records: Mapping[type, Record], *, checked: bool = False) -> None:
        self.context = Context(checked=checked)
        self._records = records
        self._known: dict[tuple[FunctionType, tuple[Type, ...]], Declared] = {}
        self._waiting: list[FunctionTranslator] = []

    def translate(self, plain: FunctionType, arguments: Sequence[Type]) -> Declared:
        """Return a function of the module, which is complete with all that it calls."""
        made = self._declare(plain, arguments)
        while self._waiting:
            self._waiting.pop().translate()
        return made

    def _declare(self, plain: FunctionType, arguments: Sequence[Type]) -> Declared:
        """Return the function for these types of arguments; it is translated later."""
        types = parameter_types(plain, arguments, self._records)
        key = (plain, types)
        if key not in self._known:
            result = result_type(plain)
            name = f"{plain.__name__}.{len(self._known)}"
            function = ir.Function(self.context.ir, ir_signature(types, result), name)
            function.linkage = "internal"
            function.calling_convention = "fastcc"
            function.attributes.add("nounwind")
            self._known[key] = Declared(function, types, result)
            self._waiting.append(
                FunctionTranslator(self.context, self._declare, plain, types, function, result)
            )
        return self._known[key]
