"""Priors and values for a batch of positions: what a search or an analysis asks of a judge.

An evaluator sees whole positions, in which all that is hidden has been imagined. `Playouts`
judges by instinct and quick playouts; a trained player is another evaluator.
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

        `games` and `histories` are arrays of `GAME` and `HISTORY` records, which stay as they
        are; `players` says who is asked in each. The priors of a game add up to 1 over the
        legal actions of who is asked, or are 0 where the game does not wait for them; a value
        is a seat's chance to win the game.
        """


class Playouts:
    """Judges by a courtier's instinct, and by playing the round out with quick courtiers."""

    def __init__(self, playouts: int = 4, seed: int = 0) -> None:
        if not 1 <= playouts <= 1_000_000:
            raise BotError("{number} playouts: that is too few or too many.", number=playouts)
        self._playouts = playouts
        self._seed = seed % 2**63  # what compiled code counts with

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
