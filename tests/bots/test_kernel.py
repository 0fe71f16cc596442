"""The bots' kernel: interpreted and compiled forms choose alike."""

from __future__ import annotations

import pytest

from kingup import Game
from kingup.bots import compiled
from kingup.bots.kernel.courtier import courtier_action
from kingup.bots.kernel.quick import quick_action
from kingup.bots.sight import sight_of
from kingup.bots.style import STYLES
from kingup.rules.constants import LEGAL
from kingup.rules.kernel.generator import seed_generator
from kingup.rules.kernel.turns import fault
from tests.bots.games import bots_for, played
from tests.strategies import FAMILIES, FAMILY_NAMES


@pytest.mark.parametrize("family", FAMILIES[::2], ids=FAMILY_NAMES[::2])
def test_a_compiled_courtier_chooses_like_an_interpreted_one(
    family: tuple[str, tuple[int, ...], tuple[str, ...]],
) -> None:
    game = Game(*family, seed=1)
    for i, player in enumerate(played(game, bots_for(game, "page"))):
        state = sight_of(game.view(player))
        games = compiled.new_games(state, 1)
        style = compiled.edition_style(state.edition)
        seed_generator(state, i)
        chosen = courtier_action(state, STYLES[state.edition], player)
        assert fault(state, player, chosen) == LEGAL
        assert compiled.courtier_choose(games, style, player, i) == chosen


@pytest.mark.parametrize("family", FAMILIES[1::2], ids=FAMILY_NAMES[1::2])
def test_a_quick_courtier_chooses_only_legal_actions(
    family: tuple[str, tuple[int, ...], tuple[str, ...]],
) -> None:
    game = Game(*family, seed=1)
    for i, player in enumerate(played(game, bots_for(game, "page"))):
        state = game.state.copy()
        seed_generator(state, i)
        assert fault(state, player, quick_action(state, STYLES[state.edition], player)) == LEGAL
