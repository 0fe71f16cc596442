"""A quick courtier for imagined games: the same preferences, a tenth of the computation."""

from kingup.bots.kernel.courtier import advantage, blockers, desire, own_mask
from kingup.bots.style import Style
from kingup.rules.constants import (
    BELLYACHE,
    CLIMB,
    FIRST_CLIMB,
    FIRST_KEEP,
    FIRST_VOTE,
    JESTER,
    KING_POINTS,
    NO,
    PLACE,
    THRONE,
    VOTE,
    YES,
)
from kingup.rules.kernel.board import aside, movers, open_floors, step_from
from kingup.rules.kernel.generator import below, nth_one, ones
from kingup.rules.state import State


def quick_climb(game: State, style: Style, seat: int) -> int:
    """Return the better of two random characters that can climb."""
    mask = movers(game)
    number = ones(mask)
    one = nth_one(mask, below(game, number))
    other = nth_one(mask, below(game, number))
    if one == other:
        return one
    own_1 = own_mask(game, seat, 0)
    own_2 = own_mask(game, seat, 1)
    first = quick_worth(game, style, seat, own_1, own_2, one)
    second = quick_worth(game, style, seat, own_1, own_2, other)
    return one if first >= second else other


def quick_worth(game: State, style: Style, seat: int, own_1: int, own_2: int, who: int) -> float:
    """Return the approximate worth of moving a character one step."""
    if who == JESTER:
        return 0.0
    place = game.place[who]
    wish = desire(game, style, own_1, own_2, who)
    destination = step_from(game, place)
    if destination == THRONE:
        # With cards left in other hands a candidate is rejected more often than crowned.
        return (
            wish * (KING_POINTS - 5) if blockers(game, seat) == 0 else -wish * style.stand[place]
        )
    return wish * (style.stand[destination] - style.stand[place])


def quick_vote(game: State, style: Style, seat: int) -> int:
    """Return a vote by whether this crowning would leave the seat ahead in the round."""
    own_1 = own_mask(game, seat, 0)
    own_2 = own_mask(game, seat, 1)
    who = game.candidate
    ahead = advantage(game, style, own_1, own_2)
    if who == JESTER:
        ahead = -ahead
    # The fewer cards are left to stop later kings, the less a better one is worth waiting for.
    noise = below(game, 64) / 16.0 - 2.0
    if ahead + noise > style.patience:
        return YES
    wants = who != JESTER and desire(game, style, own_1, own_2, who) > 0.0
    if wants and game.bellyaches[seat] > 0:
        return BELLYACHE
    if game.no_cards[seat] > 0 and below(game, 4) > 0:
        return NO
    return YES


def quick_place(game: State, style: Style, seat: int) -> int:
    """Return the better of two random placements."""
    own_1 = own_mask(game, seat, 0)
    own_2 = own_mask(game, seat, 1)
    left = aside(game)
    floors = open_floors(game)
    best = -1000.0
    action = 0
    for _ in range(2):
        who = nth_one(left, below(game, ones(left)))
        floor = nth_one(floors, below(game, ones(floors)))
        worth = desire(game, style, own_1, own_2, who) * style.stand[floor]
        if worth > best:
            best = worth
            action = 4 * who + floor - 1
    return action


def quick_action(game: State, style: Style, player: int) -> int:
    """Return a quick courtier's action; the rules must be waiting for the player."""
    phase = game.phase
    seat = game.seat_of[player]
    if phase == CLIMB:
        return FIRST_CLIMB + quick_climb(game, style, seat)
    if phase == VOTE:
        return FIRST_VOTE + quick_vote(game, style, seat) - YES
    if phase == PLACE:
        return quick_place(game, style, seat)
    return FIRST_KEEP + below(game, 2)
