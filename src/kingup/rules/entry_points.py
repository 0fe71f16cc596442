"""Entry points from Python into the compiled rules, which take arrays of games.

An entry point takes a whole array and processes it in one call, or an array and an index. Passing
a single record from Python would cost several microseconds, more than most actions take. Like the
kernel, these are plain functions, compiled by `compiled.py`.
"""

from typing import Any

from kingup.rules.constants import DEAL, OVER, SHUFFLE
from kingup.rules.kernel.generator import seed_generator
from kingup.rules.kernel.playouts import draw, next_actor, play_out, random_action
from kingup.rules.kernel.scoring import winners
from kingup.rules.kernel.turns import actors, fault, list_actions, play


def play_out_all(games: Any, first_seed: int) -> None:
    """Play every game to its end at random; game i is seeded with first_seed + i."""
    for i in range(len(games)):
        game = games[i]
        seed_generator(game, first_seed + i)
        play_out(game)


def random_step_all(games: Any) -> None:
    """Take one step in every game that is not over: a deal, or a random action."""
    for i in range(len(games)):
        game = games[i]
        if game.phase == DEAL or game.phase == SHUFFLE:
            draw(game)
        elif game.phase != OVER:
            player = next_actor(game)
            play(game, player, random_action(game, player))


def winners_all(games: Any, masks: Any) -> None:
    """Write the mask of winning seats of every finished game; 0 if the Emissary won."""
    for i in range(len(games)):
        masks[i] = winners(games[i])


def draw_at(games: Any, index: int) -> None:
    """Give one game the cards it waits for."""
    draw(games[index])


def fault_at(games: Any, index: int, player: int, action: int) -> int:
    """Return why an action is illegal in one game, or LEGAL."""
    return fault(games[index], player, action)


def actors_at(games: Any, index: int) -> int:
    """Return the mask of players who may act in one game."""
    return actors(games[index])


def list_actions_at(games: Any, index: int, player: int, menus: Any) -> None:
    """Fill the first menu with a player's legal actions in one game."""
    list_actions(games[index], player, menus[0])


def play_at(games: Any, index: int, player: int, action: int) -> None:
    """Perform a legal action in one game."""
    play(games[index], player, action)
