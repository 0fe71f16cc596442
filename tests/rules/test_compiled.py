"""The compiled rules: byte for byte what the interpreted rules do, at every step."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path
from types import FunctionType

import numpy as np
import pytest

from kingup.compiler import EntryPoint
from kingup.rules import compiled, entry_points
from kingup.rules.constants import ACTIONS, DEAL, OVER, SHUFFLE
from kingup.rules.kernel.generator import seed_generator
from kingup.rules.kernel.playouts import draw
from kingup.rules.kernel.turns import actors, fault, list_actions, play
from kingup.rules.setup import Setup, new_state
from kingup.rules.state import FIELDS, ActionMenu, State
from tests.strategies import FAMILIES, FAMILY_NAMES
from tests.waiting import PATIENCE

Family = tuple[str, tuple[int, ...], tuple[str, ...]]


def packed(states: list[State]) -> bytes:
    """Return plain states as the bytes of their records."""
    games = np.zeros(len(states), compiled.GAME)
    for i, state in enumerate(states):
        compiled.to_record(state, games, i)
    return games.tobytes()


def seeded(setup: Setup, number: int, first_seed: int) -> list[State]:
    states = [new_state(setup) for _ in range(number)]
    for i, state in enumerate(states):
        seed_generator(state, first_seed + i)
    return states


def compare_steps(family: Family, number: int = 4, first_seed: int = 100) -> int:
    """Step games compiled and interpreted; return the steps after which all are over."""
    states = seeded(Setup.of(*family), number, first_seed)
    games = np.zeros(number, compiled.GAME)
    for i, state in enumerate(states):
        compiled.to_record(state, games, i)
    steps = 0
    while any(state.phase != OVER for state in states):
        compiled.random_step_all(games)
        entry_points.random_step_all(states)
        steps += 1
        assert games.tobytes() == packed(states), (family, steps)
    return steps


def compare_entry_points(family: Family, seed: int = 3) -> None:
    """Play one game through every entry point for a single game, against the plain functions."""
    rng = random.Random(seed)
    (state,) = seeded(Setup.of(*family), 1, seed)
    games = compiled.new_games(state, 3)
    untouched = games[:1].tobytes()
    menus = np.zeros(1, compiled.MENU)
    menu = ActionMenu()
    while state.phase != OVER:
        mask = actors(state)
        assert compiled.actors_at(games, 1) == mask
        for player in range(state.players):
            for action in (*rng.sample(range(ACTIONS), 8), -1, ACTIONS):
                expected = fault(state, player, action)
                assert compiled.fault_at(games, 1, player, action) == expected
            list_actions(state, player, menu)
            compiled.list_actions_at(games, 1, player, menus)
            listed = menus["action"][0][: menus["size"][0]].tolist()
            assert listed == menu.action[: menu.size]
        if state.phase in (DEAL, SHUFFLE):
            compiled.draw_at(games, 1)
            draw(state)
        else:
            player = rng.choice([p for p in range(state.players) if mask >> p & 1])
            list_actions(state, player, menu)
            action = rng.choice(menu.action[: menu.size])
            compiled.play_at(games, 1, player, action)
            play(state, player, action)
        assert games[1:2].tobytes() == packed([state])
    assert games[:1].tobytes() == games[2:].tobytes() == untouched


@pytest.mark.parametrize("family", FAMILIES, ids=FAMILY_NAMES)
def test_compiled_and_interpreted_steps_are_equal_byte_for_byte(family: Family) -> None:
    assert compare_steps(family) > 100


@pytest.mark.parametrize("family", FAMILIES[3::5], ids=FAMILY_NAMES[3::5])
def test_every_entry_point_for_one_game_equals_its_plain_function(family: Family) -> None:
    compare_entry_points(family)


def test_compiled_playouts_and_winners_are_those_of_the_interpreted_rules() -> None:
    for family in FAMILIES:
        setup = Setup.of(*family)
        games = compiled.new_games(new_state(setup), 8)
        compiled.play_out_all(games, 2**40)
        states = [new_state(setup) for _ in range(8)]
        entry_points.play_out_all(states, 2**40)
        assert games.tobytes() == packed(states)
        masks, plain = np.full(8, -1, np.int64), [-1] * 8
        compiled.winners_all(games, masks)
        entry_points.winners_all(states, plain)
        assert masks.tolist() == plain


def test_a_state_survives_conversion_to_a_record_and_back() -> None:
    for family in FAMILIES:
        for state in seeded(Setup.of(*family), 2, 9):
            entry_points.play_out_all([state], 9)
            games = np.zeros(3, compiled.GAME)
            compiled.to_record(state, games, 1)
            back = compiled.from_record(games, 1)
            assert back == state
            assert all(type(getattr(back, name)) in (int, list) for name, _, _ in FIELDS)
            assert not games[0].tobytes().strip(b"\0")


def test_new_games_are_copies_of_one_state() -> None:
    state = new_state(Setup.of("vive-le-roi", 5, ["ambition", "emissary"]))
    games = compiled.new_games(state, 4)
    assert games.tobytes() == packed([state] * 4)
    assert len(compiled.new_games(state, 0)) == 0


def test_a_record_has_the_fields_of_a_state_in_order() -> None:
    assert compiled.GAME.names == tuple(name for name, _, _ in FIELDS)


def test_every_entry_point_is_compiled() -> None:
    plain = {
        name
        for name, value in vars(entry_points).items()
        if isinstance(value, FunctionType) and value.__module__ == entry_points.__name__
    }
    assert {
        name for name, value in vars(compiled).items() if isinstance(value, EntryPoint)
    } == plain


@pytest.mark.full
def test_with_bounds_checks_compiled_games_are_still_equal() -> None:
    """Compiled code does not check indices, so every family is played once with checks."""
    code = (
        "from tests.rules.test_compiled import FAMILIES, compare_steps, compiled\n"
        "assert compiled.CACHE.checked\n"
        "print(sum(compare_steps(family, 2) > 100 for family in FAMILIES))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "KINGUP_BOUNDSCHECK": "1"},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == str(len(FAMILIES))
