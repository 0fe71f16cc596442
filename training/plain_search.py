"""A search without beliefs about others, in the restricted Python of the rules' kernel.

It plays as OpenSpiel's ISMCTSBot does with few simulations: each simulation redeals the hidden
cards uniformly, tries an action (promising ones more often), and plays the game out at random. It
infers nothing from others' moves and errs often, unlike courtiers and pages.
"""

import math
from typing import Any

from kingup.bots.kernel.worlds import begin_again
from kingup.rules.constants import ACTIONS, AMBITION, CARDS, NO_AMBITION, VOTE
from kingup.rules.kernel.dealing import shuffle_pile
from kingup.rules.kernel.generator import below, nth_one, ones
from kingup.rules.kernel.playouts import play_out, random_action
from kingup.rules.kernel.scoring import winners
from kingup.rules.kernel.turns import play
from kingup.rules.state import State


def redeal(game: State, player: int, seen: int) -> None:
    """Fill in everything that a player does not know; all deals are equally likely."""
    for other in range(game.players):
        if game.card[other] == CARDS:
            free = ~seen & ((1 << CARDS) - 1)
            game.card[other] = nth_one(free, below(game, ones(free)))
            seen |= 1 << int(game.card[other])
    if game.ambition:
        game.kept_in = 0
        for other in range(game.players):
            hidden = game.phase != AMBITION or game.seat_of[other] != game.seat_of[player]
            if hidden and game.kept[other] == NO_AMBITION:
                game.kept[other] = below(game, NO_AMBITION)
            if game.kept[other] != NO_AMBITION:
                game.kept_in += 1
    if game.emissary:
        shuffle_pile(game)


def finish(game: State, player: int, action: int) -> None:
    """Play a player's action, then play the game out at random, other votes included."""
    if game.phase == VOTE:
        for seat in range(game.seats):
            if seat == game.seat_of[player]:
                play(game, player, action)
            else:
                play(game, game.first_of[seat], random_action(game, game.first_of[seat]))
    else:
        play(game, player, action)
    play_out(game)


def promising(game: State, legal: Any, tries: Any, totals: Any, visits: int) -> int:
    """Return an untried action, or the one with the highest upper bound."""
    untried = 0
    for action in range(ACTIONS):
        if legal[action] and tries[action] == 0:
            untried += 1
    left = below(game, untried) if untried > 0 else -1
    best = -1.0
    pick = 0
    for action in range(ACTIONS):
        if legal[action] and untried > 0:
            if tries[action] == 0:
                if left == 0:
                    pick = action
                left -= 1
        elif legal[action]:
            bound = totals[action] / tries[action] + math.sqrt(math.log(visits) / tries[action])
            if bound > best:
                best = bound
                pick = action
    return pick


def search_plainly(
    games: Any, player: int, seen: int, legal: Any, tries: Any, totals: Any, number: int
) -> None:
    """Run `number` simulations from the first game, as its player knows it, in the second one."""
    game = games[1]
    for visits in range(number):
        begin_again(games, 1, games, 0)
        action = promising(game, legal, tries, totals, visits)
        redeal(game, player, seen)
        finish(game, player, action)
        champions = winners(game)
        tries[action] += 1
        if (champions >> int(game.seat_of[player])) & 1:
            totals[action] += 1.0 / ones(champions)
