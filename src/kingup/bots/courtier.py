"""The courtier as a bot: the kernel's choice for a view."""

from __future__ import annotations

import random

from kingup.bots.kernel.courtier import courtier_action
from kingup.bots.sight import player_of, sight_of
from kingup.bots.style import STYLES
from kingup.rules.actions import decode_action
from kingup.rules.kernel.generator import seed_generator
from kingup.view import View


class Courtier:
    """A greedy bot with a feel for the game.

    It uses the interpreted kernel: for one decision at a time that is faster than a call into the
    compiled one, and the first decision need not wait for the compiler.
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
