"""Bots for the arena's tests: quick, of known strength, or made to fail."""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from kingup.arena.entrants import Entrant
from kingup.arena.plan import Plan, make_plan
from kingup.bots.bot import Bot
from kingup.rules.errors import KingUpError
from kingup.view import View


class Dice:
    """Chooses any action."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def choose(self, view: View) -> str:
        return self._random.choice(view.actions)


class Yesman(Dice):
    """Moves characters that are not its favourites, and always votes Yes."""

    def choose(self, view: View) -> str:
        assert view.own is not None
        if view.phase == "vote":
            return "Y"
        mine = set("".join(view.own.favourites))
        others = [action for action in view.actions if action[0] not in mine]
        return self._random.choice(others or view.actions)


class Crash(Dice):
    """Raises an exception at its fifth decision."""

    left = 5

    def choose(self, view: View) -> str:
        self.left -= 1
        if not self.left:
            raise ZeroDivisionError("no reason\nin two lines \ud800 \x1b[31m")
        return super().choose(view)


class Told(Dice):
    """Fails with a sentence, after writing to its error output."""

    def choose(self, view: View) -> str:
        error = KingUpError("“{bot}” is silent.", bot="told")
        error.last_words = "Traceback"  # type: ignore[attr-defined]
        raise error


class Illegal(Dice):
    def choose(self, view: View) -> str:
        return "Z9"


class Mute(Dice):
    def choose(self, view: View) -> Any:
        return None


class Stillborn(Dice):
    def __init__(self, seed: int) -> None:
        raise OSError("no such program")


class Clinging(Dice):
    """Plays on, but fails when it is closed."""

    def close(self) -> None:
        raise RuntimeError("never")


class Death(Dice):
    """Ends the process in which it runs."""

    def choose(self, view: View) -> str:
        os._exit(3)


KINDS: dict[str, type[Dice]] = {
    kind.__name__.lower(): kind
    for kind in (Dice, Yesman, Crash, Told, Illegal, Mute, Stillborn, Clinging, Death)
}


@dataclass(frozen=True, slots=True)
class TestEntrant(Entrant):
    """An entrant that makes one of these bots."""

    __test__ = False

    def make(self, seed: int, seconds: float) -> Bot:
        if self.spec in KINDS:
            return KINDS[self.spec](seed)
        return Entrant.make(self, seed, seconds)


def plan_of(bots: Sequence[str], **wanted: Any) -> Plan:
    """Return a plan for bots by name: these bots, or those of the package."""
    plan = make_plan(["page"] * len(bots), **wanted)
    made = [TestEntrant(bot, f"{bot} {i}", False) for i, bot in enumerate(bots)]
    return replace(plan, entrants=tuple(made))
