"""Compiling plain functions with Numba: those of the rules, and of bots and environments."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from types import FunctionType, MappingProxyType, ModuleType
from typing import Any

import numba
import numpy as np
from numba.extending import is_jitted

from kingup.rules.cache import ForgivingCache, cache_folder

INLINED = frozenset(
    {"random_action", "movers", "play", "place_character", "climb"}
    | {"seal_vote", "reveal_votes", "conclude_vote"}
)
"""Functions that LLVM considers too long to inline, though random play calls them all the time.

A call is more expensive here than in C, because results come back through memory: inlining gains a
fifth in all.
"""


def clone_functions(
    decorate: Callable[[FunctionType], Any],
    modules: tuple[ModuleType, ...],
    known: Mapping[str, Any] = MappingProxyType({}),
) -> dict[str, Any]:
    """Return the modules' functions, decorated, calling each other's decorated forms.

    The plain functions are not changed: each clone has the same code object but shares one
    namespace in which the other functions' names refer to their decorated forms. `known` are
    decorated functions of other modules, which they call, too.
    """
    namespace: dict[str, Any] = {}
    for module in modules:
        namespace.update(vars(module))
    namespace.update(known)
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


def compile_functions(
    modules: tuple[ModuleType, ...],
    entry_points: ModuleType,
    *sources: Path,
    known: Mapping[str, Any] = MappingProxyType({}),
    records: Mapping[type, np.dtype[Any]] = MappingProxyType({}),
) -> dict[str, Any]:
    """Return the compiled functions of modules by name; `entry_points` are cached on disk.

    `sources` are the folders besides the rules' own whose code is compiled. `known` are compiled
    functions of other modules that these call. `records` are the NumPy forms of plain records.
    """
    types = {int: numba.int64, float: numba.float64, bool: numba.boolean}
    types |= {plain: numba.from_dtype(dtype) for plain, dtype in records.items()}
    folder = cache_folder(*sources)
    # Compiled code checks neither overflow nor indices; tests also run with checks.
    options: dict[str, Any] = {
        "nogil": True,
        "error_model": "numpy",
        "boundscheck": os.environ.get("KINGUP_BOUNDSCHECK") == "1",
    }

    def decorate(function: FunctionType) -> Any:
        # Only entry points are called from Python, so only they are worth caching on disk.
        is_entry_point = function.__module__ == entry_points.__name__
        cache = is_entry_point and folder is not None
        inline = function.__name__ in INLINED
        compiled = numba.njit(
            cache=cache,
            forceinline=inline,
            no_cpython_wrapper=not is_entry_point,
            no_cfunc_wrapper=True,
            **options,
        )(function)
        if cache:
            compiled._cache = ForgivingCache(
                compiled._cache, lambda: compile_callees(compiled, types)
            )
        return compiled

    # Numba reads this setting when it decorates; other users of Numba keep their own.
    before = numba.config.CACHE_DIR
    if folder is not None:
        numba.config.CACHE_DIR = folder
    try:
        return clone_functions(decorate, (*modules, entry_points), known)
    finally:
        numba.config.CACHE_DIR = before


def compile_callees(caller: Any, types: Mapping[type, Any]) -> None:
    """Compile the functions that a compiled function calls, each once, with its declared types.

    Otherwise Numba would compile one form of a function for each mixture of integer types.
    """
    for name in caller.py_func.__code__.co_names:
        callee = caller.py_func.__globals__.get(name)
        if not is_jitted(callee) or callee.signatures:
            continue
        compile_callees(callee, types)
        declared = inspect.get_annotations(callee.py_func)
        wanted = [types.get(kind) for what, kind in declared.items() if what != "return"]
        if None not in wanted:
            callee.compile(tuple(wanted))
            callee.disable_compile()
