"""The dealer of an earlier moment of a game, for study: it deals the same cards again."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace

from kingup.rules.deals import Deal, Dealer, RandomDealer, read_pile
from kingup.rules.kernel.dealing import next_first
from kingup.rules.state import State


class SameCards:
    """Deals what a game has dealt as far as it came, and then as its dealer does."""

    def __init__(self, deals: list[Deal], piles: list[str], dealer: Dealer | None) -> None:
        self._deals: list[Deal]
        self._piles: list[str]
        self._dealer: Dealer
        if isinstance(dealer, SameCards):  # the game itself was an earlier moment of another
            deals = [*deals, *dealer._deals[len(deals) :]]
            piles, dealer = [*piles, *dealer._piles], dealer._dealer
        self._deals, self._piles = deals, piles
        self._dealer = _own_copy(dealer) or RandomDealer()

    def deal(self, game: State) -> Deal:
        """Return the cards of the round that begins."""
        if game.round < len(self._deals):
            known = self._deals[game.round]
            return replace(known, first=next_first(game)) if game.round else known
        return self._dealer.deal(game)

    def shuffle(self, game: State) -> str:
        """Return the Emissary's pile in a new order."""
        if self._piles and sorted(self._piles[0]) == sorted(read_pile(game)):
            return self._piles.pop(0)
        return self._dealer.shuffle(game)


def _own_copy(dealer: Dealer | None) -> Dealer | None:
    """Return a dealer that leaves another's future cards alone, where that can be had."""
    try:
        return deepcopy(dealer) if isinstance(dealer, RandomDealer) else dealer
    except NotImplementedError:  # it draws from the system, and so has no future to change
        return dealer
