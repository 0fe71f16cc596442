"""Entry points from Python into the trained player's compiled code; all take whole arrays."""

import math
from typing import Any

import numpy as np

from kingup.bots.kernel.beliefs import action_likelihood, put_on_top
from kingup.bots.kernel.conduct import courtier_log, courtier_log_with, page_log, page_log_with
from kingup.bots.kernel.courtier import courtier_keep, own_mask
from kingup.rules.constants import (
    ACTIONS,
    CARDS,
    DEAL,
    FIRST_KEEP,
    FIRST_VOTE,
    NO_AMBITION,
    OVER,
    SHUFFLE,
    VOTE,
    YES,
)
from kingup.rules.kernel.board import favourites
from kingup.rules.kernel.dealing import shuffle_pile
from kingup.rules.kernel.generator import seed_generator
from kingup.rules.kernel.noting import draw_noted, play_noted
from kingup.rules.kernel.observing import mask, observe
from kingup.rules.kernel.playouts import next_actor
from kingup.rules.kernel.scoring import winners
from kingup.rules.kernel.turns import play
from kingup.rules.kernel.votes import conclude_vote

NEAR = 64
"""The number of inputs that are processed for all rows before the next ones."""

# The stages of an imagined game.
GOING = 0
JUDGE = 1
ENDED = 2


def show_all(games: Any, histories: Any, players: Any, observations: Any, masks: Any) -> None:
    """Write what a player of every game sees and may do."""
    for i in range(len(games)):
        observe(games[i], histories[i], int(players[i]), observations[i])
        mask(games[i], int(players[i]), masks[i])


def court_all(games: Any, styles: Any, players: Any, masks: Any, logs: Any) -> None:
    """Write the log-probability of each action for a courtier in a player's place."""
    for i in range(len(games)):
        game = games[i]
        player = int(players[i])
        seat = int(game.seat_of[player])
        own_1 = own_mask(game, seat, 0)
        own_2 = own_mask(game, seat, 1)
        mask(game, player, masks[i])
        for action in range(ACTIONS):
            logs[i, action] = -np.inf
            if masks[i].legal[action] != 0:
                if action < FIRST_KEEP:
                    chance = action_likelihood(game, styles[0], seat, own_1, own_2, action)
                else:
                    chance = 0.5 * styles[0].doubt
                    if action == FIRST_KEEP + courtier_keep(game, styles[0], player):
                        chance = 1.0 - chance
                logs[i, action] = math.log(chance)


def weigh_bots(games: Any, styles: Any, seats: Any, actions: Any, logs: Any) -> None:
    """Write how likely a seat's action is for a courtier and for a page with its cards."""
    for i in range(len(games)):
        seat = int(seats[i])
        action = int(actions[i])
        logs[i, 0] = courtier_log(games[i], styles[0], seat, action)
        logs[i, 1] = page_log(games[i], styles[0], seat, action)


def weigh_hidden(games: Any, styles: Any, seats: Any, actions: Any, logs: Any) -> None:
    """Write how likely a seat's action is for a courtier and for a page with each card."""
    for i in range(len(games)):
        seat = int(seats[i])
        action = int(actions[i])
        for card in range(CARDS):
            logs[i, card, 0] = courtier_log_with(games[i], styles[0], seat, card, action)
            logs[i, card, 1] = page_log_with(games[i], styles[0], seat, card, action)


def affine(x: Any, weights: Any, bias: Any, out: Any, found: Any) -> None:
    """Write x times weights plus bias, skipping zeros, of which observations have many.

    `found` is scratch space for as many numbers as there are inputs.

    The order of summation does not depend on the other rows.
    """
    inputs = x.shape[1]
    width = weights.shape[1]
    for i in range(len(x)):
        row = out[i]
        for j in range(width):
            row[j] = bias[j]
    # Some inputs of all rows, then the next: their weights stay in the cache meanwhile.
    for start in range(0, inputs, NEAR):
        for i in range(len(x)):
            row = out[i]
            number = 0
            for k in range(start, min(start + NEAR, inputs)):
                found[number] = k  # stays if it is no zero: without a branch to mispredict
                number += int(x[i, k] != 0)
            k = 0
            # Four at a time: the sums stay in registers for longer.
            while k + 4 <= number:
                k0, k1, k2, k3 = found[k], found[k + 1], found[k + 2], found[k + 3]
                x0, x1, x2, x3 = x[i, k0], x[i, k1], x[i, k2], x[i, k3]
                w0, w1, w2, w3 = weights[k0], weights[k1], weights[k2], weights[k3]
                for j in range(width):
                    row[j] = (((row[j] + x0 * w0[j]) + x1 * w1[j]) + x2 * w2[j]) + x3 * w3[j]
                k += 4
            while k < number:
                k0 = found[k]
                x0 = x[i, k0]
                w0 = weights[k0]
                for j in range(width):
                    row[j] += x0 * w0[j]
                k += 1


