"""How likely actions are for a page and a courtier: chances that add up, and agree with play."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from kingup import Game
from kingup.bots.kernel.conduct import (
    courtier_log,
    courtier_log_with,
    is_public,
    letters_of,
    liked_by,
    page_likelihood,
    page_log_with,
)
from kingup.bots.sovereign.conduct import CONDUCT, CONDUCT_EACH, HINTS, conduct_features
from kingup.bots.style import STYLES
from kingup.envs.opponents import page_action
from kingup.rules.constants import CARDS, FIRST_KEEP, MAX_SEATS
from kingup.rules.features import Legal
from kingup.rules.kernel.generator import seed_generator
from kingup.rules.kernel.observing import mask
from tests.bots.games import bots_for, played


def legal_actions(game: Game, player: int) -> list[int]:
    legal = Legal()
    mask(game.state, player, legal)
    return [action for action, allowed in enumerate(legal.legal) if allowed]


@pytest.mark.parametrize(
    ("edition", "seats", "options"),
    [("kingup", (1, 1, 1, 1), ()), ("vive-le-roi", (2, 1, 2), ("banished", "ambition"))],
)
def test_chances_of_all_actions_add_up_to_one(
    edition: str, seats: tuple[int, ...], options: tuple[str, ...]
) -> None:
    game = Game(edition, seats, options, seed=4)
    style = STYLES[game.state.edition]
    for i, player in enumerate(played(game, bots_for(game, "page", "courtier"))):
        actions = legal_actions(game, player)
        if i % 9 or not is_public(actions[0]):
            continue
        state, seat = game.state, game.seat_of(player)
        before = state.copy()
        for doubt in (0.0, 0.1):
            liked = liked_by(state, seat)
            chances = [page_likelihood(state, seat, liked, each, doubt) for each in actions]
            assert sum(chances) == pytest.approx(1)
        logs = [courtier_log(state, style, seat, each) for each in actions]
        assert np.exp(logs).sum() == pytest.approx(1)
        for card in (0, CARDS - 1):
            for log_with in (courtier_log_with, page_log_with):
                logs = [log_with(state, style, seat, card, each) for each in actions]
                assert np.exp(logs).sum() == pytest.approx(1)
        assert state == before


def test_a_page_acts_as_often_as_its_chances_say() -> None:
    game = Game("kingup", 4, seed=8)
    checked = set()
    for i, player in enumerate(played(game, bots_for(game, "page"))):
        phase = game.phase
        if (phase in checked and i % 40) or len(legal_actions(game, player)) < 2:
            continue
        checked.add(phase)
        state, seat = game.state.copy(), game.seat_of(player)
        seed_generator(state, i)
        number = 3000
        counts = Counter(page_action(state, player) for _ in range(number))
        for action in legal_actions(game, player):
            chance = page_likelihood(state, seat, liked_by(state, seat), action, 0.0)
            error = 4 * (chance * (1 - chance) / number) ** 0.5 + 1e-9
            assert counts[action] / number == pytest.approx(chance, abs=error)
    assert checked == {"place", "climb", "vote"}


def test_a_card_has_six_letters_and_keeping_an_ambition_is_secret() -> None:
    assert all(bin(letters_of(card)).count("1") == 6 for card in range(CARDS))
    assert not is_public(FIRST_KEEP)


def test_no_conduct_tells_nothing_about_anybody() -> None:
    tallies = np.zeros((1, MAX_SEATS, 3, 6), np.float32)
    features = conduct_features(tallies, np.zeros((1, MAX_SEATS, HINTS), np.float32))
    assert features.shape == (1, CONDUCT)
    each = features.reshape(MAX_SEATS, CONDUCT_EACH)
    assert (each == each[0]).all()
    assert (each[0, :18] == 0).all()
    assert each[0, 18:24] == pytest.approx(np.full(6, 1 / 6))
    # Fifty decisions that are twice as likely for a courtier leave little doubt.
    tallies[0, 2, 1] = [-9, -5, -2, 50 * np.log(2), 3, 50]
    found = conduct_features(tallies, np.zeros((1, MAX_SEATS, HINTS), np.float32))
    likely = found.reshape(MAX_SEATS, CONDUCT_EACH)[2, 18:24]
    assert likely.argmax() == 3
    assert likely[3] > 0.99
