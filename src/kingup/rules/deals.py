"""Deals as data: the cards of a round, checked, written into a state, or drawn."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Protocol

from kingup.rules.cards import AMBITION_CARDS, AMBITION_CODES, CARD_CODES, FAVOURITES, VOTE_LETTERS
from kingup.rules.characters import TITLES
from kingup.rules.constants import CARDS, DEAL, SHUFFLE
from kingup.rules.errors import DealError
from kingup.rules.kernel.dealing import draw_round, next_first, open_round, shuffle_pile
from kingup.rules.kernel.votes import conclude_vote
from kingup.rules.state import State


@dataclass(frozen=True, slots=True)
class Deal:
    """Everything that chance decides when a round begins."""

    first: int
    """The seat that begins; in rounds 2 and 3 it follows from the previous crowning."""
    favourites: tuple[str, ...]
    """A card for each player, as its six letters in alphabetical order."""
    ambitions: tuple[tuple[str, str], ...] = ()
    """Two Ambition cards for each player, in dealt order."""
    emissary_card: str | None = None
    pile: str | None = None
    """The Emissary's vote cards, the top card first."""


class Dealer(Protocol):
    """Deals and shuffles when the rules ask for it."""

    def deal(self, game: State) -> Deal:
        """Return the cards of the round that begins."""

    def shuffle(self, game: State) -> str:
        """Return the Emissary's pile in a new order."""


def deal_round(game: State, deal: Deal) -> None:
    """Check a deal and begin the round with it. An invalid deal changes nothing."""
    if game.phase != DEAL:
        raise DealError("There is nothing to deal now.")
    if not 0 <= deal.first < game.seats:
        raise DealError(
            "The first seat must be from 0 to {last}, not {first}.",
            last=game.seats - 1,
            first=deal.first,
        )
    if game.round and deal.first != next_first(game):
        raise DealError(
            "Seat {expected} starts this round, not seat {first} (counting from 0).",
            expected=next_first(game),
            first=deal.first,
        )
    cards = _favourites_codes(game, deal)
    ambitions = _ambition_codes(game, deal) if game.ambition else []
    if deal.ambitions and not game.ambition:
        raise DealError("This game is played without Ambition cards.")
    if game.emissary and (deal.emissary_card is None or deal.pile is None):
        raise DealError("The Emissary needs a favourites card and a pile.")
    if not game.emissary and (deal.emissary_card is not None or deal.pile is not None):
        raise DealError("This game is played without the Emissary.")
    full_pile = "YB" + "N" * game.no_start
    if deal.pile is not None:
        _check_pile(deal.pile, full_pile)

    game.first = deal.first
    game.card[: game.players] = cards[: game.players]
    if game.ambition:
        game.dealt_1[: game.players] = ambitions[0::2]
        game.dealt_2[: game.players] = ambitions[1::2]
    if deal.pile is not None:
        game.emissary_card = cards[game.players]
        _write_pile(game, deal.pile)
    open_round(game)


def shuffle_round(game: State, pile: str) -> None:
    """Check the Emissary's reshuffled pile and go on with it. An invalid one changes nothing."""
    if game.phase != SHUFFLE:
        raise DealError("The Emissary’s pile cannot be shuffled now.")
    _check_pile(pile, read_pile(game))
    _write_pile(game, pile)
    conclude_vote(game)


def read_pile(game: State) -> str:
    """Return the Emissary's pile, the top card first."""
    return "".join(VOTE_LETTERS[card] for card in game.pile[: game.pile_size][::-1])


def read_deal(game: State) -> Deal:
    """Return the deal in a state."""
    emissary = bool(game.emissary)
    players = range(game.players)
    return Deal(
        game.first,
        tuple(FAVOURITES[game.edition][game.card[p]] for p in players),
        tuple(
            (AMBITION_CARDS[game.dealt_1[p]].id, AMBITION_CARDS[game.dealt_2[p]].id)
            for p in players
            if game.ambition
        ),
        FAVOURITES[game.edition][game.emissary_card] if emissary else None,
        read_pile(game) if emissary else None,
    )


