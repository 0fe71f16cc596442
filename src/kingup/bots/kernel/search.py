"""The chancellor's search: a tree of public positions, over many imagined deals.

Every simulation imagines a deal, walks down the tree (each seat choosing by the results of its
choices so far and by a courtier's prior for its imagined cards), adds one position, and plays the
round to its end with quick courtiers. At a vote all seats choose at once, each by its own
statistics: nobody votes after seeing another vote. Values are chances of winning the game.
"""

import math
from typing import Any

from kingup.bots.kernel.courtier import (
    advantage,
    climb_worth,
    desire,
    holds,
    own_mask,
    vote_worths,
)
from kingup.bots.kernel.quick import quick_action
from kingup.bots.kernel.worlds import begin_again, imagine
from kingup.bots.records import SearchNode, SearchPath
from kingup.bots.style import Style
from kingup.rules.constants import (
    BELLYACHE,
    CLIMB,
    DEAL,
    FIRST_CLIMB,
    FIRST_KEEP,
    FIRST_VOTE,
    NOWHERE,
    OVER,
    PLACE,
    RING,
    ROUNDS,
    SHUFFLE,
    VOTE,
    YES,
)
from kingup.rules.kernel.board import aside, open_floors, step_from
from kingup.rules.kernel.dealing import shuffle_pile
from kingup.rules.kernel.playouts import next_actor
from kingup.rules.kernel.scoring import final_score, winners
from kingup.rules.kernel.turns import play
from kingup.rules.kernel.votes import conclude_vote
from kingup.rules.state import State

EXPLORATION = 0.6
BALLOTS = 24  # the slots of a vote node hold seat and card; its outcomes follow them


def instinct(worth: float) -> float:
    """Return about exp(worth), several times faster: a prior needs no more precision."""
    power = 1.0 + max(worth, -16.0) / 32.0
    for _ in range(5):
        power *= power
    return power


def climb_priors(game: State, style: Style, path: SearchPath) -> None:
    """Write a courtier's prior for every climb; illegal ones get 0."""
    seat = game.turn
    own_1 = own_mask(game, seat, 0)
    own_2 = own_mask(game, seat, 1)
    ahead = advantage(game, style, own_1, own_2)
    heat = 0.5 / style.heat_climb
    total = 0.0
    for who in range(game.characters):
        weight = 0.0
        if step_from(game, game.place[who]) != NOWHERE:
            worth = climb_worth(game, style, seat, own_1, own_2, who, ahead)
            weight = instinct(worth * heat) + 0.02
        path.prior[FIRST_CLIMB + who] = weight
        total += weight
    for who in range(game.characters):
        path.prior[FIRST_CLIMB + who] /= total


def place_priors(game: State, style: Style, path: SearchPath) -> None:
    """Write a courtier's prior for every placement; illegal ones get 0."""
    seat = game.turn
    own_1 = own_mask(game, seat, 0)
    own_2 = own_mask(game, seat, 1)
    left = aside(game)
    floors = open_floors(game)
    heat = 0.5 / style.heat_place
    total = 0.0
    for who in range(RING):
        free = (left >> who) & 1
        wish = heat * desire(game, style, own_1, own_2, who) if free else 0.0
        for floor in range(1, 5):
            weight = 0.0
            if free and (floors >> floor) & 1:
                weight = instinct(wish * style.stand[floor]) + 0.02
            path.prior[4 * who + floor - 1] = weight
            total += weight
    for action in range(4 * RING):
        path.prior[action] /= total


def best_slot(
    node: SearchNode, path: SearchPath, first: int, end: int, visits: int, total: float
) -> int:
    """Return the slot with the best sum of mean value and exploration bonus.

    `visits` and `total` are how often these slots were tried, and the sum of their values.
    """
    # An untried slot is assumed to be a little worse than the average.
    untried = total / visits - 0.05 if visits > 0 else 0.5
    spread = EXPLORATION * math.sqrt(visits + 1.0)
    best = -1e30
    pick = first
    for slot in range(first, end):
        prior = path.prior[slot]
        if prior > 0.0:
            tries = node.tries[slot]
            mean = node.total[slot] / tries if tries > 0 else untried
            score = mean + spread * prior / (1.0 + tries)
            if score > best:
                best = score
                pick = slot
    return pick


def vote_priors(game: State, style: Style, path: SearchPath, seat: int) -> None:
    """Write a courtier's prior for every vote card of a seat; those it lacks get 0."""
    worths = vote_worths(game, style, seat, own_mask(game, seat, 0), own_mask(game, seat, 1))
    heat = 0.5 / style.heat_vote
    total = 0.0
    first = 3 * seat
    for card in range(YES, BELLYACHE + 1):
        weight = 0.0
        if holds(game, seat, card):
            weight = instinct(worths[card - YES] * heat) + 0.05
        path.prior[first + card - YES] = weight
        total += weight
    for slot in range(first, first + 3):
        path.prior[slot] /= total


