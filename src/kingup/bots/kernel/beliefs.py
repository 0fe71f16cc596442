"""What actions reveal about cards: the likelihood of everything a seat may hold.

Given what is public, players act independently on their own cards. So the likelihood of all hidden
cards is a product over seats, and each seat's factor is the product, over its actions, of the
probability that a courtier with those cards would have chosen them.
"""

import math

from kingup.bots.kernel.courtier import advantage, climb_worth, holds, place_worth, vote_worths
from kingup.bots.records import TYPES, Belief
from kingup.bots.style import Style
from kingup.rules.constants import (
    AMBITIONS,
    BELLYACHE,
    CARDS,
    FIRST_CLIMB,
    FIRST_VOTE,
    NOWHERE,
    RING,
    SHUFFLE,
    YES,
)
from kingup.rules.kernel.board import aside, favourites, movers, open_floors, step_from
from kingup.rules.kernel.generator import ones
from kingup.rules.kernel.turns import play
from kingup.rules.kernel.votes import conclude_vote
from kingup.rules.state import History, State


def place_likelihood(game: State, style: Style, own_1: int, own_2: int, action: int) -> float:
    """Return the probability that a courtier with these favourites makes a placement."""
    left = aside(game)
    floors = open_floors(game)
    total = 0.0
    chosen = 0.0
    number = 0
    for who in range(RING):
        if (left >> who) & 1:
            for floor in range(1, 5):
                if (floors >> floor) & 1:
                    worth = place_worth(game, style, own_1, own_2, who, floor)
                    weight = math.exp(worth / (style.softness * style.heat_place))
                    total += weight
                    number += 1
                    if 4 * who + floor - 1 == action:
                        chosen = weight
    return (1.0 - style.doubt) * chosen / total + style.doubt / number


def climb_likelihood(
    game: State, style: Style, seat: int, own_1: int, own_2: int, mover: int
) -> float:
    """Return the probability that a courtier with these favourites moves a character."""
    ahead = advantage(game, style, own_1, own_2)
    total = 0.0
    chosen = 0.0
    number = 0
    for who in range(game.characters):
        if step_from(game, game.place[who]) != NOWHERE:
            worth = climb_worth(game, style, seat, own_1, own_2, who, ahead)
            weight = math.exp(worth / (style.softness * style.heat_climb))
            total += weight
            number += 1
            if who == mover:
                chosen = weight
    return (1.0 - style.doubt) * chosen / total + style.doubt / number


def vote_likelihood(
    game: State, style: Style, seat: int, own_1: int, own_2: int, vote: int
) -> float:
    """Return the probability that a courtier with these favourites plays a vote card."""
    worths = vote_worths(game, style, seat, own_1, own_2)
    total = 0.0
    chosen = 0.0
    number = 0
    for card in range(YES, BELLYACHE + 1):
        if holds(game, seat, card):
            weight = math.exp(worths[card - YES] / (style.softness * style.heat_vote))
            total += weight
            number += 1
            if card == vote:
                chosen = weight
    return (1.0 - style.doubt) * chosen / total + style.doubt / number


def action_likelihood(
    game: State, style: Style, seat: int, own_1: int, own_2: int, action: int
) -> float:
    """Return the probability that a courtier with these favourites takes a public action."""
    if action < FIRST_CLIMB:
        return place_likelihood(game, style, own_1, own_2, action)
    if action < FIRST_VOTE:
        return climb_likelihood(game, style, seat, own_1, own_2, action - FIRST_CLIMB)
    return vote_likelihood(game, style, seat, own_1, own_2, action - FIRST_VOTE + YES)


def choices(game: State, seat: int, action: int) -> int:
    """Return the number of actions from which a seat chose a public action."""
    if action < FIRST_CLIMB:
        return ones(aside(game)) * ones(open_floors(game))
    if action < FIRST_VOTE:
        return ones(movers(game))
    return 1 + (game.no_cards[seat] > 0) + (game.bellyaches[seat] > 0)


def hold_type(game: State, seat: int, kind: int) -> None:
    """Give a seat the cards of one of its types."""
    player = game.first_of[seat]
    if game.size_of[seat] == 2:
        game.card[player] = kind // CARDS
        game.card[player + 1] = kind % CARDS
    elif game.ambition:
        game.card[player] = kind // AMBITIONS
        game.kept[player] = kind % AMBITIONS
    else:
        game.card[player] = kind


