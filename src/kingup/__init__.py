"""King Up! and Vive le Roi: the complete rules of both editions.

>>> import kingup
>>> game = kingup.Game("kingup", seats=4, seed=1)
>>> game.play(game.to_act[0], "A3")
>>> game.castle["A"]
'3'

A game is played through `Game`, and a player knows what `Game.view` returns. `kingup.svg` draws,
`kingup.notation` writes and reads, `kingup.bots` plays, `kingup.envs` trains.
"""

from kingup.game import Game
from kingup.history import Climbed, Crowning, Placed, Round, Voted
from kingup.rules.actions import Action, Climb, Keep, Place, Vote
from kingup.rules.constants import RULES_VERSION
from kingup.rules.deals import Deal, Dealer, RandomDealer, SimulationDealer
from kingup.rules.errors import (
    DealError,
    IllegalAction,
    InvalidAction,
    KingUpError,
    SetupError,
)
from kingup.rules.setup import OPTIONS, Setup
from kingup.shortcuts import analyse, beliefs, bot, think
from kingup.view import View

__version__ = "1.0.0"

__all__ = [
    "OPTIONS",
    "RULES_VERSION",
    "Action",
    "Climb",
    "Climbed",
    "Crowning",
    "Deal",
    "DealError",
    "Dealer",
    "Game",
    "IllegalAction",
    "InvalidAction",
    "Keep",
    "KingUpError",
    "Place",
    "Placed",
    "RandomDealer",
    "Round",
    "Setup",
    "SetupError",
    "SimulationDealer",
    "View",
    "Vote",
    "Voted",
    "__version__",
    "analyse",
    "beliefs",
    "bot",
    "think",
]
