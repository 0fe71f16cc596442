"""The trained player sees no secrets: games that differ only in them are the same to it."""

from __future__ import annotations

import numpy as np
import pytest

from kingup import Game
from kingup.bots import Bot, Budget
from kingup.bots.sovereign.analysis import predicted_cards, think
from kingup.bots.sovereign.policy_bot import Sovereign
from kingup.bots.sovereign.search_bot import SovereignPlus
from tests.bots.sovereign_networks import untrained
from tests.bots.twin_games import SEALED, moments, with_other_secrets

SETTINGS = {
    "kingup": ("kingup", (1, 1, 1, 1), ()),
    "vive-le-roi": ("vive-le-roi", (1, 1, 1, 1), ("ambition", "emissary")),
    "teams": ("vive-le-roi", (2, 1, 2), ()),
}


BIG = ("kingup", "vive-le-roi")
"""Editions whose many hidden cards take a minute."""


@pytest.mark.parametrize(
    "setting", [*(pytest.param(one, marks=pytest.mark.full) for one in BIG), "teams"]
)
def test_thoughts_do_not_depend_on_hidden_cards(setting: str) -> None:
    game = Game(*SETTINGS[setting], seed=2)
    stages = set()
    for player, stage in moments(game):
        stages.add(stage)
        for viewer in (player, None):
            other = with_other_secrets(game, viewer)
            assert other.state.card != game.state.card
            found, expected = (
                think(which.view(viewer), untrained(), worlds=3) for which in (other, game)
            )
            assert found.chances == expected.chances
            assert found.actions == expected.actions
            assert np.array_equal(found.cards, expected.cards)
            assert np.array_equal(found.favourites, expected.favourites)
        ours, theirs = game.view(player), with_other_secrets(game, player).view(player)
        assert np.array_equal(
            predicted_cards(ours, untrained()), predicted_cards(theirs, untrained())
        )
    ambition = {"ambition"} if "ambition" in game.setup.options else set()
    assert stages == {"place", "climb", "vote", SEALED} | ambition


@pytest.mark.parametrize(
    "setting", [*(pytest.param(one, marks=pytest.mark.full) for one in BIG), "teams"]
)
def test_choices_do_not_depend_on_hidden_cards(setting: str) -> None:
    game = Game(*SETTINGS[setting], seed=3)
    for i, (player, _stage) in enumerate(moments(game)):
        ours, theirs = game.view(player), with_other_secrets(game, player).view(player)
        advisor = Sovereign(i, untrained()).advisor
        assert np.array_equal(advisor.advise([ours])[0], advisor.advise([theirs])[0])
        bots: list[Bot] = [SovereignPlus(i, untrained(), Budget(simulations=1)) for _ in range(2)]
        assert bots[0].choose(ours) == bots[1].choose(theirs)


def test_thoughts_depend_on_the_viewers_own_cards() -> None:
    # Otherwise the tests above would prove nothing.
    game = Game("kingup", 4, seed=2)
    other = with_other_secrets(game, None)
    player = game.to_act[0]
    ours, theirs = (think(which.view(player), untrained(), worlds=3) for which in (game, other))
    assert ours.actions != theirs.actions
    assert ours.chances != theirs.chances
