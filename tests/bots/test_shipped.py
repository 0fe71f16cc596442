"""The trained player that comes with the package: small, legal in every game, and strong."""

from __future__ import annotations

import pytest

from kingup import Game
from kingup.bots import make_bot
from kingup.bots.sovereign.weights import SHIPPED, load_weights
from tests.bots.games import played
from tests.strategies import each_family


def test_the_weights_are_small_and_record_their_training() -> None:
    assert SHIPPED.stat().st_size <= 8 << 20
    trained = load_weights(None).trained
    assert trained["iteration"] > 0
    assert trained["minutes"] > 0


@pytest.mark.parametrize("family", each_family())
def test_it_plays_every_kind_of_game(
    family: tuple[str, tuple[int, ...], tuple[str, ...]],
) -> None:
    game = Game(*family, seed=4)
    for _player in played(game, [make_bot("sovereign", seat) for seat in range(len(game.names))]):
        pass  # the game refuses what is not allowed
    assert game.is_over


@pytest.mark.parametrize(
    "edition", ["kingup", pytest.param("vive-le-roi", marks=pytest.mark.full)]
)
def test_it_wins_most_games_against_three_courtiers(edition: str) -> None:
    won = 0.0
    for seed in range(24):
        game = Game(edition, 4, seed=seed)
        mine = seed % 4
        kinds = ["sovereign" if seat == mine else "courtier" for seat in range(4)]
        for _player in played(
            game, [make_bot(kind, 4 * seed + seat) for seat, kind in enumerate(kinds)]
        ):
            pass
        won += (mine in game.winners) / max(1, len(game.winners))
    assert won >= 13  # a fair share is 6
