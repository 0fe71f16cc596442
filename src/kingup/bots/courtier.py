"""The courtier as a bot: the compiled choice for what a view tells."""

from __future__ import annotations

import random

from kingup.bots.sight import player_of, sight_of
from kingup.rules.actions import decode_action
from kingup.view import View


class Courtier:
    """A bot that is greedy with a feel for the game."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def choose(self, view: View) -> str:
        """Return one of the view's actions."""
        # Numba is imported when a courtier first thinks, not when one is asked for.
        from kingup.bots import compiled

        state = sight_of(view)
        player = player_of(view)
        action = compiled.courtier_choose(
            compiled.new_games(state, 1),
            compiled.edition_style(state.edition),
            player,
            self._random.getrandbits(48),
        )
        return str(decode_action(state, player, action))
