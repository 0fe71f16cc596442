"""States and other plain records as NumPy records, without compiled code."""

from __future__ import annotations

import dataclasses
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kingup.rules.constants import ACTIONS, MAX_HISTORY
from kingup.rules.features import FEATURES, Legal, Observation
from kingup.rules.state import FIELDS, ActionMenu, History, State

Games = NDArray[np.void]


def record_type(fields: list[tuple[str, str, int]]) -> np.dtype[np.void]:
    """Return the NumPy record type of fields given by name, kind and length (0: a number)."""
    return np.dtype(
        [(name, kind, (length,)) if length else (name, kind) for name, kind, length in fields],
        align=True,
    )


def record_type_of(plain: Any) -> np.dtype[np.void]:
    """Return the NumPy record type for a plain record of ints, floats and lists."""
    fields = []
    for field in dataclasses.fields(plain):
        value = getattr(plain, field.name)
        length = len(value) if isinstance(value, list) else 0
        kind = "f8" if isinstance(value[0] if length else value, float) else "i4"
        fields.append((field.name, kind, length))
    return record_type(fields)


GAME = record_type(list(FIELDS))
"""The state of a game as a NumPy record: the fields of `State`, in the same order."""

MENU = record_type([("size", "i4", 0), ("action", "i1", ACTIONS)])
"""A list of actions as a NumPy record."""

HISTORY = record_type(
    [("size", "i4", 0), ("seat", "i1", MAX_HISTORY), ("action", "i1", MAX_HISTORY)]
)
"""The public history of a round as a NumPy record."""

OBSERVATION = record_type([("feature", "u1", FEATURES)])
"""An observation as a NumPy record: a row of bytes."""

LEGAL = record_type([("legal", "u1", ACTIONS)])
"""The mask of legal actions as a NumPy record: a row of bytes."""

RECORDS: dict[type, np.dtype[np.void]] = {
    State: GAME,
    ActionMenu: MENU,
    History: HISTORY,
    Observation: OBSERVATION,
    Legal: LEGAL,
}
"""The NumPy records of the plain classes that functions of the rules name as their arguments."""

_values = attrgetter(*(name for name, _, _ in FIELDS))


def to_record(state: State, games: Games, index: int) -> None:
    """Write a plain state into one record of an array."""
    games[index] = _values(state)


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
