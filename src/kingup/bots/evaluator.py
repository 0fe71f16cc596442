"""Evaluators: priors and values for a batch of positions, for searches and analyses.

An evaluator sees complete positions, in which everything hidden has been imagined. `Playouts`
judges by a courtier's priors and quick playouts; the trained player is another evaluator.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from kingup.bots import compiled
from kingup.bots.bot import BotError
from kingup.rules.constants import ACTIONS, MAX_SEATS

Floats = NDArray[np.float32]


class Evaluator(Protocol):
    """Judges positions of one setup, many at a time."""

    def evaluate(
        self, games: Any, histories: Any, players: NDArray[np.int32]
    ) -> tuple[Floats, Floats]:
        """Return priors by game and action, and values by game and seat.

        `games` and `histories` are arrays of `GAME` and `HISTORY` records, which are not changed;
        `players` is the player in question for each game. The priors of a game add up to 1 over
        that player's legal actions, or are all 0 if the game does not wait for them; a value is a
        seat's chance of winning the game.
        """


class Playouts:
    """Judges by a courtier's priors, and by playing the round out with quick courtiers."""

    def __init__(self, playouts: int = 4, seed: int = 0) -> None:
        if not 1 <= playouts <= 1_000_000:
            raise BotError("{number} playouts: that is too few or too many.", number=playouts)
        self._playouts = playouts
        self._seed = seed % 2**63  # compiled code uses 64-bit integers

    def evaluate(
        self, games: Any, histories: Any, players: NDArray[np.int32]
    ) -> tuple[Floats, Floats]:
        """Return priors by game and action, and values by game and seat."""
        priors = np.zeros((len(games), ACTIONS), np.float32)
        values = np.zeros((len(games), MAX_SEATS), np.float32)
        if len(games):
            spare = games[:1].copy()
            compiled.seed_at(spare, 0, self._seed)
            style = compiled.edition_style(int(games["edition"][0]))
            path = np.zeros(1, compiled.PATH)
            compiled.evaluate_all(
                games, players, style, spare, path, self._playouts, priors, values
            )
        return priors, values
