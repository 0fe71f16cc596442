"""Random play: always legal, always to an end, every choice open."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings

import kingup
from kingup.rules.constants import DEAL, LEGAL, NOT_VOTED, OVER, SHUFFLE
from kingup.rules.kernel.generator import seed_generator
from kingup.rules.kernel.playouts import draw, next_actor, play_out, random_action, random_vote
from kingup.rules.kernel.turns import actors, fault, list_actions, may_act, play
from kingup.rules.setup import Setup, new_state
from kingup.rules.state import ActionMenu, State
from tests.rules.positions import climb, table
from tests.strategies import FAMILIES, FAMILY_NAMES, SEEDS, setups


@settings(max_examples=40)
@given(setups(), SEEDS)
def test_random_play_is_legal_and_ends(setup: Setup, seed: int) -> None:
    state = new_state(setup)
    seed_generator(state, seed)
    for _ in range(3000):
        if state.phase == OVER:
            break
        if state.phase in (DEAL, SHUFFLE):
            assert actors(state) == 0
            draw(state)
            continue
        player = next_actor(state)
        assert may_act(state, player)
        assert actors(state) >> player & 1
        action = random_action(state, player)
        assert fault(state, player, action) == LEGAL
        play(state, player, action)
    assert state.phase == OVER


@pytest.mark.parametrize("family", FAMILIES, ids=FAMILY_NAMES)
def test_a_playout_is_determined_by_its_seed(
    family: tuple[str, tuple[int, ...], tuple[str, ...]],
) -> None:
    ends = []
    for seed in (5, 5, 6):
        state = new_state(Setup.of(*family))
        seed_generator(state, seed)
        play_out(state)
        ends.append(state)
    assert ends[0] == ends[1]
    assert ends[0] != ends[2]


def test_a_playout_of_a_finished_game_does_nothing() -> None:
    state = State(phase=OVER)
    before = state.copy()
    play_out(state)
    assert state == before


def frequencies(state: State, player: int, tries: int) -> Counter[int]:
    return Counter(random_action(state, player) for _ in range(tries))


def check_uniform(state: State, player: int) -> None:
    """Every legal action is drawn about equally often, and no other."""
    seed_generator(state, 1)
    menu = ActionMenu()
    list_actions(state, player, menu)
    legal = menu.action[: menu.size]
    drawn = frequencies(state, player, 200 * len(legal))
    assert set(drawn) == set(legal)
    assert all(130 < count < 270 for count in drawn.values())


def test_random_placements_are_uniform() -> None:
    game = kingup.Game("vive-le-roi", 4, seed=1)
    for letter in "RBC":
        game.play(game.to_act[0], letter + "3")
    check_uniform(game.state, game.to_act[0])


def test_random_climbs_are_uniform() -> None:
    game = table(castle={"ABCE": "4", "F": "privy-4", "R": "3", "GJ": "5", "M": "dungeon-3"})
    check_uniform(game.state, 0)


@pytest.mark.parametrize(("no_cards", "bellyaches"), [(3, 1), (0, 1), (2, 0), (0, 0), (1, 1)])
def test_random_votes_are_uniform_among_the_kinds_in_hand(no_cards: int, bellyaches: int) -> None:
    game = table(castle={"A": "5"}, no_cards=[no_cards], bellyaches=[bellyaches])
    climb(game, "A")
    check_uniform(game.state, 0)
    kinds = {1} | ({2} if no_cards else set()) | ({3} if bellyaches else set())
    assert {random_vote(game.state, 0) for _ in range(100)} == kinds


def test_random_ambition_choices_are_uniform() -> None:
    game = kingup.Game("vive-le-roi", 4, ["ambition"], seed=1)
    check_uniform(game.state, 2)


def test_the_next_actor_is_the_first_who_may_act() -> None:
    game = table(seats=[2, 1, 2], turn=2, castle={"A": "5"})
    assert next_actor(game.state) == 3
    climb(game, "A")
    assert next_actor(game.state) == 0
    game.play(1, "N")
    assert game.state.vote[0] != NOT_VOTED
    assert next_actor(game.state) == 2


def test_the_mask_of_actors_has_a_bit_for_each() -> None:
    game = table(seats=[2, 1, 2], turn=2)
    assert actors(game.state) == 0b11000