def collect_decisions(
    games: Any, histories: Any, start: int, positions: Any, sizes: Any, seats: Any, actions: Any
) -> int:
    """Continue replaying a round; record every decision and its position.

    Return how many there were. A position's history is the whole one, cut to its size.
    """
    game = games[0]
    history = histories[0]
    number = 0
    i = start
    while i < history.size:
        ballot = 1
        if history.action[i] >= FIRST_VOTE:
            ballot = int(game.seats)
        for j in range(ballot):
            # All votes of a ballot belong to the same position: they were simultaneous.
            positions[number] = games[0]
            sizes[number] = i
            seats[number] = history.seat[i + j]
            actions[number] = history.action[i + j]
            number += 1
        if ballot == 1:
            play(game, int(game.first_of[history.seat[i]]), int(history.action[i]))
        else:
            if game.emissary and (
                (favourites(game, game.emissary_card) >> int(game.candidate)) & 1 == 0
            ):
                put_on_top(game, history.action[i + game.seats] - FIRST_VOTE + YES)
            for seat in range(game.seats):
                play(game, int(game.first_of[seat]), int(history.action[i + seat]))
            if game.phase == SHUFFLE:
                conclude_vote(game)
        i += ballot
        if ballot > 1 and game.emissary:
            i += 1
    return number


def begin_worlds(games: Any, seeds: Any) -> None:
    """Seed every imagined game's generator, and shuffle its Emissary's pile."""
    for i in range(len(games)):
        seed_generator(games[i], int(seeds[i]))
        if games[i].emissary:
            shuffle_pile(games[i])


def act_all(games: Any, histories: Any, players: Any, actions: Any, stages: Any, far: Any) -> None:
    """Let a player act in every game that is still going.

    A game waits to be judged after a vote or, where `far` is set, after its round.
    """
    for i in range(len(games)):
        if stages[i] != GOING:
            continue
        game = games[i]
        voting = game.phase == VOTE
        play_noted(game, histories[i], int(players[i]), int(actions[i]))
        if game.phase == SHUFFLE:
            draw_noted(game, histories[i])
        if game.phase == OVER:
            stages[i] = ENDED
        elif game.phase == DEAL:
            draw_noted(game, histories[i])
            stages[i] = JUDGE
        elif voting and game.phase != VOTE and not far[i]:
            stages[i] = JUDGE
        if stages[i] != ENDED:
            players[i] = next_actor(game)


def next_all(games: Any, players: Any) -> None:
    """Write the next player to act in every game."""
    for i in range(len(games)):
        players[i] = next_actor(games[i])


def open_all(games: Any, players: Any, cards: Any, kept: Any) -> None:
    """Write everybody's cards and kept Ambitions, counted from the player's own seat."""
    for i in range(len(games)):
        game = games[i]
        for slot in range(cards.shape[1]):
            cards[i, slot] = CARDS
            kept[i, slot] = NO_AMBITION
        seat = int(game.seat_of[players[i]])
        for away in range(game.seats):
            for k in range(game.size_of[seat]):
                player = int(game.first_of[seat]) + k
                cards[i, 2 * away + k] = game.card[player]
                kept[i, 2 * away + k] = game.kept[player]
            seat += 1
            if seat == game.seats:
                seat = 0


def shares_all(games: Any, stages: Any, shares: Any) -> None:
    """Write every seat's share of the win in the games that have ended."""
    for i in range(len(games)):
        if stages[i] == ENDED:
            champions = winners(games[i])
            number = 0
            for seat in range(games[i].seats):
                number += (champions >> seat) & 1
            for seat in range(games[i].seats):
                shares[i, seat] = ((champions >> seat) & 1) / max(number, 1)
