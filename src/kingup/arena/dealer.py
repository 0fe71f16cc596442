"""Deals that can be repeated: the same cards whatever the players do."""

from __future__ import annotations

from kingup.arena.seeds import derive
from kingup.rules.deals import Deal, RandomDealer
from kingup.rules.state import State


class ReplayDealer:
    """Deals each round, and each shuffle of the Emissary's pile, from its own seed.

    With one generator for the whole game, the cards of round two would depend on how often the
    players made the Emissary shuffle in round one.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._shuffles: dict[int, int] = {}

    def deal(self, game: State) -> Deal:
        """Return the cards of the round that begins."""
        return RandomDealer(derive(self._seed, "round", game.round)).deal(game)

    def shuffle(self, game: State) -> str:
        """Return the Emissary's pile in a new order."""
        number = self._shuffles[game.round] = self._shuffles.get(game.round, 0) + 1
        return RandomDealer(derive(self._seed, "shuffle", game.round, number)).shuffle(game)
