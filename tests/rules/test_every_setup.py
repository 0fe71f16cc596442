"""Every combination of edition, seats and options: refused, or played to its end."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product

import numpy as np
import pytest

import kingup
from kingup.rules import compiled
from kingup.rules.constants import OVER
from kingup.rules.errors import SetupError
from kingup.rules.kernel.generator import seed_generator
from kingup.rules.kernel.playouts import play_out
from kingup.rules.setup import OPTIONS, Setup, new_state
from tests.strategies import allowed_options

SUBSETS = tuple(
    subset for size in range(len(OPTIONS) + 1) for subset in combinations(OPTIONS, size)
)


def is_allowed(edition: str, seats: tuple[int, ...], options: tuple[str, ...]) -> bool:
    """Return whether RULES.md allows a game, said once more in other words."""
    players = sum(seats)
    teams = any(size == 2 for size in seats)
    if edition == "kingup":
        return 3 <= len(seats) <= 6 and not teams and not options
    if not 2 <= len(seats) <= 8:
        return False
    emissary = len(seats) <= 5 if "emissary" in options else len(seats) != 2
    marker = teams if "shared-marker" in options else players <= 8
    ambition = players <= 8 or "ambition" not in options
    jester = len(seats) == 2 or "jester-uncounted-in-placement" not in options
    return emissary and marker and ambition and jester


def shapes_up_to(most_seats: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    for number in range(most_seats + 1):
        yield tuple(product((1, 2), repeat=number))


@cache
def allowed() -> tuple[Setup, ...]:
    return tuple(
        Setup.of(edition, seats, options)
        for edition, most in (("kingup", 6), ("vive-le-roi", 8))
        for shapes in shapes_up_to(most)
        for seats in shapes
        for options in SUBSETS
        if is_allowed(edition, seats, options)
    )


@pytest.mark.parametrize(("edition", "most"), [("kingup", 7), ("vive-le-roi", 9)])
def test_exactly_the_allowed_combinations_are_accepted(edition: str, most: int) -> None:
    for shapes in shapes_up_to(most):
        for seats in shapes:
            for options in SUBSETS:
                try:
                    Setup.of(edition, seats, options)
                    accepted = True
                except SetupError:
                    accepted = False
                assert accepted == is_allowed(edition, seats, options), (seats, options)


def test_the_shared_strategy_draws_from_exactly_the_allowed_options() -> None:
    for setup in allowed():
        if setup.edition == "vive-le-roi":
            forced = set()
            if len(setup.seats) == 2:
                forced.add("emissary")
            if setup.players > 8:
                forced.add("shared-marker")
            assert set(setup.options) <= forced | set(allowed_options(setup.seats))


def test_every_allowed_game_plays_to_its_end() -> None:
    setups = allowed()
    assert len(setups) == 4 + 224 + 480 + 992 + 1728 + 1024 + 1200 + 2056  # by seats, by hand
    games = np.zeros(len(setups), compiled.GAME)
    for i, setup in enumerate(setups):
        compiled.to_record(new_state(setup), games, i)
    compiled.play_out_all(games, 11)
    masks = np.zeros(len(setups), np.int64)
    compiled.winners_all(games, masks)
    assert (games["phase"] == OVER).all()
    assert (games["round"] == 3).all()
    assert (games["score"] >= 0).all()
    assert (games["emissary_score"] >= 0).all()
    # Somebody wins, or the Emissary does.
    assert ((masks > 0) | (games["emissary"] == 1)).all()
    assert (masks < 1 << games["seats"].astype(np.int64)).all()


SMALL_SHAPES = ("one", "first team", "last team", "teams")


def shape(name: str, number: int) -> tuple[int, ...]:
    if name == "one":
        return (1,) * number
    if name == "teams":
        return (2,) * number
    return (2, *(1,) * (number - 1)) if name == "first team" else (*(1,) * (number - 1), 2)


@pytest.mark.parametrize("number", range(2, 9))
def test_every_option_set_plays_to_its_end_interpreted(number: int) -> None:
    for name in SMALL_SHAPES:
        for options in SUBSETS:
            if not is_allowed("vive-le-roi", shape(name, number), options):
                continue
            state = new_state(Setup.of("vive-le-roi", shape(name, number), options))
            seed_generator(state, number)
            play_out(state)
            assert state.phase == OVER
            assert state.round == 3


@pytest.mark.parametrize("number", range(3, 7))
def test_king_up_plays_to_its_end_with_every_number_of_seats(number: int) -> None:
    for seed in range(20):
        game = kingup.Game("kingup", number, seed=seed)
        rng = random.Random(seed)
        while not game.is_over:
            player = rng.choice(game.to_act)
            game.play(player, rng.choice(game.legal_actions(player)))
        assert len(game.rounds) == 3
        assert game.winners
        deals = [card for round_ in game.rounds for card in round_.deal.favourites]
        assert len(set(deals)) == 3 * number
