"""What mixed company needs beside the step kernel, in the restricted Python of the rules' kernel.

Here every decision comes back to the run, whoever takes it: bots propose theirs one by one, and
each action is weighed, as a courtier's and a page's, before it is played.
"""

from typing import Any

from kingup.bots.kernel.conduct import (
    courtier_log,
    courtier_log_with,
    is_public,
    page_log,
    page_log_with,
)
from kingup.bots.kernel.courtier import courtier_action
from kingup.envs.opponents import COURTIER, PAGE, RANDOM, page_action
from kingup.rules.constants import CARDS
from kingup.rules.kernel.playouts import random_action
from training.step_kernel import NO_ACTION


def propose_all(games: Any, styles: Any, kinds: Any, actors: Any, actions: Any) -> None:
    """Write the action of every actor that is a bot; NO_ACTION where a network has to choose."""
    for i in range(len(games)):
        game = games[i]
        player = int(actors[i])
        kind = int(kinds[i, game.seat_of[player]])
        action = NO_ACTION
        if kind == COURTIER:
            action = int(courtier_action(game, styles[game.edition], player))
        elif kind == PAGE:
            action = int(page_action(game, player))
        elif kind == RANDOM:
            action = int(random_action(game, player))
        actions[i] = action


def weigh_all(games: Any, styles: Any, actors: Any, actions: Any, logs: Any, hidden: Any) -> None:
    """Write how likely each actor's action is for a courtier and for a page.

    `logs` are log-probabilities with the cards that the actor holds, `hidden` those with each card
    in turn, by card and manner. All are 0 for Ambition cards: nobody sees which one is kept.
    """
    for i in range(len(games)):
        game = games[i]
        action = int(actions[i])
        if is_public(action):
            seat = int(game.seat_of[actors[i]])
            style = styles[game.edition]
            logs[i, 0] = courtier_log(game, style, seat, action)
            logs[i, 1] = page_log(game, style, seat, action)
            for card in range(CARDS):
                hidden[i, 2 * card] = courtier_log_with(game, style, seat, card, action)
                hidden[i, 2 * card + 1] = page_log_with(game, style, seat, card, action)
        else:
            logs[i, 0] = 0.0
            logs[i, 1] = 0.0
            for column in range(2 * CARDS):
                hidden[i, column] = 0.0