def vote_slot(game: State, style: Style, node: SearchNode, path: SearchPath, seat: int) -> int:
    """Return the slot of the vote card that a seat tries."""
    vote_priors(game, style, path, seat)
    visits = 0
    value = 0.0
    first = 3 * seat
    for slot in range(first, first + 3):
        visits += node.tries[slot]
        value += node.total[slot]
    return best_slot(node, path, first, first + 3, visits, value)


def remember(path: SearchPath, node: int, slot: int, seat: int) -> None:
    """Record a step on the way down."""
    path.node[path.size] = node
    path.slot[path.size] = slot
    path.seat[path.size] = seat
    path.size += 1


def descend_vote(game: State, style: Style, node: SearchNode, index: int, path: SearchPath) -> int:
    """Let all seats vote by the statistics of a node; return the slot of the outcome."""
    choices = 0
    for seat in range(game.seats):
        slot = vote_slot(game, style, node, path, seat)
        remember(path, index, slot, seat)
        choices |= (slot - 3 * seat) << (2 * seat)
    for seat in range(game.seats):
        card = (choices >> (2 * seat)) & 3
        play(game, game.first_of[seat], FIRST_VOTE + card)
    if game.phase == SHUFFLE:
        shuffle_pile(game)
        conclude_vote(game)
    verdict = int(game.emissary_vote)
    for seat in range(game.seats):
        verdict = max(verdict, int(game.vote[seat]))
    return BALLOTS + verdict


def descend(game: State, style: Style, node: SearchNode, index: int, path: SearchPath) -> int:
    """Take one step down the tree from a node; return the slot of the child."""
    phase = game.phase
    if phase == VOTE:
        return descend_vote(game, style, node, index, path)
    first = FIRST_KEEP
    end = FIRST_KEEP + 2
    if phase == CLIMB:
        climb_priors(game, style, path)
        first = FIRST_CLIMB
        end = FIRST_CLIMB + game.characters
    elif phase == PLACE:
        place_priors(game, style, path)
        first = 0
        end = 4 * RING
    else:
        path.prior[FIRST_KEEP] = 0.5
        path.prior[FIRST_KEEP + 1] = 0.5
    slot = best_slot(node, path, first, end, node.visits, node.value)
    player = next_actor(game)
    remember(path, index, slot, game.seat_of[player])
    play(game, player, slot)
    return slot


def play_quickly(game: State, style: Style) -> None:
    """Play a round to its end with quick courtiers."""
    while game.phase != DEAL and game.phase != OVER:
        if game.phase == SHUFFLE:
            shuffle_pile(game)
            conclude_vote(game)
        else:
            player = next_actor(game)
            play(game, player, quick_action(game, style, player))


def evaluate(game: State, style: Style, path: SearchPath) -> None:
    """Write every seat's chance of winning the game, at the end of a round."""
    if game.phase == OVER:
        mask = winners(game)
        number = 0
        for seat in range(game.seats):
            number += (mask >> seat) & 1
        for seat in range(game.seats):
            path.value[seat] = ((mask >> seat) & 1) / max(number, 1)
        return
    scale = style.foresight * math.sqrt(float(ROUNDS - game.round))
    best = 0
    for seat in range(game.seats):
        best = max(best, final_score(game, seat))
    total = 0.0
    for seat in range(game.seats):
        path.value[seat] = math.exp((final_score(game, seat) - best) / scale)
        total += path.value[seat]
    if game.emissary:
        total += math.exp((game.emissary_score - best) / scale)
    for seat in range(game.seats):
        path.value[seat] /= total


def search(
    games: Any, styles: Any, beliefs: Any, seen: int, tree: Any, paths: Any, number: int
) -> None:
    """Run simulations from the first game, using the second one as working copy."""
    style = styles[0]
    belief = beliefs[0]
    path = paths[0]
    game = games[1]
    for _ in range(number):
        begin_again(games, 1, games, 0)
        imagine(game, belief, seen)
        path.size = 0
        index = 0
        inside = True
        while inside and game.phase != DEAL and game.phase != OVER and path.size < 240:
            node = tree[index]
            slot = descend(game, style, node, index, path)
            child = node.child[slot]
            if child == 0:
                inside = False
                if path.nodes < len(tree):
                    node.child[slot] = path.nodes
                    path.nodes += 1
            index = child
        play_quickly(game, style)
        evaluate(game, style, path)
        for step in range(path.size):
            node = tree[path.node[step]]
            value = path.value[path.seat[step]]
            node.visits += 1
            node.value += value
            node.tries[path.slot[step]] += 1
            node.total[path.slot[step]] += value
