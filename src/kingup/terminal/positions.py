"""Any position of a recorded game, as it was shown: rounds end before the next deal."""

from __future__ import annotations

from kingup.game import Game
from kingup.rules.errors import InvalidAction, sentence


def position(game: Game, at: int) -> Game:
    """Return a new game as it stood after a number of moves; 0 is after the first deal.

    After the last vote of a round, that is the end of the round, before the next deal: unlike
    `Game.at`, this is for looking, not for playing on.
    """
    for number, again in game.positions():
        if number == at:
            return again
    raise InvalidAction(
        sentence("There is no move {number}: this record goes from 0 to {last}."),
        number=at,
        last=game.move_count,
    )
