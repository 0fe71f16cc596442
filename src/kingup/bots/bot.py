"""What a bot is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from kingup.rules.errors import KingUpError
from kingup.view import View

MOST_SECONDS = 3600.0
"""The longest that any bot may think about a decision."""


class BotError(KingUpError):
    """A bot that does not exist, or cannot play as asked."""


class Bot(Protocol):
    """A player that is not a person.

    It knows nothing but the views it is given. For the same seed, budget of simulations and
    sequence of views it chooses the same actions.
    """

    def choose(self, view: View) -> str:
        """Return one of `view.actions`; the game waits for the viewer."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a bot may think about a decision: a number of simulations, or seconds."""

    simulations: int | None = None
    seconds: float | None = None
