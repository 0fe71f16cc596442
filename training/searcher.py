"""The plain search as a bot."""

from __future__ import annotations

import random

import numpy as np

from kingup.bots.chancellor import let_mates_keep
from kingup.bots.sight import cards_seen, player_of, sight_of
from kingup.bots.sovereign.view_reader import codes_of
from kingup.rules.constants import ACTIONS
from kingup.rules.records import new_games
from kingup.view import View


class Searcher:
    """A bot that tries its actions in games played out at random."""

    def __init__(self, seed: int, simulations: int) -> None:
        self._random = random.Random(seed)
        self._simulations = simulations

    def choose(self, view: View) -> str:
        """Return the action that was tried most often, ties broken at random."""
        if len(view.actions) == 1:
            return view.actions[0]
        from training import compiled

        player, state = player_of(view), sight_of(view)
        let_mates_keep(state, view, player)
        codes = codes_of(view, state, player)
        legal = np.zeros(ACTIONS, np.uint8)
        legal[codes] = 1
        tries, totals = np.zeros(ACTIONS, np.int64), np.zeros(ACTIONS)
        compiled.try_plainly(
            new_games(state, 2), player, cards_seen(state), legal, tries, totals,
            self._simulations, self._random.getrandbits(48),
        )  # fmt: skip
        most = tries[codes].max()
        best = [i for i, code in enumerate(codes) if tries[code] == most]
        return view.actions[self._random.choice(best)]
