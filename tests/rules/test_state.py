"""The state: a flat list of small integers that copies itself whole."""

from __future__ import annotations

from dataclasses import fields

import numpy as np
from hypothesis import given

import kingup
from kingup.rules.constants import ACTIONS
from kingup.rules.state import FIELDS, ActionMenu, State
from tests.strategies import games


def test_a_copy_is_equal_and_independent_in_every_field() -> None:
    state = kingup.Game("vive-le-roi", [1, 2, 1], ["ambition", "emissary"], seed=3).state
    for name, _, length in FIELDS:
        twin = state.copy()
        assert twin == state
        value = getattr(twin, name)
        if length:
            value[0] += 1
        else:
            setattr(twin, name, value + 1)
        assert twin != state


def test_every_field_is_listed_once_with_its_kind_and_length() -> None:
    assert [name for name, _, _ in FIELDS] == [f.name for f in fields(State)]
    blank = State()
    for name, kind, length in FIELDS:
        value = getattr(blank, name)
        assert (len(value) if length else 0) == length
        np.dtype(kind)


@given(games())
def test_every_number_fits_the_compiled_forms_field(game: kingup.Game) -> None:
    for name, kind, length in FIELDS:
        limits = np.iinfo(kind)
        value = getattr(game.state, name)
        for number in value if length else [value]:
            assert limits.min <= number <= limits.max, name


def test_a_menu_has_room_for_all_actions() -> None:
    assert len(ActionMenu().action) == ACTIONS
