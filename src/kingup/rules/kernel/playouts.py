"""Random play: everybody chooses uniformly among the legal actions."""

from kingup.rules.constants import (
    BELLYACHE,
    CLIMB,
    DEAL,
    FIRST_CLIMB,
    FIRST_KEEP,
    FIRST_VOTE,
    NO,
    OVER,
    PLACE,
    SHUFFLE,
    VOTE,
    YES,
)
from kingup.rules.kernel.board import aside, movers, open_floors
from kingup.rules.kernel.dealing import draw_round, shuffle_pile
from kingup.rules.kernel.generator import below, nth_one, ones
from kingup.rules.kernel.turns import may_act, play
from kingup.rules.kernel.votes import conclude_vote
from kingup.rules.state import State


def draw(game: State) -> None:
    """Give the rules the cards they wait for, from the generator."""
    if game.phase == DEAL:
        draw_round(game)
    elif game.phase == SHUFFLE:
        shuffle_pile(game)
        conclude_vote(game)


def next_actor(game: State) -> int:
    """Return the first player who may act; in the current phase somebody must be able to."""
    if game.phase == PLACE or game.phase == CLIMB:
        return game.first_of[game.turn]
    player = 0
    while not may_act(game, player):
        player += 1
    return player


def random_vote(game: State, seat: int) -> int:
    """Return one of the kinds of vote card that a seat holds."""
    has_no = game.no_cards[seat] > 0
    card = YES + below(game, 1 + has_no + (game.bellyaches[seat] > 0))
    return BELLYACHE if card == NO and not has_no else card


def random_action(game: State, player: int) -> int:
    """Return a legal action of a player who may act, all equally likely."""
    phase = game.phase
    if phase == CLIMB:
        mask = movers(game)
        return FIRST_CLIMB + nth_one(mask, below(game, ones(mask)))
    if phase == VOTE:
        return FIRST_VOTE + random_vote(game, game.seat_of[player]) - YES
    if phase == PLACE:
        left = aside(game)
        floors = open_floors(game)
        pick = below(game, ones(left) * ones(floors))
        who = nth_one(left, pick // ones(floors))
        return 4 * who + nth_one(floors, pick % ones(floors)) - 1
    return FIRST_KEEP + below(game, 2)


def play_out(game: State) -> None:
    """Play a game to its end at random, dealing from the generator."""
    while game.phase != OVER:
        if game.phase == DEAL or game.phase == SHUFFLE:
            draw(game)
        else:
            player = next_actor(game)
            play(game, player, random_action(game, player))
