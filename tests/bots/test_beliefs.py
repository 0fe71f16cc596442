"""What players' actions reveal about their cards."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from kingup import Game
from kingup.bots.beliefs import Tracker, beliefs, beliefs_of, exact_marginals
from tests.bots.games import bots_for, played
from tests.strategies import each_family


@pytest.mark.parametrize("family", each_family())
def test_beliefs_are_probabilities_and_exclude_known_cards(
    family: tuple[str, tuple[int, ...], tuple[str, ...]],
) -> None:
    game = Game(*family, seed=4)
    for i, player in enumerate(played(game, bots_for(game, "courtier", "page"))):
        if i % 25:
            continue
        found = beliefs(game, player)
        assert found.cards.shape == (game.state.players, 26)
        assert np.all(found.cards >= 0)
        assert np.allclose(found.cards.sum(axis=1), 1)
        # Six favourites, or five with one banished.
        assert np.allclose(found.favourites.sum(axis=1), 5 if game.state.banished else 6)
        seat = game.seat_of(player)
        known = [p for p in range(game.state.players) if game.seat_of(p) == seat]
        for mine in known:
            held = game.state.card[mine]
            assert found.cards[mine, held] == 1
            others = [p for p in range(game.state.players) if p not in known]
            assert np.all(found.cards[others, held] == 0)


def test_a_spectator_starts_with_uniform_beliefs() -> None:
    game = Game("kingup", 3, seed=1)
    found = beliefs(game)
    assert np.allclose(found.cards, 1 / 26)


def test_cards_of_earlier_rounds_are_excluded_in_king_up() -> None:
    game = Game("kingup", 3, seed=1)
    for player in played(game, bots_for(game, "page")):
        if game.round == 3:
            gone = [c for c in range(26) if game.state.gone >> c & 1]
            earlier = set(gone) - set(game.state.card[:3])
            assert len(earlier) == 6
            assert np.all(beliefs(game, player).cards[:, sorted(earlier)] == 0)
            break


@pytest.mark.parametrize("earlier", [("kingup", 4), ("vive-le-roi", 4, ["ambition"])])
def test_a_tracker_starts_afresh_with_another_game(earlier: tuple[str, int]) -> None:
    tracker = Tracker()
    tracker.update(Game(*earlier, seed=1).view(1))
    game = Game("vive-le-roi", 4, seed=5)
    for player in played(game, bots_for(game, "courtier")):
        if player == 1 and len(game.rounds[-1].moves) > 6:
            break
    tracker.update(game.view(1))
    assert np.array_equal(tracker.beliefs().cards, beliefs(game, 1).cards)


def test_beliefs_do_not_depend_on_anything_hidden() -> None:
    game = Game("vive-le-roi", 4, ["ambition", "emissary"], seed=6)
    for i, player in enumerate(played(game, bots_for(game, "courtier"))):
        if i % 20 or game.rounds[-1].crownings:
            continue
        view = game.view(player)
        expected = beliefs_of(view)
        game.state.card, kept = game.state.card[:], game.state.card
        for other in range(4):
            if other != player:
                game.state.card[other] = 0
        changed = beliefs(game, player)
        game.state.card = kept
        assert np.array_equal(expected.cards, changed.cards)


def test_a_tracker_agrees_with_one_that_joins_late() -> None:
    game = Game("vive-le-roi", 3, ["wedding", "emissary"], seed=7)
    trackers = [Tracker() for _ in range(3)]
    for player in played(game, bots_for(game, "courtier")):
        trackers[player].update(game.view(player))
        late = Tracker()
        late.update(game.view(player))
        assert np.allclose(trackers[player].beliefs().cards, late.beliefs().cards)


def test_exact_marginals_match_enumeration_of_every_deal() -> None:
    weights = np.random.default_rng(1).random((3, 6))
    weights[1, 2] = 0
    expected = np.zeros((3, 6))
    for deal in itertools.permutations(range(6), 3):
        chance = np.prod([weights[p, card] for p, card in enumerate(deal)])
        for p, card in enumerate(deal):
            expected[p, card] += chance
    expected /= expected[0].sum()
    assert np.allclose(exact_marginals(weights), expected)


@pytest.mark.parametrize("edition", ["kingup", "vive-le-roi"])
def test_beliefs_about_bots_are_far_better_than_guessing(edition: str) -> None:
    losses, guesses = [], []
    for seed in range(100, 104):
        game = Game(edition, 4, seed=seed)
        for i, player in enumerate(played(game, bots_for(game, "courtier", "courtier", "page"))):
            if i % 8 or game.phase == "place":
                continue
            found = beliefs(game, player).cards
            for other in range(4):
                if other != player:
                    losses.append(-np.log(found[other, game.state.card[other]]))
                    guesses.append(np.log(np.count_nonzero(found[other])))
    loss, guess = float(np.mean(losses)), float(np.mean(guesses))
    print(f"{edition}: log-loss {loss:.2f}, uniform {guess:.2f}")
    assert loss < 0.75 * guess
