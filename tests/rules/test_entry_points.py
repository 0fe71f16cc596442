"""The entry points of the compiled rules, called as plain functions."""

from __future__ import annotations

import pytest

import kingup
from kingup.rules import entry_points
from kingup.rules.constants import FIRST_CLIMB, LEGAL, NOT_YOUR_TURN, OVER
from kingup.rules.kernel.generator import seed_generator
from kingup.rules.kernel.playouts import play_out
from kingup.rules.kernel.scoring import winners
from kingup.rules.setup import Setup, new_state
from kingup.rules.state import ActionMenu, State
from tests.rules.positions import table
from tests.strategies import FAMILIES, FAMILY_NAMES

Family = tuple[str, tuple[int, ...], tuple[str, ...]]


@pytest.mark.parametrize("family", FAMILIES, ids=FAMILY_NAMES)
def test_stepping_every_game_ends_where_playing_out_ends(family: Family) -> None:
    setup = Setup.of(*family)
    stepped = [new_state(setup) for _ in range(3)]
    played = [new_state(setup) for _ in range(3)]
    for i, state in enumerate(stepped):
        seed_generator(state, 40 + i)
    while any(state.phase != OVER for state in stepped):
        entry_points.random_step_all(stepped)
    entry_points.play_out_all(played, 40)
    assert stepped == played
    before = [state.copy() for state in stepped]
    entry_points.random_step_all(stepped)
    assert stepped == before


def test_winners_are_written_for_every_game() -> None:
    games = []
    for seed in range(5):
        state = new_state(Setup.of("vive-le-roi", 2, ["emissary"]))
        seed_generator(state, seed)
        play_out(state)
        games.append(state)
    masks = [-1] * 5
    entry_points.winners_all(games, masks)
    assert masks == [winners(state) for state in games]


def test_entry_points_for_one_game_leave_the_others_alone() -> None:
    games: list[State] = [table(turn=seat).state for seat in range(3)]
    before = [state.copy() for state in games]
    assert entry_points.actors_at(games, 1) == 0b0010
    assert entry_points.fault_at(games, 1, 0, FIRST_CLIMB) == NOT_YOUR_TURN
    assert entry_points.fault_at(games, 1, 1, FIRST_CLIMB) == LEGAL
    menus = [ActionMenu()]
    entry_points.list_actions_at(games, 1, 1, menus)
    assert menus[0].size == 14
    assert games == before
    entry_points.play_at(games, 1, 1, FIRST_CLIMB)
    assert games[0] == before[0]
    assert games[1] != before[1]
    assert games[2] == before[2]


def test_one_game_is_dealt_its_cards() -> None:
    games = [new_state(Setup.of("kingup", 3)) for _ in range(2)]
    seed_generator(games[1], 5)
    entry_points.draw_at(games, 1)
    assert [state.round for state in games] == [0, 1]
    assert kingup.Game("kingup", 3, dealer=None).state == games[0]
