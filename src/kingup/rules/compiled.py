"""The rules compiled by Numba: the kernel's own functions over NumPy records.

Importing this module imports Numba, which takes a while; nothing that steps one game at a
time needs it. The first call of a function compiles it, and the result is kept on disk.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kingup.rules import doors
from kingup.rules.compiling import compile_functions, record_type
from kingup.rules.constants import ACTIONS, MAX_HISTORY
from kingup.rules.kernel import MODULES
from kingup.rules.state import FIELDS, State

GAME = record_type(list(FIELDS))
"""The state of a game as a NumPy record: the fields of `State`, in the same order."""

MENU = record_type([("size", "i4", 0), ("action", "i1", ACTIONS)])
"""A list of actions as a NumPy record."""

HISTORY = record_type(
    [("size", "i4", 0), ("seat", "i1", MAX_HISTORY), ("action", "i1", MAX_HISTORY)]
)
"""The public history of a round as a NumPy record."""

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


COMPILED: dict[str, Any] = compile_functions(MODULES, doors)
"""The compiled functions by name. Those of `doors` can be called from Python."""

play_out_all = COMPILED["play_out_all"]
random_step_all = COMPILED["random_step_all"]
winners_all = COMPILED["winners_all"]
draw_at = COMPILED["draw_at"]
fault_at = COMPILED["fault_at"]
actors_at = COMPILED["actors_at"]
list_actions_at = COMPILED["list_actions_at"]
play_at = COMPILED["play_at"]
