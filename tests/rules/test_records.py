"""States as NumPy records, and back."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from hypothesis import given

from kingup.rules import records
from kingup.rules.compiled import from_record, new_games, to_record
from kingup.rules.setup import Setup, new_state
from kingup.simulation import play_recorded
from tests.strategies import SEEDS, setups


@given(setups(), SEEDS)
def test_a_state_survives_conversion_to_a_record(setup: Setup, seed: int) -> None:
    state = play_recorded(setup, seed).state
    games = new_games(new_state(setup), 2)
    to_record(state, games, 1)
    assert from_record(games, 1) == state
    assert from_record(games, 0) == new_state(setup)


def test_no_games_are_an_empty_array() -> None:
    assert len(new_games(new_state(Setup.of("kingup", 3)), 0)) == 0


def test_a_record_has_numbers_and_arrays_as_asked_for() -> None:
    record = records.record_type([("size", "i4", 0), ("action", "i1", 75)])
    assert record.names == ("size", "action")
    assert np.zeros(2, record)["action"].shape == (2, 75)


def test_a_plain_record_of_ints_floats_and_lists_has_a_record_of_its_fields() -> None:
    @dataclass
    class Plain:
        number: int = 3
        share: float = 0.5
        masks: list[int] = field(default_factory=lambda: [1, 2, 3])
        weights: list[float] = field(default_factory=lambda: [0.0, 1.0])

    record = records.record_type_of(Plain())
    assert record.names == ("number", "share", "masks", "weights")
    zeros = np.zeros(1, record)
    assert [zeros[name].dtype.kind for name in record.names] == ["i", "f", "i", "f"]
    assert zeros["masks"].shape == (1, 3)
    assert zeros["weights"].shape == (1, 2)
