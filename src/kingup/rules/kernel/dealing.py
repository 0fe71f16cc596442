"""Dealing: rounds begin, cards are dealt and the Emissary's pile is shuffled.

Deals are data: `open_round` and `conclude_vote` use cards that are already in the state.
`draw_round` and `shuffle_pile` write them from the fast generator.
"""

from kingup.rules.constants import (
    AMBITION,
    AMBITIONS,
    ASIDE,
    BELLYACHE,
    CARDS,
    CHARACTERS,
    JESTER,
    KING_UP,
    NO,
    NO_AMBITION,
    NOBODY,
    NOT_VOTED,
    PLACE,
    PLACES,
    VIVE_LE_ROI,
    YES,
)
from kingup.rules.kernel.board import relocate
from kingup.rules.kernel.generator import below, nth_one
from kingup.rules.state import State


def next_first(game: State) -> int:
    """Return the seat that begins the next round; the first round's is part of its deal."""
    if game.edition == KING_UP:
        return next_seat(game, game.mover)
    return game.mover


def next_seat(game: State, seat: int) -> int:
    """Return the seat to the left."""
    seat += 1
    return seat if seat < game.seats else 0


def open_round(game: State) -> None:
    """Begin a round with the cards and the first seat in the state."""
    game.round += 1
    game.turn = game.first
    game.placed = 0
    game.rejected = 0
    game.crownings = 0
    game.crowned = 0
    game.kingmakers = 0
    game.candidate = NOBODY
    game.monarch = NOBODY
    for place in range(PLACES):
        game.count[place] = 0
    for who in range(CHARACTERS):
        game.place[who] = ASIDE
    game.count[ASIDE] = CHARACTERS
    if game.edition == VIVE_LE_ROI:
        relocate(game, JESTER, 3)
    for seat in range(game.seats):
        game.no_cards[seat] = game.no_start
        game.bellyaches[seat] = game.bellyache_start
        game.vote[seat] = NOT_VOTED
    game.votes_in = 0
    game.emissary_vote = NOT_VOTED
    game.emissary_points = 0
    for player in range(game.players):
        game.points[player] = 0
        game.kept[player] = NO_AMBITION
        if game.edition == KING_UP:
            game.gone |= 1 << int(game.card[player])
    game.kept_in = 0
    game.phase = AMBITION if game.ambition else PLACE


def draw_round(game: State) -> None:
    """Deal a round from the generator, and begin it."""
    game.first = below(game, game.seats) if game.round == 0 else next_first(game)
    cards = ((1 << CARDS) - 1) & ~int(game.gone)
    left = CARDS
    if game.edition == KING_UP:
        left -= game.players * game.round
    for player in range(game.players):
        card = nth_one(cards, below(game, left))
        game.card[player] = card
        cards &= ~(1 << card)
        left -= 1
    if game.emissary:
        game.emissary_card = nth_one(cards, below(game, left))
    if game.ambition:
        cards = (1 << AMBITIONS) - 1
        left = AMBITIONS
        for player in range(game.players):
            card = nth_one(cards, below(game, left))
            game.dealt_1[player] = card
            cards &= ~(1 << card)
            card = nth_one(cards, below(game, left - 1))
            game.dealt_2[player] = card
            cards &= ~(1 << card)
            left -= 2
    if game.emissary:
        game.pile[0] = YES
        game.pile[1] = BELLYACHE
        for i in range(game.no_start):
            game.pile[2 + i] = NO
        game.pile_size = 2 + game.no_start
        shuffle_pile(game)
    open_round(game)


def shuffle_pile(game: State) -> None:
    """Shuffle the Emissary's pile from the generator."""
    for i in range(game.pile_size - 1, 0, -1):
        j = below(game, i + 1)
        card = game.pile[i]
        game.pile[i] = game.pile[j]
        game.pile[j] = card
