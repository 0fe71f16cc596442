"""A compiled function that Python calls with arrays and numbers."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any, cast

import numpy as np

from kingup.compiler.machine import this_machine
from kingup.compiler.module import Module
from kingup.compiler.object_cache import ObjectCache
from kingup.compiler.signatures import declared_types
from kingup.compiler.types import NUMBERS, Array, Record, Stored, Type, element_type
from kingup.compiler.wrapper import Wrapper

FLOATS = Stored("f", 4)
"""The numbers of networks."""

_loading = threading.Lock()
"""One thread of a process compiles or loads at a time."""


class EntryPoint:
    """A plain function, compiled at its first call for the types of its arrays.

    A parameter declared as `Any` takes an array without gaps, and others take numbers.
    """

    def __init__(
        self,
        plain: Callable[..., Any],
        records: Mapping[type, np.dtype[Any]],
        cache: ObjectCache,
    ) -> None:
        self.plain = cast("FunctionType", plain)
        self.__name__ = self.plain.__name__
        self.__doc__ = self.plain.__doc__
        self._records = records
        self._cache = cache
        code = self.plain.__code__
        hints = declared_types(self.plain)
        names = code.co_varnames[: code.co_argcount]
        self._parameters = [NUMBERS.get(hints.get(name)) for name in names]  # type: ignore[arg-type]
        self._arrays = [i for i, kind in enumerate(self._parameters) if kind is None]
        self._compiled: dict[tuple[Any, ...], Callable[..., Any]] = {}

    def __call__(self, *arguments: Any) -> Any:
        """Call the compiled function."""
        if len(arguments) != len(self._parameters):
            raise TypeError(
                f"{self.__name__}() takes {len(self._parameters)} arguments, not {len(arguments)}."
            )
        try:
            kinds = tuple(
                [part for i in self._arrays for part in (arguments[i].dtype, arguments[i].ndim)]
            )
            compiled = self._compiled[kinds]
        except (AttributeError, KeyError):
            compiled = self._compiled_for(arguments)
        return compiled(*arguments)

    def _compiled_for(self, arguments: tuple[Any, ...]) -> Callable[..., Any]:
        names = self.plain.__code__.co_varnames
        for i in self._arrays:
            if not isinstance(arguments[i], np.ndarray):
                raise TypeError(f"{names[i]} of {self.__name__}() must be an array.")
        arrays = [arguments[i] for i in self._arrays]
        kinds = tuple(part for array in arrays for part in (array.dtype, array.ndim))
        with _loading:
            if kinds not in self._compiled:
                types: list[Type] = [
                    Array(element_type(argument.dtype), argument.ndim) if kind is None else kind
                    for kind, argument in zip(self._parameters, arguments, strict=True)
                ]
                self._compiled[kinds] = self._load(types)
            return self._compiled[kinds]

    def _load(self, types: list[Type]) -> Callable[..., Any]:
        machine = this_machine()
        made_for = f"{types} {machine.description}"
        name = f"{self.__name__}_{hashlib.sha256(made_for.encode()).hexdigest()[:16]}"
        vectorised = any(isinstance(kind, Array) and kind.element == FLOATS for kind in types)

        def compile_code() -> bytes:
            return machine.compile(self.translate(types, name), vectorised=vectorised)

        return machine.load(self._cache.get(name, compile_code), name, self.__doc__ or "")

    def translate(self, types: list[Type], name: str) -> str:
        """Return the function and all that it calls in LLVM's language."""
        records = {plain: element_type(dtype) for plain, dtype in self._records.items()}
        known = {plain: kind for plain, kind in records.items() if isinstance(kind, Record)}
        module = Module(known, checked=self._cache.checked)
        wrapper = Wrapper(module.context, name)
        wrapper.write(module.translate(self.plain, types))
        return str(module.context.ir)
