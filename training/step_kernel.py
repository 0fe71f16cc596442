"""One step of every game of a run, in the restricted Python of the rules' kernel.

After a network's action the kernel plays on to the next decision that a network has to take:
courtiers and pages choose by themselves, and a player with only one action takes it. So networks
see, and learn from, real decisions only. The kernel also records what learning needs: who won, who
beat whom, the points of a round, who was crowned.
"""

from typing import Any

from kingup.bots.kernel.courtier import courtier_action
from kingup.envs.entry_points import renew_at
from kingup.envs.opponents import COURTIER, PAGE, draw_due, page_action
from kingup.rules.constants import (
    CLIMB,
    DEAL,
    EMISSARY,
    FIRST_CLIMB,
    FIRST_VOTE,
    NOBODY,
    OVER,
    PLACE,
    SHUFFLE,
    VOTE,
)
from kingup.rules.kernel.board import aside, movers, open_floors
from kingup.rules.kernel.generator import nth_one, ones
from kingup.rules.kernel.noting import draw_noted, play_noted
from kingup.rules.kernel.playouts import next_actor, random_action
from kingup.rules.kernel.scoring import final_score, winners

NO_ACTION = -1


def only_action(game: Any, player: int) -> int:
    """Return a player's only action, or NO_ACTION if there are several."""
    phase = game.phase
    if phase == CLIMB:
        climbers = movers(game)
        if ones(climbers) == 1:
            return FIRST_CLIMB + nth_one(climbers, 0)
    elif phase == VOTE:
        seat = game.seat_of[player]
        if game.no_cards[seat] == 0 and game.bellyaches[seat] == 0:
            return FIRST_VOTE
    elif phase == PLACE and ones(aside(game)) * ones(open_floors(game)) == 1:
        return random_action(game, player)
    return NO_ACTION


def beaten(game: Any, seat: int) -> float:
    """Return the share of other seats that a seat beat, minus one half; ties count half."""
    mine = final_score(game, seat)
    total = 0.0
    for other in range(game.seats):
        if other != seat:
            theirs = final_score(game, other)
            if mine > theirs:
                total += 1.0
            elif mine == theirs:
                total += 0.5
    return float(total / (game.seats - 1) - 0.5)


def act_noted(
    games: Any, histories: Any, index: int, player: int, action: int,
    closed: Any, points: Any, kings: Any,
) -> None:  # fmt: skip
    """Play a legal action, and note a crowning and the end of a round."""
    game = games[index]
    crownings = game.crownings
    play_noted(game, histories[index], player, action)
    if game.phase == SHUFFLE:
        # The vote is concluded only after the Emissary's pile has been shuffled.
        draw_noted(game, histories[index])
    if game.crownings > crownings and kings[index] == NOBODY:
        kings[index] = game.candidate
    if game.phase == DEAL or game.phase == OVER:
        closed[index] = 1
        for seat in range(game.seats):
            points[index, seat] = game.points[game.first_of[seat]]


def settle_at(games: Any, index: int, dones: Any, outcomes: Any) -> None:
    """Note the end of a game: shares of the win by seat, the Emissary's, then ranks by seat."""
    game = games[index]
    champions = winners(game)
    dones[index] = 1
    for seat in range(game.seats):
        share = 0.0
        if (champions >> seat) & 1:
            share = 1.0 / ones(champions)
        outcomes[index, seat] = share
        outcomes[index, EMISSARY + 1 + seat] = beaten(game, seat)
    if champions == 0:
        outcomes[index, EMISSARY] = 1.0


def advance_all(
    games: Any, histories: Any, fresh: Any, styles: Any, kinds: Any, actions: Any, actors: Any,
    dones: Any, outcomes: Any, closed: Any, points: Any, kings: Any,
) -> None:  # fmt: skip
    """Play every actor's action, then advance each game to its next network decision.

    NO_ACTION only advances: that is how games begin. `kinds` says, by game and seat, who plays.
    """
    for i in range(len(games)):
        game = games[i]
        dones[i] = 0
        closed[i] = 0
        kings[i] = NOBODY
        for column in range(outcomes.shape[1]):
            outcomes[i, column] = 0
        player = int(actors[i])
        action = int(actions[i])
        while True:
            if action != NO_ACTION:
                act_noted(games, histories, i, player, action, closed, points, kings)
                draw_due(game, histories[i])
            if game.phase == OVER:
                settle_at(games, i, dones, outcomes)
                renew_at(games, fresh, i)
            draw_due(game, histories[i])
            player = int(next_actor(game))
            kind = int(kinds[i, game.seat_of[player]])
            if kind == COURTIER:
                action = int(courtier_action(game, styles[game.edition], player))
            elif kind == PAGE:
                action = int(page_action(game, player))
            else:
                action = int(only_action(game, player))
                if action == NO_ACTION:
                    break
        actors[i] = player
