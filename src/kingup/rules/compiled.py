"""The rules compiled by Numba: the kernel's own functions over NumPy records.

Importing this module imports Numba, which takes a while; nothing that steps one game at a
time needs it. The first call of a function compiles it, and the result is kept on disk.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from kingup.rules import doors
from kingup.rules.cache import cache_folder
from kingup.rules.constants import ACTIONS
from kingup.rules.kernel import MODULES
from kingup.rules.state import FIELDS, State

GAME = np.dtype(
    [(name, kind, (length,)) if length else (name, kind) for name, kind, length in FIELDS],
    align=True,
)
"""The state of a game as a NumPy record: the fields of `State`, in the same order."""

MENU = np.dtype([("size", "i4"), ("action", "i1", (ACTIONS,))], align=True)
"""A list of actions as a NumPy record."""

Games = NDArray[np.void]


def to_record(state: State, games: Games, index: int) -> None:
    """Write a plain state into one record of an array."""
    games[index] = tuple(getattr(state, name) for name, _, _ in FIELDS)


def from_record(games: Games, index: int) -> State:
    """Return one record of an array as a plain state."""
    values = games[index].item()
    state = State()
    for (name, _, length), value in zip(FIELDS, values, strict=True):
        setattr(state, name, [int(v) for v in value] if length else int(value))
    return state


def new_games(state: State, number: int) -> Games:
    """Return an array of copies of one state."""
    games = np.zeros(number, GAME)
    if number:
        to_record(state, games, 0)
        games[1:] = games[0]
    return games


def clone_functions(
    decorate: Callable[[FunctionType], Any], modules: tuple[ModuleType, ...]
) -> dict[str, Any]:
    """Return the modules' functions, decorated, calling each other's decorated forms.

    The plain functions stay as they are: each clone has the same code object but shares one
    namespace in which the other functions' names mean their decorated forms.
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


def _compile() -> dict[str, Any]:
    folder = cache_folder()
    # Numbers wrap and indices stray silently in compiled code; tests also run with checks.
    options: dict[str, Any] = {
        "nogil": True,
        "error_model": "numpy",
        "boundscheck": os.environ.get("KINGUP_BOUNDSCHECK") == "1",
    }

    def decorate(function: FunctionType) -> Any:
        # Only doors are called from Python, so only they are worth keeping on disk.
        door = function.__module__ == doors.__name__
        return numba.njit(cache=door and folder is not None, **options)(function)

    # Numba reads its folder when it decorates; other users of Numba keep their own.
    before = numba.config.CACHE_DIR
    if folder is not None:
        numba.config.CACHE_DIR = folder
    try:
        return clone_functions(decorate, (*MODULES, doors))
    finally:
        numba.config.CACHE_DIR = before


COMPILED: dict[str, Any] = _compile()
"""The compiled functions by name. Those of `doors` can be called from Python."""

play_out_all = COMPILED["play_out_all"]
random_step_all = COMPILED["random_step_all"]
winners_all = COMPILED["winners_all"]
draw_at = COMPILED["draw_at"]
fault_at = COMPILED["fault_at"]
actors_at = COMPILED["actors_at"]
list_actions_at = COMPILED["list_actions_at"]
play_at = COMPILED["play_at"]
