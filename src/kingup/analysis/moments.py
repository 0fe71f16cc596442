"""The moments of a game that is analysed."""

from __future__ import annotations

from kingup.analysis.errors import AnalysisError
from kingup.game import Game
from kingup.moments import Moment, moments_of, moments_of_round

__all__ = ["Moment", "check_finished", "moments_of", "moments_of_round"]


def check_finished(game: Game) -> None:
    """Raise an error unless a game is over: what is secret during play stays secret."""
    if not game.is_over:
        raise AnalysisError(
            "Only a finished game can be analysed: this one is in round {round} of 3.",
            round=max(1, game.round),
        )
