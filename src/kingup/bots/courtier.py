"""The courtier as a bot: what its kernel chooses for what a view tells."""

from __future__ import annotations

import random

from kingup.bots.kernel.courtier import courtier_action
from kingup.bots.sight import player_of, sight_of
from kingup.bots.style import STYLES
from kingup.rules.actions import decode_action
from kingup.rules.kernel.generator import seed_generator
from kingup.view import View


class Courtier:
    """A bot that is greedy with a feel for the game.

    For one decision at a time the interpreted kernel is quicker than a way into the compiled
    one, and there is nothing to wait for at the first.
    """

    at_once = True

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def choose(self, view: View) -> str:
        """Return one of the view's actions."""
        state = sight_of(view)
        player = player_of(view)
        seed_generator(state, self._random.getrandbits(48))
        action = courtier_action(state, STYLES[state.edition], player)
        return str(decode_action(state, player, action))
