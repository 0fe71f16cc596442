"""Opponents and rewards for environments, in the restricted language of the rules' kernel."""

from kingup.bots.kernel.conduct import liked_by
from kingup.bots.kernel.courtier import courtier_action
from kingup.bots.style import Style
from kingup.rules.constants import (
    AMBITION,
    CLIMB,
    DEAL,
    FIRST_CLIMB,
    FIRST_VOTE,
    SHUFFLE,
    VOTE,
)
from kingup.rules.kernel.board import aside, movers, open_floors
from kingup.rules.kernel.generator import below, nth_one, ones
from kingup.rules.kernel.noting import draw_noted
from kingup.rules.kernel.playouts import random_action
from kingup.rules.kernel.scoring import final_score
from kingup.rules.state import History, State

# The kinds of players.
LEARNER = 0
RANDOM = 1
PAGE = 2
COURTIER = 3


def page_vote(game: State, seat: int) -> int:
    """Return a page's vote: Yes for its own, usually No for others."""
    liked = liked_by(game, seat)
    if (liked >> int(game.candidate)) & 1 or game.no_cards[seat] == 0:
        return FIRST_VOTE
    # One lot for Yes, two for each other card.
    lots = 5 if game.bellyaches[seat] > 0 else 3
    lot = below(game, lots)
    return FIRST_VOTE + (lot + 1) // 2


def page_action(game: State, player: int) -> int:
    """Return a page's action, with the same probabilities as `kingup.bots.page`."""
    phase = game.phase
    seat = int(game.seat_of[player])
    if phase == VOTE:
        return page_vote(game, seat)
    if phase != AMBITION and below(game, 2) == 0:
        liked = liked_by(game, seat)
        if phase == CLIMB:
            liked &= movers(game)
            if liked != 0:
                return FIRST_CLIMB + nth_one(liked, below(game, ones(liked)))
        else:
            liked &= aside(game)
            floors = open_floors(game) & 0b11000
            number = ones(floors)
            if liked != 0 and number > 0:
                pick = below(game, ones(liked) * number)
                return 4 * nth_one(liked, pick // number) + nth_one(floors, pick % number) - 1
    return random_action(game, player)


def opponent_action(game: State, style: Style, kind: int, player: int) -> int:
    """Return the action of an opponent of some kind."""
    if kind == COURTIER:
        return courtier_action(game, style, player)
    if kind == PAGE:
        return page_action(game, player)
    return random_action(game, player)


def draw_due(game: State, history: History) -> None:
    """Deal and shuffle until a player is to act or the game is over."""
    while game.phase == DEAL or game.phase == SHUFFLE:
        draw_noted(game, history)


def reward_of(game: State, seat: int, champions: int, by_points: bool) -> float:
    """Return a seat's reward at the end: points, or its share of the win less a fair share."""
    if by_points:
        return float(final_score(game, seat))
    share = 0.0
    if (champions >> seat) & 1:
        share = 1.0 / ones(champions)
    return share - 1.0 / game.seats
