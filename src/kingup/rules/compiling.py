"""Compiling plain functions with Numba: those of the rules, and of bots and environments."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numba

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
    decorate: Callable[[FunctionType], Any], modules: tuple[ModuleType, ...]
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
        namespace[name] = decorate(clone)
    return {name: namespace[name] for name in functions}


def compile_functions(
    modules: tuple[ModuleType, ...], entry_points: ModuleType, *sources: Path
) -> dict[str, Any]:
    """Return the compiled functions of modules by name; `entry_points` are cached on disk.

    `sources` are the folders besides the rules' own whose code is compiled.
    """
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
        compiled = numba.njit(cache=cache, forceinline=inline, **options)(function)
        if cache:
            compiled._cache = ForgivingCache(compiled._cache)
        return compiled

    # Numba reads this setting when it decorates; other users of Numba keep their own.
    before = numba.config.CACHE_DIR
    if folder is not None:
        numba.config.CACHE_DIR = folder
    try:
        return clone_functions(decorate, (*modules, entry_points))
    finally:
        numba.config.CACHE_DIR = before
