"""Fair deals: drawn from a secret committed to in advance, and from what the players add.

Method `kingup-hmac-1`. The secret is 32 random bytes, the commitment their SHA-256, public
before anybody sits down. Every draw has a label; its stream of 32-bit numbers is made of the
blocks ``HMAC-SHA256(secret, JSON [method, contributions, label, block number])``. A number
below n is the next of the stream, unless it is in the incomplete last n of all 32-bit numbers,
where it is left out. Shuffling is Fisher and Yates's, from the last place down.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterator, Sequence
from itertools import count
from typing import TypeVar

from kingup.game import Game
from kingup.history import Voted
from kingup.rules.cards import AMBITION_CARDS, FAVOURITES
from kingup.rules.constants import KING_UP
from kingup.rules.deals import Deal, read_pile
from kingup.rules.kernel.dealing import next_first
from kingup.rules.setup import Setup
from kingup.tables.errors import TableError

METHOD = "kingup-hmac-1"
CHOSEN_FIRST = "kingup-hmac-1+chosen-first"
"""The same method, where the first seat was not drawn but agreed on: a rematch rotates it."""

WITHDRAWN = "\x00"
"""Stands for a contribution that was a name, of somebody who has deleted their data. Nobody can
check such a game's deals any more, so that it has no proof either."""

T = TypeVar("T")


def commitment_of(secret: str) -> str:
    """Return what is published of a secret (hex) before the game."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def proof(
    secret: str, contributions: Sequence[str], *, chosen_first: bool = False
) -> dict[str, object]:
    """Return what proves deals to be fair, as a record holds it."""
    return {
        "method": CHOSEN_FIRST if chosen_first else METHOD,
        "commitment": commitment_of(secret),
        "secret": secret,
        "contributions": list(contributions),
    }


class FairDealer:
    """Deals that nobody could choose and everybody can check afterwards."""

    def __init__(
        self, secret: str, contributions: Sequence[str], first: int | None = None
    ) -> None:
        self._secret = bytes.fromhex(secret)
        self._contributions = list(contributions)
        self._first = first

    def deal(self, game: Game) -> Deal:
        """Return the cards of the round that a game waits for."""
        first = next_first(game.state) if game.round else self._first
        return self.draw(game.setup, [round_.deal for round_ in game.rounds], first)

    def shuffle(self, game: Game) -> str:
        """Return the Emissary's pile that a game waits for."""
        shuffled = sum(isinstance(m, Voted) and m.pile is not None for m in game.rounds[-1].moves)
        return self.draw_pile(read_pile(game.state), game.round, shuffled + 1)

    def draw(self, setup: Setup, earlier: Sequence[Deal], first: int | None) -> Deal:
        """Return a round's cards after earlier rounds'; without a first seat it is drawn, too."""
        label = f"round {len(earlier) + 1}"
        if first is None:
            first = self._shuffled(range(len(setup.seats)), f"{label} first")[0]
        gone = {
            card for deal in earlier for card in deal.favourites if setup.edition_code == KING_UP
        }
        deck = [card for card in FAVOURITES[setup.edition_code] if card not in gone]
        cards = self._shuffled(deck, f"{label} favourites")
        goals = self._shuffled([card.id for card in AMBITION_CARDS], f"{label} ambition")
        emissary = "emissary" in setup.options
        players = range(setup.players)
        pile = "YB" + "N" * setup.no_cards
        return Deal(
            first,
            tuple(cards[player] for player in players),
            tuple(
                (goals[2 * player], goals[2 * player + 1])
                for player in players
                if "ambition" in setup.options
            ),
            cards[setup.players] if emissary else None,
            self.draw_pile(pile, len(earlier) + 1, 0) if emissary else None,
        )

    def draw_pile(self, cards: str, round_number: int, shuffle: int) -> str:
        """Return the Emissary's cards in a new order: 0 at the deal, then counted in a round."""
        return "".join(self._shuffled(sorted(cards), f"round {round_number} pile {shuffle}"))

    def _shuffled(self, things: Sequence[T], label: str) -> list[T]:
        result = list(things)
        numbers = self._numbers(label)
        for last in range(len(result) - 1, 0, -1):
            chosen = _below(last + 1, numbers)
            result[last], result[chosen] = result[chosen], result[last]
        return result

    def _numbers(self, label: str) -> Iterator[int]:
        for block in count():
            message = json.dumps([METHOD, self._contributions, label, block])
            digest = hmac.digest(self._secret, message.encode("ascii"), "sha256")
            for start in range(0, len(digest), 4):
                yield int.from_bytes(digest[start : start + 4], "big")


def _below(limit: int, numbers: Iterator[int]) -> int:
    complete = 2**32 - 2**32 % limit
    return next(number for number in numbers if number < complete) % limit


def verify(game: Game) -> None:
    """Check that the deals of a finished game, read from its record, were drawn as its proof says.

    That the commitment is the one that was shown before the game is for the reader to compare.
    """
    proof = game.proof
    if proof is None:
        raise TableError("This record has no proof of fair deals.")
    method, secret = str(proof["method"]), str(proof["secret"])
    contributions = proof["contributions"]
    if method not in (METHOD, CHOSEN_FIRST) or not isinstance(contributions, (list, tuple)):
        raise TableError("Deals by the method “{method}” cannot be checked here.", method=method)
    try:
        kept = commitment_of(secret) == proof["commitment"]
    except ValueError:
        kept = False
    if not kept:
        raise TableError("The secret is not the one that was committed to.")
    dealer = FairDealer(secret, [str(text) for text in contributions])
    for number, round_ in enumerate(game.rounds, start=1):
        drawn_first = number == 1 and method == METHOD
        earlier = [before.deal for before in game.rounds[: number - 1]]
        first = None if drawn_first else round_.deal.first
        piles = [move.pile for move in round_.moves if isinstance(move, Voted) and move.pile]
        if dealer.draw(game.setup, earlier, first) != round_.deal or any(
            dealer.draw_pile(pile, number, shuffle) != pile
            for shuffle, pile in enumerate(piles, start=1)
        ):
            raise TableError(
                "Round {round} was not dealt from the secret that was committed to.", round=number
            )
