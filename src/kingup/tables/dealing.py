"""Fair deals: drawn from a secret committed to in advance, and from the players' contributions.

Method `kingup-hmac-2`. The secret is 32 random bytes, the key, and 16 more for each place, which
are the contribution of a bot that sits there; at the end, 32 bytes name the game that this one is
a rematch of. The commitment is the SHA-256 of all of them, published before anybody sits down, so
the server has fixed its bots' contributions before it knows anybody else's. Every draw has a
label; its stream of 32-bit numbers consists of the blocks
``HMAC-SHA256(key, JSON [method, contributions, label, block number])``. A number below n is the
next of the stream modulo n; numbers in the incomplete last n of all 32-bit numbers are skipped.
Shuffling is Fisher and Yates's, from the last place down.

Older secrets end with the last place. Method `kingup-hmac-1` was the same with a secret of the key
alone, and without contributions from bots.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterator, Mapping, Sequence
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

METHOD = "kingup-hmac-2"
EARLIER = "kingup-hmac-1"
"""The method of tables from before bots contributed."""
CHOSEN_FIRST = "+chosen-first"
"""Marks a method whose first seat was agreed on, not drawn: a rematch rotates it."""

KEY = 32
"""The length of the key in bytes."""
PART = 16
"""The further bytes of the secret for each place."""
ORIGIN = 32
"""The last bytes of the secret: the commitment of the game that this one is a rematch of."""
NO_ORIGIN = "00" * ORIGIN
"""How the secret of a game that is no rematch ends, as hex."""
HOUSE = "bot:"
"""The prefix of contributions that come from the secret. Nobody else's may begin with it."""

WITHDRAWN = "\x00"
"""Replaces a contribution that was a name when its person deletes their data. The deals of such a
game can no longer be checked, so it has no proof either.
"""

T = TypeVar("T")


class Unproven(TableError):
    """A record without a fault, which nevertheless does not prove that its deals were fair."""

    @property
    def needs(self) -> str:
        """The commitment of the game whose record would complete the proof; empty if none."""
        return str(self.values.get("commitment", ""))


def commitment_of(secret: str) -> str:
    """Return the commitment to a secret (hex) that is published before the game."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def house_contribution(secret: str, player: int) -> str:
    """Return the contribution of a bot at a player's place; empty for the earlier method."""
    start = KEY + PART * player
    part = bytes.fromhex(secret)[start : start + PART]
    return f"{HOUSE}{part.hex()}" if part else ""


def method_of(secret: str) -> str:
    """Return the method that a secret is used with."""
    return EARLIER if len(bytes.fromhex(secret)) <= KEY else METHOD


def origin_of(secret: str, players: int) -> str | None:
    """Return the commitment of the game that a secret's game is a rematch of.

    Empty if it is no rematch; None if the secret is from before secrets said so.
    """
    named = bytes.fromhex(secret)[KEY + PART * players :]
    if len(named) != ORIGIN:
        return None
    return named.hex() if any(named) else ""


def proof(
    secret: str, contributions: Sequence[str], *, chosen_first: bool = False
) -> dict[str, object]:
    """Return the proof of fair deals, as it stands in a record."""
    origin = origin_of(secret, len(contributions))
    return {
        "method": method_of(secret) + (CHOSEN_FIRST if chosen_first else ""),
        "commitment": commitment_of(secret),
        "secret": secret,
        **({"rematch_of": origin} if origin else {}),
        "contributions": list(contributions),
    }


class FairDealer:
    """Draws deals that nobody can choose and everybody can check afterwards."""

    def __init__(
        self, secret: str, contributions: Sequence[str], first: int | None = None
    ) -> None:
        self._key = bytes.fromhex(secret)[:KEY]
        self._method = method_of(secret)
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
        """Return a round's cards after earlier rounds; if `first` is None, draw it as well."""
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
        """Return the Emissary's cards shuffled; `shuffle` is 0 at the deal, then counts up."""
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
            message = json.dumps([self._method, self._contributions, label, block])
            digest = hmac.digest(self._key, message.encode("ascii"), "sha256")
            for start in range(0, len(digest), 4):
                yield int.from_bytes(digest[start : start + 4], "big")


def _below(limit: int, numbers: Iterator[int]) -> int:
    complete = 2**32 - 2**32 % limit
    return next(number for number in numbers if number < complete) % limit


def _check_house(secret: str, player: int, text: str) -> None:
    if text != house_contribution(secret, player):
        raise TableError("A bot’s share of the randomness is not the one it sealed at the start.")


def verify(game: Game, proven: Mapping[str, Game] | None = None) -> None:
    """Check that the deals of a finished game, read from its record, were drawn as its proof says.

    Raise a `TableError` if they were not, and `Unproven` if the record does not prove it. In a
    rematch it depends on the game before who begins: `proven` holds games that have been verified,
    by their commitments.

    Comparing the commitment with the one shown before the game is up to the reader.
    """
    proof = game.proof
    if proof is None:
        raise Unproven("This record has no proof that its cards were dealt fairly.")
    method, secret = str(proof["method"]), str(proof["secret"])
    contributions = proof["contributions"]
    base = method.removesuffix(CHOSEN_FIRST)
    if base not in (METHOD, EARLIER) or not isinstance(contributions, (list, tuple)):
        raise TableError(
            "Cards dealt with the method “{method}” cannot be checked here.", method=method
        )
    try:
        kept = commitment_of(secret) == proof["commitment"] and method_of(secret) == base
    except ValueError:
        kept = False
    if not kept:
        raise TableError("This is not the secret that was sealed at the start.")
    added = [str(text) for text in contributions]
    for player, text in enumerate(added if base == METHOD else ()):
        if text.startswith(HOUSE) or not text:
            _check_house(secret, player, text)
    origin = origin_of(secret, game.setup.players)
    if proof.get("rematch_of", "") != (origin or ""):
        raise TableError("The secret names another game before this one than the record does.")
    if method != base and origin == "":
        raise TableError("This game was no rematch: the seat that begins had to be drawn.")
    dealer = FairDealer(secret, added)
    for number, round_ in enumerate(game.rounds, start=1):
        drawn_first = number == 1 and method == base
        earlier = [before.deal for before in game.rounds[: number - 1]]
        first = None if drawn_first else round_.deal.first
        piles = [move.pile for move in round_.moves if isinstance(move, Voted) and move.pile]
        if dealer.draw(game.setup, earlier, first) != round_.deal or any(
            dealer.draw_pile(pile, number, shuffle) != pile
            for shuffle, pile in enumerate(piles, start=1)
        ):
            raise TableError(
                "Round {round} was not dealt from the secret that was sealed at the start.",
                round=number,
            )
    if method != base:
        _check_first(game, origin, proven or {})


def _check_first(game: Game, origin: str | None, proven: Mapping[str, Game]) -> None:
    """Check that a rematch begins with the seat after the one that began the game before."""
    if not game.rounds:
        return
    if origin is None:
        raise Unproven("The record does not say which game this was a rematch of.")
    before = proven.get(origin)
    if before is None or not before.rounds:
        raise Unproven(
            "Who begins follows from the game with the fingerprint {commitment}: check its record "
            "together with this one.",
            commitment=origin,
        )
    if (before.rounds[0].deal.first + 1) % len(before.setup.seats) != game.rounds[0].deal.first:
        raise TableError("A rematch begins with the next seat: this one does not.")