def _write_pile(game: State, pile: str) -> None:
    codes = [VOTE_LETTERS.index(letter) for letter in reversed(pile)]
    game.pile_size = len(codes)
    game.pile[: len(codes)] = codes


def _check_pile(pile: str, expected: str) -> None:
    if sorted(pile) != sorted(expected):
        raise DealError(
            "The Emissary's pile must hold {expected} in some order, not {pile}.",
            expected="".join(sorted(expected)),
            pile=pile,
        )


def _favourites_codes(game: State, deal: Deal) -> list[int]:
    if len(deal.favourites) != game.players:
        raise DealError(
            "{players} favourites cards are needed, one for each player, not {cards}.",
            players=game.players,
            cards=len(deal.favourites),
        )
    letters = list(deal.favourites)
    if deal.emissary_card is not None:
        letters.append(deal.emissary_card)
    known = CARD_CODES[game.edition]
    codes = []
    for card in letters:
        if card not in known:
            raise DealError(
                "{title} has no favourites card “{card}”.",
                title=TITLES[game.edition],
                card=card,
            )
        code = known[card]
        if game.gone >> code & 1:
            raise DealError("The favourites card {card} was used in an earlier round.", card=card)
        if code in codes:
            raise DealError("The favourites card {card} was dealt twice.", card=card)
        codes.append(code)
    return codes


def _ambition_codes(game: State, deal: Deal) -> list[int]:
    if any(len(pair) != 2 for pair in deal.ambitions):
        raise DealError("Every player is dealt two Ambition cards.")
    if len(deal.ambitions) != game.players:
        raise DealError(
            "{players} pairs of Ambition cards are needed, one for each player, not {pairs}.",
            players=game.players,
            pairs=len(deal.ambitions),
        )
    codes = []
    for ambition in (card for pair in deal.ambitions for card in pair):
        if ambition not in AMBITION_CODES:
            raise DealError("There is no Ambition card “{ambition}”.", ambition=ambition)
        code = AMBITION_CODES[ambition]
        if code in codes:
            raise DealError("The Ambition card “{ambition}” was dealt twice.", ambition=ambition)
        codes.append(code)
    return codes


class RandomDealer:
    """Deals from Python's generator; from the system's own if no seed is given."""

    def __init__(self, seed: int | str | None = None) -> None:
        self._random = random.SystemRandom() if seed is None else random.Random(seed)

    def deal(self, game: State) -> Deal:
        """Return the cards of the round that begins."""
        shuffle = self._random.sample
        first = next_first(game) if game.round else self._random.randrange(game.seats)
        left = [card for card in range(CARDS) if not game.gone >> card & 1]
        cards = [FAVOURITES[game.edition][c] for c in shuffle(left, game.players + 1)]
        ambitions = shuffle([card.id for card in AMBITION_CARDS], len(AMBITION_CARDS))
        pile = "YB" + "N" * game.no_start
        return Deal(
            first,
            tuple(cards[: game.players]),
            tuple(
                (ambitions[2 * p], ambitions[2 * p + 1])
                for p in range(game.players)
                if game.ambition
            ),
            cards[game.players] if game.emissary else None,
            "".join(shuffle(pile, len(pile))) if game.emissary else None,
        )

    def shuffle(self, game: State) -> str:
        """Return the Emissary's pile in a new order."""
        pile = read_pile(game)
        return "".join(self._random.sample(pile, len(pile)))


class SimulationDealer:
    """Deals from the fast generator in the state, as compiled simulations do."""

    def deal(self, game: State) -> Deal:
        """Return the cards that the state's generator deals."""
        drawn = game.copy()
        draw_round(drawn)
        _advance(game, drawn)
        return read_deal(drawn)

    def shuffle(self, game: State) -> str:
        """Return the pile as the state's generator shuffles it."""
        drawn = game.copy()
        shuffle_pile(drawn)
        _advance(game, drawn)
        return read_pile(drawn)


def _advance(game: State, drawn: State) -> None:
    game.generator_a = drawn.generator_a
    game.generator_b = drawn.generator_b
