"""Entry points from Python into the compiled bots; all take arrays of records."""

from typing import Any

from kingup.bots.kernel.beliefs import finish_beliefs, start_beliefs, weigh_history
from kingup.bots.kernel.courtier import courtier_action
from kingup.bots.kernel.evaluation import add_playouts, write_priors
from kingup.bots.kernel.search import search
from kingup.bots.kernel.worlds import imagine
from kingup.rules.constants import ACTIONS, DEAL, OVER, SHUFFLE
from kingup.rules.kernel.generator import seed_generator
from kingup.rules.kernel.playouts import draw, next_actor, random_action
from kingup.rules.kernel.scoring import winners
from kingup.rules.kernel.turns import play


def courtier_choose(games: Any, styles: Any, player: int, seed: int) -> int:
    """Return a courtier's action in the first game."""
    seed_generator(games[0], seed)
    return courtier_action(games[0], styles[0], player)


def begin_beliefs(games: Any, styles: Any, beliefs: Any, unknown: int, seen: int) -> None:
    """Initialise the first belief with the prior weights of all types."""
    start_beliefs(games[0], styles[0], beliefs[0], unknown, seen)


def weigh_more(games: Any, styles: Any, histories: Any, beliefs: Any, start: int) -> None:
    """Weigh the public actions from `start` on, replaying them in the first game."""
    weigh_history(games[0], styles[0], histories[0], beliefs[0], start)


def total_beliefs(games: Any, styles: Any, beliefs: Any, seen: int) -> None:
    """Turn the first belief from logarithms into cumulative weights for drawing."""
    finish_beliefs(games[0], styles[0], beliefs[0], seen)


def draw_worlds(games: Any, beliefs: Any, seen: int, counts: Any, number: int) -> None:
    """Draw deals into the first game, and count every player's cards."""
    for _ in range(number):
        imagine(games[0], beliefs[0], seen)
        for player in range(games[0].players):
            counts[player, games[0].card[player]] += 1


def seed_at(games: Any, index: int, seed: int) -> None:
    """Seed the generator of one game."""
    seed_generator(games[index], seed)


def search_more(
    games: Any, styles: Any, beliefs: Any, seen: int, tree: Any, paths: Any, number: int
) -> None:
    """Run more simulations."""
    search(games, styles, beliefs, seen, tree, paths, number)


def imagine_all(games: Any, beliefs: Any, seen: int, first_seed: int) -> None:
    """Fill in everything hidden in every game, each from its own seed."""
    for i in range(len(games)):
        seed_generator(games[i], first_seed + i)
        imagine(games[i], beliefs[0], seen)


def evaluate_all(
    games: Any,
    players: Any,
    styles: Any,
    spare: Any,
    paths: Any,
    playouts: int,
    priors: Any,
    values: Any,
) -> None:
    """Write each player's action probabilities and every seat's chance of winning."""
    path = paths[0]
    for i in range(len(games)):
        write_priors(games[i], styles[0], int(players[i]), path)
        for action in range(ACTIONS):
            priors[i, action] = path.prior[action]
        add_playouts(games, i, spare, styles[0], path, playouts)
        for seat in range(games[i].seats):
            values[i, seat] = path.sum[seat]


def play_matches(games: Any, styles: Any, players: Any, first_seed: int, shares: Any) -> None:
    """Play games between courtiers of several styles; style -1 plays at random.

    `players` and `shares` are by game and seat: the style that plays there, and its share of the
    win.
    """
    for i in range(len(games)):
        game = games[i]
        seed_generator(game, first_seed + i)
        while game.phase != OVER:
            if game.phase == DEAL or game.phase == SHUFFLE:
                draw(game)
            else:
                player = next_actor(game)
                style = players[i, game.seat_of[player]]
                if style < 0:
                    action = random_action(game, player)
                else:
                    action = courtier_action(game, styles[style], player)
                play(game, player, action)
        mask = winners(game)
        number = 0
        for seat in range(game.seats):
            number += (mask >> seat) & 1
        for seat in range(game.seats):
            shares[i, seat] = ((mask >> seat) & 1) / max(number, 1)
