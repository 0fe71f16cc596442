"""The value of a position to every seat, by a courtier's priors and quick playouts."""

from typing import Any

from kingup.bots.kernel.search import (
    climb_priors,
    evaluate,
    place_priors,
    play_quickly,
    vote_priors,
)
from kingup.bots.kernel.worlds import begin_again
from kingup.bots.records import SearchPath
from kingup.bots.style import Style
from kingup.rules.constants import (
    ACTIONS,
    AMBITION,
    CLIMB,
    FIRST_KEEP,
    FIRST_VOTE,
    NO_AMBITION,
    NOT_VOTED,
    PLACE,
    VOTE,
)
from kingup.rules.state import State


def write_priors(game: State, style: Style, player: int, path: SearchPath) -> None:
    """Write a courtier's probability of each action; all 0 if it is not the player's turn."""
    for action in range(ACTIONS):
        path.prior[action] = 0.0
    seat = int(game.seat_of[player])
    if game.phase == PLACE and game.turn == seat:
        place_priors(game, style, path)
    elif game.phase == CLIMB and game.turn == seat:
        climb_priors(game, style, path)
    elif game.phase == VOTE and game.vote[seat] == NOT_VOTED:
        vote_priors(game, style, path, seat)
        for card in range(3):  # a search stores votes by seat and card; an action is a card
            path.prior[FIRST_VOTE + card] = path.prior[3 * seat + card]
            path.prior[3 * seat + card] = 0.0
    elif game.phase == AMBITION and game.kept[player] == NO_AMBITION:
        path.prior[FIRST_KEEP] = 0.5
        path.prior[FIRST_KEEP + 1] = 0.5


def add_playouts(
    games: Any, index: int, spare: Any, style: Style, path: SearchPath, number: int
) -> None:
    """Play the round out `number` times in a spare game, and write the mean chances of winning."""
    for seat in range(games[index].seats):
        path.sum[seat] = 0.0
    for _ in range(number):
        begin_again(spare, 0, games, index)
        play_quickly(spare[0], style)
        evaluate(spare[0], style, path)
        for seat in range(games[index].seats):
            path.sum[seat] += path.value[seat] / number
