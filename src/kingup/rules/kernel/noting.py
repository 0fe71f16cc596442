"""The public history of a round, recorded as it happens, for beliefs and observations.

Votes are recorded when all are revealed, so a history never holds a secret.
"""

from kingup.rules.constants import CLIMB, DEAL, EMISSARY, FIRST_VOTE, PLACE, VOTE, YES
from kingup.rules.kernel.playouts import draw
from kingup.rules.kernel.turns import play
from kingup.rules.state import History, State


def note(history: History, seat: int, action: int) -> None:
    """Add one public action."""
    history.seat[history.size] = seat
    history.action[history.size] = action
    history.size += 1


def play_noted(game: State, history: History, player: int, action: int) -> None:
    """Perform a legal action, and record what it reveals to everybody."""
    phase = game.phase
    play(game, player, action)
    if phase == PLACE or phase == CLIMB:
        note(history, game.seat_of[player], action)
    elif phase == VOTE and game.votes_in == game.seats:
        for seat in range(game.seats):
            note(history, seat, FIRST_VOTE + game.vote[seat] - YES)
        if game.emissary:
            note(history, EMISSARY, FIRST_VOTE + game.emissary_vote - YES)


def draw_noted(game: State, history: History) -> None:
    """Give the rules the cards they wait for; a new round begins a new history."""
    if game.phase == DEAL:
        history.size = 0
    draw(game)
