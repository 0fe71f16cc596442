"""Any position of a recorded game, as it was shown: rounds end before the next deal."""

from __future__ import annotations

from itertools import islice

from kingup.game import Game
from kingup.moments import find_moment


def position(game: Game, at: int | str | None) -> Game:
    """Return a new game as it stood at a moment (`find_moment`).

    After the last vote of a round, that is the end of the round, before the next deal: unlike
    `Game.at`, this is for looking, not for playing on.
    """
    return next(islice(game.positions(), find_moment(game, at), None))[1]