def weigh_action(game: State, style: Style, belief: Belief, seat: int, action: int) -> None:
    """Multiply the weight of every type of a seat by the likelihood of its action."""
    player = game.first_of[seat]
    mate = player + game.size_of[seat] - 1
    held_1 = game.card[player]
    held_2 = game.card[mate]
    kept = game.kept[player]
    belief.free[seat] -= math.log(float(choices(game, seat, action)))
    for kind in range(belief.types[seat]):
        slot = seat * TYPES + kind
        if belief.weight[slot] > -1e29:
            hold_type(game, seat, kind)
            own_1 = favourites(game, game.card[player])
            own_2 = favourites(game, game.card[mate])
            chance = action_likelihood(game, style, seat, own_1, own_2, action)
            belief.weight[slot] += math.log(chance)
    game.card[player] = held_1
    game.card[mate] = held_2
    game.kept[player] = kept


def weigh_history(game: State, style: Style, history: History, belief: Belief, start: int) -> None:
    """Continue replaying a round, weighing every action for the seat that took it."""
    i = start
    while i < history.size:
        seat = history.seat[i]
        action = history.action[i]
        if action < FIRST_VOTE:
            if belief.types[seat] > 0:
                weigh_action(game, style, belief, seat, action)
            play(game, game.first_of[seat], action)
            i += 1
        else:
            # All votes of a ballot are weighed before any is played: they were simultaneous.
            for j in range(game.seats):
                if belief.types[j] > 0:
                    weigh_action(game, style, belief, j, history.action[i + j])
            if game.emissary and (
                (favourites(game, game.emissary_card) >> int(game.candidate)) & 1 == 0
            ):
                put_on_top(game, history.action[i + game.seats] - FIRST_VOTE + YES)
            for j in range(game.seats):
                play(game, game.first_of[j], history.action[i + j])
            if game.phase == SHUFFLE:
                conclude_vote(game)
            i += game.seats
            if game.emissary:
                i += 1


def put_on_top(game: State, card: int) -> None:
    """Move a card of the Emissary's pile to its top."""
    for i in range(game.pile_size):
        if game.pile[i] == card:
            game.pile[i] = game.pile[game.pile_size - 1]
            break
    game.pile[game.pile_size - 1] = card


def start_beliefs(game: State, style: Style, belief: Belief, unknown: int, seen: int) -> None:
    """Give every possible type its prior weight, before anybody has acted.

    `unknown` is the mask of seats whose cards are hidden, `seen` the mask of favourites cards that
    they cannot hold.
    """
    for seat in range(game.seats):
        belief.types[seat] = 0
        belief.free[seat] = 0.0
        if (unknown >> seat) & 1:
            belief.types[seat] = CARDS
            if game.size_of[seat] == 2:
                belief.types[seat] = CARDS * CARDS
            elif game.ambition:
                belief.types[seat] = CARDS * AMBITIONS
            for kind in range(belief.types[seat]):
                belief.weight[seat * TYPES + kind] = prior(game, style, seat, kind, seen)


def prior(game: State, style: Style, seat: int, kind: int, seen: int) -> float:
    """Return the logarithm of a type's prior weight."""
    if game.size_of[seat] == 2:
        first = kind // CARDS
        second = kind % CARDS
        if first == second or ((seen >> first) | (seen >> second)) & 1:
            return -1e30
        return 0.0
    if game.ambition:
        if (seen >> (kind // AMBITIONS)) & 1:
            return -1e30
        return math.log(keep_weight(style, kind % AMBITIONS))
    return -1e30 if (seen >> kind) & 1 else 0.0


def keep_weight(style: Style, ambition: int) -> float:
    """Return how often an Ambition card is the better one of two."""
    worse = 0.5
    for other in range(AMBITIONS):
        if style.ambition[other] < style.ambition[ambition]:
            worse += 1.0
    return worse


def finish_beliefs(game: State, style: Style, belief: Belief, seen: int) -> None:
    """Turn the logarithms into cumulative weights from 0 to 1 for each seat.

    A seat may choose like a courtier, or for reasons of its own, in which case its actions reveal
    nothing; its actions also decide how far it is believed to be a courtier.
    """
    for seat in range(game.seats):
        first = seat * TYPES
        best = belief.free[seat]
        for kind in range(belief.types[seat]):
            best = max(best, belief.weight[first + kind])
        total = 0.0
        for kind in range(belief.types[seat]):
            before = prior(game, style, seat, kind, seen)
            if before > -1e29:
                like_a_courtier = math.exp(belief.weight[first + kind] - best)
                freely = math.exp(belief.free[seat] + before - best)
                total += style.trust * like_a_courtier + (1.0 - style.trust) * freely
            belief.weight[first + kind] = total
        for kind in range(belief.types[seat]):
            belief.weight[first + kind] /= total
