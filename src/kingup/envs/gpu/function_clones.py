"""Clones of plain functions that call each other in another form, for a GPU's compiler."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any


def clone_functions(
    decorate: Callable[[FunctionType], Any],
    modules: tuple[ModuleType, ...],
) -> dict[str, Any]:
    """Return the modules' functions, decorated, calling each other's decorated forms.

    The plain functions are not changed: each clone has the same code object but shares one
    namespace in which the other functions' names refer to their decorated forms.
    """
    namespace: dict[str, Any] = {}
    for module in modules:
        namespace.update(vars(module))
    functions = {
        name: value
        for module in modules
        for name, value in vars(module).items()
        if isinstance(value, FunctionType) and value.__module__ == module.__name__
    }
    for name, function in functions.items():
        clone = FunctionType(function.__code__, namespace, name, function.__defaults__)
        clone.__module__ = function.__module__
        clone.__doc__ = function.__doc__
        clone.__annotations__ = function.__annotations__
        namespace[name] = decorate(clone)
    return {name: namespace[name] for name in functions}
