"""Win chances and likely actions, from what one viewer can know."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kingup import Game
from kingup.bots import BotError, compiled
from kingup.bots.analysis import assess
from kingup.bots.evaluator import Playouts
from kingup.rules.constants import ACTIONS, MAX_SEATS
from tests.bots.games import bots_for, played
from tests.strategies import FAMILIES, FAMILY_NAMES

pytestmark = pytest.mark.full  # what it compiles takes longest


@pytest.mark.parametrize("family", FAMILIES, ids=FAMILY_NAMES)
def test_chances_and_actions_are_probabilities_at_every_stage(
    family: tuple[str, tuple[int, ...], tuple[str, ...]],
) -> None:
    game = Game(*family, seed=3)
    for i, player in enumerate(played(game, bots_for(game, "courtier"))):
        if i % 15:
            continue
        view = game.view(player)
        found = assess(view, worlds=16)
        assert len(found.chances) == len(game.setup.seats)
        assert all(0 <= chance <= 1 for chance in found.chances)
        assert sum(found.chances) <= 1.0001
        if not game.state.emissary:
            assert sum(found.chances) == pytest.approx(1)
        assert set(found.actions) == set(view.actions)
        assert sum(found.actions.values()) == pytest.approx(1, abs=1e-5)
        assert assess(game.view(None), worlds=4).actions == {}
    shares = assess(game.view(None)).chances
    assert [s for s, share in enumerate(shares) if share > 0] == list(game.winners)


def test_an_assessment_does_not_read_hidden_cards() -> None:
    game = Game("vive-le-roi", 4, ["ambition"], seed=6)
    other = game.copy()
    other.state.card[1], other.state.card[2] = other.state.card[2], other.state.card[1]
    for player in (0, 3):
        assert assess(game.view(player)) == assess(other.view(player))


def test_the_leader_before_the_last_round_has_the_best_chance() -> None:
    game = Game("kingup", 4, seed=8)
    for _player in played(game, bots_for(game, "courtier")):
        if game.round == 3:
            break
    chances = assess(game.view(None), worlds=400).chances
    scores = game.scores
    assert chances.index(max(chances)) == scores.index(max(scores))


def test_an_evaluator_gets_complete_positions_and_decides_the_chances() -> None:
    class FirstSeatWins:
        """Values the first seat at 1, and every action the same."""

        asked: Any = None

        def evaluate(self, games: Any, histories: Any, players: Any) -> Any:
            self.asked = (games.copy(), histories.copy(), players)
            values = np.zeros((len(games), MAX_SEATS), np.float32)
            values[:, 0] = 1
            return np.full((len(games), ACTIONS), 0.01, np.float32), values

    game = Game("kingup", 3, seed=2)
    for i, _player in enumerate(played(game, bots_for(game, "courtier"))):
        if i == 4:
            break
    player = game.to_act[0]
    judge = FirstSeatWins()
    found = assess(game.view(player), judge, worlds=50)
    assert found.chances == (1, 0, 0)
    assert all(chance == pytest.approx(0.01) for chance in found.actions.values())
    games, histories, players = judge.asked
    assert (players == player).all()
    assert (games["card"][:, player] == game.state.card[player]).all()
    for rival in {0, 1, 2} - {player}:
        assert len(set(games["card"][:, rival])) > 1
        assert (games["card"][:, rival] < 26).all()
    assert (histories["size"] == 4).all()


def test_playouts_are_deterministic_and_do_not_change_the_positions() -> None:
    game = Game("vive-le-roi", 5, ["emissary"], seed=2)
    games = compiled.new_games(game.state, 3)
    before = games.tobytes()
    players = np.zeros(3, np.int32)
    first = Playouts(8, seed=4).evaluate(games, None, players)
    again = Playouts(8, seed=4).evaluate(games, None, players)
    assert games.tobytes() == before
    assert all((a == b).all() for a, b in zip(first, again, strict=True))


def test_an_impossible_assessment_is_refused_with_a_reason() -> None:
    view = Game(seed=1).view(0)
    with pytest.raises(BotError, match="Imagine from 1 to"):
        assess(view, worlds=0)
    with pytest.raises(BotError, match="playouts: that is too few"):
        Playouts(0)
    with pytest.raises(BotError, match="before the first deal"):
        assess(Game(dealer=None).view(0))


@pytest.mark.parametrize("seed", [-1, 2**63, 2**80])
def test_any_whole_number_is_a_seed(seed: int) -> None:
    view = Game("kingup", 4, seed=1).view(0)
    found = assess(view, worlds=2, seed=seed)
    assert found == assess(view, worlds=2, seed=seed)
