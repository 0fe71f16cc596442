"""States as NumPy records, and back."""

from hypothesis import given

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
