"""OpenSpiel: our bots in its games, and its search in ours."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: kingup[openspiel]")

from open_spiel.python.algorithms import ismcts

from kingup import Game
from kingup.bots import make_bot
from kingup.bots.external import ExternalBot
from kingup.envs.openspiel import KingUpState
from kingup.envs.openspiel.bots import Ismcts, PlayoutEvaluator, SpielBot
from kingup.envs.openspiel.conversion import game_of, state_of
from tests.bots.external_bots import play_game
from tests.envs.test_openspiel import Family, advance, load
from tests.strategies import FAMILIES, FAMILY_NAMES, each_family

pytestmark = pytest.mark.full


@pytest.mark.parametrize("family", each_family())
def test_an_openspiel_state_converts_to_a_game(family: Family) -> None:
    rng = random.Random(10)
    state = load(family).new_initial_state()
    steps = 0
    while not state.is_terminal():
        steps += 1
        advance(state, rng)
        if steps % 31 == 0 and not state.is_chance_node():
            check_same_game(state)
    game = game_of(state)
    assert game.is_over
    shares = [1 / len(game.winners) if s in game.winners else 0 for s in range(len(family[1]))]
    fair = 1 / len(family[1])
    assert state.returns() == pytest.approx([share - fair for share in shares])


def check_same_game(state: KingUpState) -> None:
    """Our game matches the state, and a view of it leads back to the same information state."""
    game, position = game_of(state), state.position
    for name in ("phase", "round", "turn", "place", "score", "card", "kept", "no_cards", "vote"):
        assert getattr(game.state, name) == getattr(position.state, name), name
    player = position.player
    seat = game.seat_of(player)
    back = state_of(game.view(player), random.Random(1))
    assert back.current_player() == seat
    assert back.legal_actions() == state.legal_actions()
    own, theirs = back.observation_string(seat), state.observation_string(seat)
    assert own == theirs


def test_our_bots_play_in_openspiel() -> None:
    rng = random.Random(11)
    state = load(("vive-le-roi", (1, 1, 1), ("emissary",))).new_initial_state()
    bots = [SpielBot("page", 1), SpielBot("courtier", 2), SpielBot("page", 3)]
    for bot in bots:
        bot.restart_at(state)
    while not state.is_terminal():
        if state.is_chance_node():
            advance(state, rng)
        else:
            action = bots[state.current_player()].step(state)
            assert action in state.legal_actions()
            state.apply_action(action)


def test_openspiels_search_plays_the_game_directly() -> None:
    rng = random.Random(12)
    game = load(("vive-le-roi", (1, 2), ("ambition", "emissary")))
    bot = ismcts.ISMCTSBot(
        game, PlayoutEvaluator(2), 1.0, 8, random_state=np.random.RandomState(1)
    )
    state = game.new_initial_state()
    searched = 0
    for step in range(60):
        if state.is_chance_node() or step % 3:
            advance(state, rng)
        else:
            action = bot.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
            searched += 1
    assert searched > 8


def test_openspiels_search_plays_as_a_bot() -> None:
    game = Game("vive-le-roi", [1, 2, 1], ["ambition", "emissary"], seed=3)
    bots = [Ismcts(4, seed=1), make_bot("courtier", 2), make_bot("page", 3), make_bot("page", 4)]
    asked = 0
    while not game.is_over and asked < 40:
        player = game.to_act[-1] if game.phase == "vote" else game.to_act[0]
        view = game.view(player)
        action = bots[player].choose(view)
        assert action in view.actions
        game.play(player, action)
        asked += player == 0
    assert asked > 8


def test_a_playout_values_a_finished_game_by_its_returns() -> None:
    rng = random.Random(13)
    state = load(("vive-le-roi", (1, 1), ("emissary",))).new_initial_state()
    evaluator = PlayoutEvaluator(3, seed=1)
    waited = 0
    while not state.is_terminal():
        if state.is_chance_node() and state.position.last_vote:
            waited += 1
            assert np.abs(evaluator.evaluate(state)).max() <= 0.5
            assert len(evaluator.prior(state)) == len(state.chance_outcomes())
        advance(state, rng)
    assert waited
    assert evaluator.evaluate(state).tolist() == state.returns()


@pytest.mark.parametrize("family", FAMILIES[4::8], ids=FAMILY_NAMES[4::8])
def test_openspiels_search_passes_the_bot_check(family: Family) -> None:
    program = Path(__file__).parents[2] / "examples" / "ismcts_bot.py"
    command = [sys.executable, str(program), "3"]
    bot = ExternalBot(command, seed=1, seconds=60, start_seconds=60)
    game = Game(*family, seed=2)
    try:
        assert play_game(game, {0: bot})
    finally:
        bot.close()


def test_a_search_needs_at_least_two_simulations() -> None:
    with pytest.raises(ValueError, match="two simulations"):
        Ismcts(1)
