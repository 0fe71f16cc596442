"""Beliefs move by move: the trained player's own, and bits that add up."""

from __future__ import annotations

import numpy as np
import pytest

from kingup import Game
from kingup.analysis import AnalysisError, beliefs_over_time
from kingup.analysis.beliefs import BeliefTable, marginals
from kingup.analysis.bits import bits_of, moved_of
from kingup.bots.beliefs import exact_marginals
from kingup.bots.sovereign.beliefs import PolicyBeliefs
from kingup.bots.sovereign.networks import networks_of
from tests.analysis.games import finished


@pytest.fixture(scope="module")
def game() -> Game:
    return finished("vive-le-roi", seed=4)


@pytest.fixture(scope="module")
def table(game: Game) -> BeliefTable:
    return beliefs_over_time(game)


def test_many_marginals_are_the_single_ones() -> None:
    weights = np.random.default_rng(1).random((5, 4, 26))
    for case, found in zip(weights, marginals(weights), strict=True):
        assert found == pytest.approx(exact_marginals(case))


def test_everybody_believes_like_the_trained_player(game: Game, table: BeliefTable) -> None:
    """One table gives what each player's own reader would have found from their own views."""
    from kingup.analysis.replaying import steps_of

    networks = networks_of(None)
    index = -1
    for again, number, count in steps_of(game):
        if count < 0:
            continue
        index += 1
        if index % 23 != 5 or again.rounds[-1].ended:
            continue
        assert table.moments[index].round == number
        for observer, viewer in enumerate([None, 0, 3]):
            reader = PolicyBeliefs(networks)
            reader.update(again.view(viewer))
            at = 0 if viewer is None else viewer + 1
            found = table.cards[index, at]
            assert found == pytest.approx(reader.marginals(), abs=2e-4), (observer, index)


def test_probabilities_add_up_and_own_cards_are_certain(table: BeliefTable) -> None:
    assert table.cards.sum(axis=3) == pytest.approx(1, abs=1e-5)
    truth = table.truth()
    for player in range(4):
        assert truth[:, player + 1, player] == pytest.approx(1)


def test_nobody_knows_anything_before_anybody_acts(table: BeliefTable) -> None:
    assert table.known(0) == pytest.approx([36 / 13] * 4, abs=1e-4)


def test_bits_telescope(table: BeliefTable) -> None:
    """T1: what a round told is the sum of what its moves told."""
    bits, truth = bits_of(table), table.truth()
    for number in (1, 2, 3):
        those = [i for i, moment in enumerate(table.moments) if moment.round == number]
        gained = np.log2(truth[those[-1]] / truth[those[0]])
        assert np.abs(bits[those].sum(axis=0) - gained).max() < 1e-9
    assert (moved_of(table) >= 0).all()


def test_a_game_in_play_is_refused() -> None:
    with pytest.raises(AnalysisError, match="Only a finished game"):
        beliefs_over_time(Game(seed=1))
