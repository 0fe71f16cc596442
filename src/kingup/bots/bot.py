"""The interfaces of bots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from kingup.rules.errors import KingUpError
from kingup.view import View

MOST_SECONDS = 3600.0
"""The most seconds that any bot may think about a decision."""


class BotError(KingUpError):
    """A bot that does not exist, or cannot play as requested."""


class Bot(Protocol):
    """A player that is not a person.

    It knows nothing but the views it is given. With the same seed, budget of simulations and
    sequence of views it chooses the same actions.
    """

    def choose(self, view: View) -> str:
        """Return one of `view.actions`; the game must be waiting for the viewer."""


class BatchAdvisor(Protocol):
    """Evaluates the views of many bots in one batch; each result is independent of the others."""

    def advise(self, views: Sequence[View]) -> Sequence[Any]:
        """Return advice for every view."""


@runtime_checkable
class AdvisedBot(Bot, Protocol):
    """A bot that uses an advisor, which it may share with other bots.

    `choose` is the same as asking the advisor about one view and deciding by its advice. A caller
    with many such bots waiting, such as the arena, asks about all of them in one batch.
    """

    advisor: BatchAdvisor

    def decide(self, view: View, advice: Any) -> str:
        """Return one of `view.actions`, given the advisor's advice for this view."""


def answers_at_once(bot: Bot) -> bool:
    """Return whether a bot declares that it answers without delay."""
    return bool(getattr(bot, "at_once", False))


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a bot may think about a decision: a number of simulations, or seconds."""

    simulations: int | None = None
    seconds: float | None = None
