"""Imagined deals: hidden cards drawn from beliefs."""

from typing import Any

from kingup.bots.kernel.beliefs import hold_type
from kingup.bots.kernel.courtier import uniform
from kingup.bots.records import TYPES, Belief
from kingup.rules.constants import AMBITION, CARDS, NO_AMBITION, PLACE
from kingup.rules.kernel.dealing import shuffle_pile
from kingup.rules.kernel.generator import below, nth_one
from kingup.rules.state import State

MOST_DRAWS = 40  # draws with colliding cards before the last one is repaired regardless of beliefs


def begin_again(spare: Any, place: int, games: Any, index: int) -> None:
    """Copy a game into a spare one, which keeps its own generator."""
    word_a = spare[place].generator_a
    word_b = spare[place].generator_b
    spare[place] = games[index]
    spare[place].generator_a = word_a
    spare[place].generator_b = word_b


def draw_type(game: State, belief: Belief, seat: int) -> int:
    """Return a type of a seat, drawn by belief."""
    point = uniform(game)
    low = seat * TYPES
    high = low + belief.types[seat] - 1
    while low < high:
        middle = (low + high) >> 1
        if belief.weight[middle] > point:
            high = middle
        else:
            low = middle + 1
    return low - seat * TYPES


def imagine(game: State, belief: Belief, seen: int) -> None:
    """Fill in everything hidden: cards, Ambition, the order of the Emissary's pile.

    Drawing every seat independently, and starting over when two hold the same card, gives each
    deal exactly its probability.
    """
    for _ in range(MOST_DRAWS):
        if draw_all(game, belief, seen):
            break
    if game.ambition:
        imagine_ambitions(game, belief)
    if game.emissary:
        shuffle_pile(game)


def imagine_ambitions(game: State, belief: Belief) -> None:
    """Let everybody else have kept an Ambition card; the seat's own choices stay open."""
    game.kept_in = 0
    for player in range(game.players):
        hidden = game.phase != AMBITION or belief.types[game.seat_of[player]] > 0
        if hidden and game.kept[player] == NO_AMBITION:
            game.kept[player] = below(game, NO_AMBITION)
        if game.kept[player] != NO_AMBITION:
            game.kept_in += 1
    if game.phase == AMBITION and game.kept_in == game.players:
        game.phase = PLACE  # a spectator has no choice of their own to wait for


def draw_all(game: State, belief: Belief, seen: int) -> bool:
    """Draw every hidden seat, replacing duplicate cards; return whether there were none."""
    clean = True
    used = seen
    left = CARDS
    for card in range(CARDS):
        left -= (used >> card) & 1
    for seat in range(game.seats):
        if belief.types[seat] > 0:
            hold_type(game, seat, draw_type(game, belief, seat))
            for i in range(game.size_of[seat]):
                player = game.first_of[seat] + i
                if (used >> int(game.card[player])) & 1:
                    clean = False
                    game.card[player] = nth_one(~used & ((1 << CARDS) - 1), below(game, left))
                used |= 1 << int(game.card[player])
                left -= 1
    return clean
