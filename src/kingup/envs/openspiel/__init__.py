"""OpenSpiel: the game `python_kingup`. Needs `kingup[openspiel]`.

>>> import pyspiel
>>> import kingup.envs.openspiel
>>> game = pyspiel.load_game("python_kingup(edition=vive-le-roi,seats=4,options=ambition)")
>>> game.num_players()
4
"""

from kingup.envs.openspiel.game import KingUpGame, KingUpState

__all__ = ["KingUpGame", "KingUpState"]
