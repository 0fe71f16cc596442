"""The parts of a lesson. Texts are marked for translation here and filled in where shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from kingup.rules.characters import Edition
from kingup.rules.deals import Deal

Kind = Literal["read", "do", "try", "end"]
"""Read and go on; do something; try something that the rules forbid; the end."""

LEARNER = 0
"""The learner's player number."""


@dataclass(frozen=True, slots=True)
class Turn:
    """Another player's turn: the first of these actions that the rules allow."""

    player: int
    wishes: tuple[str, ...]


def turns(script: str) -> tuple[Turn, ...]:
    """Return the turns in a script such as ``1:I4 2:A3|A2``."""
    parts = (part.split(":") for part in script.split())
    return tuple(Turn(int(player), tuple(wishes.split("|"))) for player, wishes in parts)


@dataclass(frozen=True, slots=True)
class LessonStep:
    """A step: a text, the actions that complete it, and what the others do next."""

    id: str
    kind: Kind
    title: str
    text: str
    accepts: tuple[str, ...] = ()
    """The actions that complete the step; in a "try" step, attempting a forbidden one does."""
    other: str = ""
    """The reply to any other legal action."""
    hints: Mapping[str, str] = field(default_factory=dict)
    """Replies to particular actions instead, by the action or its first letter."""
    then: tuple[Turn, ...] = ()
    """The others' turns afterwards."""
    points: str = ""
    """The letters of the characters that the text is about."""
    rule: str = ""
    """The section of the rules that says more."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A game from a fixed deal, told in steps."""

    id: str
    edition: Edition
    title: str
    about: str
    minutes: int
    others: tuple[str, ...]
    """The names of the other players."""
    deal: Deal
    before: tuple[Turn, ...]
    """The turns before the learner's first step."""
    steps: tuple[LessonStep, ...]
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reply:
    """The reply to a learner's action. Without a text the lesson simply goes on."""

    moves_on: bool
    text: str = ""
    cause: Exception | None = None
    """The rules' error, if they forbid the action."""
