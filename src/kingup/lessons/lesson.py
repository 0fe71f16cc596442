"""What a lesson is made of. Its texts are marked for translation, and filled in where shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from kingup.rules.characters import Edition
from kingup.rules.deals import Deal

Kind = Literal["read", "do", "try", "end"]
"""Read and go on; do something; try something that the rules forbid; the end."""

LEARNER = 0
"""The player who learns."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What somebody else does: the first of these actions that the rules allow."""

    player: int
    wishes: tuple[str, ...]


def turns(script: str) -> tuple[Turn, ...]:
    """Return the turns that a line describes, as in ``1:I4 2:A3|A2``."""
    parts = (part.split(":") for part in script.split())
    return tuple(Turn(int(player), tuple(wishes.split("|"))) for player, wishes in parts)


@dataclass(frozen=True, slots=True)
class LessonStep:
    """A sentence, what moves the lesson on, and what happens then."""

    id: str
    kind: Kind
    title: str
    text: str
    accepts: tuple[str, ...] = ()
    """The actions that move the lesson on; where the rules forbid them, trying does."""
    other: str = ""
    """What is answered to anything else that the rules allow."""
    hints: Mapping[str, str] = field(default_factory=dict)
    """What is answered to some actions instead: by the action, or by its first letter."""
    then: tuple[Turn, ...] = ()
    """What the others do afterwards."""
    points: str = ""
    """The letters of the characters that the sentence is about."""
    rule: str = ""
    """The paragraph of the rules that says more."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A game from a fixed deal, told in steps."""

    id: str
    edition: Edition
    title: str
    about: str
    minutes: int
    others: tuple[str, ...]
    """The names of those who play along."""
    deal: Deal
    before: tuple[Turn, ...]
    """What has happened when the learner sits down."""
    steps: tuple[LessonStep, ...]
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reply:
    """What a lesson says to something the learner did. Without a text it simply goes on."""

    moves_on: bool
    text: str = ""
    cause: Exception | None = None
    """Why the rules forbid it, where they do."""
