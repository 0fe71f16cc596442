"""Deals that can be repeated: the same cards whatever the players do."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from kingup.arena.seeds import derive
from kingup.rules.deals import Deal, RandomDealer
from kingup.rules.state import State

T = TypeVar("T")


class ReplayDealer:
    """Deals each round, and each shuffle of the Emissary's pile, from its own seed.

    With one generator for the whole game, the cards of round two would depend on how often the
    players made the Emissary shuffle in round one.

    `turn` gives everybody's cards to the player that many seats further; who begins is moved
    twice as far. So in as many games as there are seats, every seat holds every hand once, and
    every hand begins once: the luck of the cards is the same for all.
    """

    def __init__(self, seed: int, turn: int = 0) -> None:
        self._seed = seed
        self._turn = turn
        self._shuffles: dict[int, int] = {}

    def deal(self, game: State) -> Deal:
        """Return the cards of the round that begins."""
        deal = RandomDealer(derive(self._seed, "round", game.round)).deal(game)
        if not self._turn:
            return deal
        # Rules, not chance, say who begins later rounds.
        first = deal.first if game.round else (deal.first + 2 * self._turn) % game.seats
        return replace(
            deal,
            first=first,
            favourites=_turned(deal.favourites, self._turn),
            ambitions=_turned(deal.ambitions, self._turn),
        )

    def shuffle(self, game: State) -> str:
        """Return the Emissary's pile in a new order."""
        number = self._shuffles[game.round] = self._shuffles.get(game.round, 0) + 1
        return RandomDealer(derive(self._seed, "shuffle", game.round, number)).shuffle(game)


def _turned(hands: tuple[T, ...], turn: int) -> tuple[T, ...]:
    """Return hands by player, each given to the player so many seats further."""
    start = -turn % len(hands) if hands else 0
    return hands[start:] + hands[:start]
