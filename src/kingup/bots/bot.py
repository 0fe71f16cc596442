"""What a bot is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

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


class Council(Protocol):
    """Thinks for many bots at once; what it finds for one does not depend on the others."""

    def consider(self, views: Sequence[View]) -> Sequence[Any]:
        """Return advice about every view."""


@runtime_checkable
class Counselled(Bot, Protocol):
    """A bot that leaves its thinking to a council, which it may share with others.

    `choose` does the same as asking the council about one view and deciding by its advice. Who
    has many such bots waiting, as the arena has, asks for all of them together.
    """

    council: Council

    def decide(self, view: View, advice: Any) -> str:
        """Return one of `view.actions`, by what the council found for this view."""


def answers_at_once(bot: Bot) -> bool:
    """Return whether nobody has to wait for a bot: it says so itself."""
    return bool(getattr(bot, "at_once", False))


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a bot may think about a decision: a number of simulations, or seconds."""

    simulations: int | None = None
    seconds: float | None = None
