"""The trained player is blind: games that differ only in what is hidden are the same to it."""

from __future__ import annotations

import numpy as np
import pytest

from kingup import Game
from kingup.bots import Bot, Budget
from kingup.bots.sovereign.analysis import predicted_cards, think
from kingup.bots.sovereign.policy_bot import Sovereign
from kingup.bots.sovereign.search_bot import SovereignPlus
from tests.bots.sovereign_networks import mind
from tests.bots.twin_games import SEALED, moments, with_other_secrets

SETTINGS = {
    "kingup": ("kingup", (1, 1, 1, 1), ()),
    "vive-le-roi": ("vive-le-roi", (1, 1, 1, 1), ("ambition", "emissary")),
    "teams": ("vive-le-roi", (2, 1, 2), ()),
}


@pytest.mark.parametrize(
    "setting", [pytest.param("kingup", marks=pytest.mark.full), "vive-le-roi", "teams"]
)
def test_thoughts_are_blind_to_what_is_hidden(setting: str) -> None:
    game = Game(*SETTINGS[setting], seed=2)
    stages = set()
    for player, stage in moments(game):
        stages.add(stage)
        for viewer in (player, None):
            twin = with_other_secrets(game, viewer)
            assert twin.state.card != game.state.card
            found, expected = (
                think(which.view(viewer), mind("flat"), worlds=3) for which in (twin, game)
            )
            assert found.chances == expected.chances
            assert found.actions == expected.actions
            assert np.array_equal(found.cards, expected.cards)
            assert np.array_equal(found.favourites, expected.favourites)
        ours, theirs = game.view(player), with_other_secrets(game, player).view(player)
        assert np.array_equal(predicted_cards(ours, mind()), predicted_cards(theirs, mind()))
    ambition = {"ambition"} if "ambition" in game.setup.options else set()
    assert stages == {"place", "climb", "vote", SEALED} | ambition


@pytest.mark.parametrize(
    "setting", [pytest.param("kingup", marks=pytest.mark.full), "vive-le-roi", "teams"]
)
def test_choices_are_blind_to_what_is_hidden(setting: str) -> None:
    game = Game(*SETTINGS[setting], seed=3)
    for i, (player, _stage) in enumerate(moments(game)):
        ours, theirs = game.view(player), with_other_secrets(game, player).view(player)
        council = Sovereign(i, mind()).council
        assert np.array_equal(council.consider([ours])[0], council.consider([theirs])[0])
        bots: list[Bot] = [SovereignPlus(i, mind("flat"), Budget(simulations=1)) for _ in range(2)]
        assert bots[0].choose(ours) == bots[1].choose(theirs)


def test_what_a_viewer_holds_is_not_hidden_from_them() -> None:
    # Otherwise the tests above would prove nothing.
    game = Game("kingup", 4, seed=2)
    other = with_other_secrets(game, None)
    player = game.to_act[0]
    ours, theirs = (think(which.view(player), mind(), worlds=3) for which in (game, other))
    assert ours.actions != theirs.actions
    assert ours.chances != theirs.chances
