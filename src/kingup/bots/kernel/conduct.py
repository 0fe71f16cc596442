"""How likely an action is for players of known manners, in the restricted language of the kernel.

Courtiers and pages are weighed with the cards that a seat holds or, where these are hidden, with
every card in turn.
"""

import math

from kingup.bots.kernel.beliefs import action_likelihood
from kingup.bots.kernel.courtier import own_mask
from kingup.bots.style import Style
from kingup.rules.constants import (
    FIRST_CLIMB,
    FIRST_KEEP,
    FIRST_VOTE,
    FULL_RING,
    NON_SQUARES,
    RING,
    SQUARES,
)
from kingup.rules.kernel.board import aside, favourites, movers, open_floors
from kingup.rules.kernel.generator import ones
from kingup.rules.state import State

HIGH_FLOORS = 0b11000
"""The floors on which a page places characters that it likes."""


def letters_of(card: int) -> int:
    """Return the mask of all six characters on a card: a page ignores the Banished mark."""
    turned = card if card < RING else card - RING
    pattern = SQUARES if card < RING else NON_SQUARES
    return ((pattern << int(turned)) | (pattern >> int(RING - turned))) & FULL_RING


def liked_by(game: State, seat: int) -> int:
    """Return the mask of all characters on the cards of a seat."""
    player = int(game.first_of[seat])
    liked = letters_of(int(game.card[player]))
    if game.size_of[seat] == 2:
        liked |= letters_of(int(game.card[player + 1]))
    return liked


def page_vote_likelihood(game: State, seat: int, liked: int, vote: int) -> float:
    """Return the probability that a page who likes these characters plays a vote card."""
    if (liked >> int(game.candidate)) & 1 or game.no_cards[seat] == 0:
        return 1.0 if vote == 0 else 0.0
    lots = 5.0 if game.bellyaches[seat] > 0 else 3.0
    return (1.0 if vote == 0 else 2.0) / lots


def page_likelihood(game: State, seat: int, liked: int, action: int, doubt: float) -> float:
    """Return the probability that a page who likes these characters takes a public action.

    The share `doubt` of its choices is taken to be random.
    """
    if action >= FIRST_VOTE:
        number = 1 + (game.no_cards[seat] > 0) + (game.bellyaches[seat] > 0)
        chance = page_vote_likelihood(game, seat, liked, action - FIRST_VOTE)
        return (1.0 - doubt) * chance + doubt / number
    if action >= FIRST_CLIMB:
        number = ones(movers(game))
        preferred = liked & movers(game)
        wanted = ones(preferred)
        is_wanted = (preferred >> int(action - FIRST_CLIMB)) & 1
    else:
        floors = open_floors(game)
        number = ones(aside(game)) * ones(floors)
        preferred = liked & aside(game)
        wanted = ones(preferred) * ones(floors & HIGH_FLOORS)
        is_high = (HIGH_FLOORS >> int(action % 4 + 1)) & 1
        is_wanted = (preferred >> int(action // 4)) & is_high
    chance = 1.0 / number
    if wanted > 0:
        chance = 0.5 / number
        if is_wanted:
            chance += 0.5 / wanted
    return (1.0 - doubt) * chance + doubt / number


def courtier_log(game: State, style: Style, seat: int, action: int) -> float:
    """Return the log-probability that a courtier in a seat takes a public action."""
    own_1 = own_mask(game, seat, 0)
    own_2 = own_mask(game, seat, 1)
    return math.log(action_likelihood(game, style, seat, own_1, own_2, action))


def page_log(game: State, style: Style, seat: int, action: int) -> float:
    """Return the log-probability that a page in a seat takes a public action."""
    liked = liked_by(game, seat)
    return math.log(page_likelihood(game, seat, liked, action, style.doubt))


def courtier_log_with(game: State, style: Style, seat: int, card: int, action: int) -> float:
    """Return the same for a courtier with a card; both players of a team have it."""
    own = favourites(game, card)
    # Ambition cards are hidden, too.
    ambition = game.ambition
    game.ambition = 0
    found = math.log(action_likelihood(game, style, seat, own, own, action))
    game.ambition = ambition
    return found


def page_log_with(game: State, style: Style, seat: int, card: int, action: int) -> float:
    """Return the same for a page with a card."""
    return math.log(page_likelihood(game, seat, letters_of(card), action, style.doubt))


def is_public(action: int) -> bool:
    """Return whether everybody sees an action, sooner or later: all but keeping an Ambition."""
    return action < FIRST_KEEP
