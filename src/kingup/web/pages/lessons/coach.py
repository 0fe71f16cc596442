"""What the coach says in a lesson, with every name and number filled in."""

from __future__ import annotations

from dataclasses import dataclass

from kingup.language import _, sentence_of
from kingup.lessons import LessonProgress, Reply
from kingup.rules.constants import (
    KING_POINTS,
    ROUNDS,
    START_SCORE,
    THIRD_ROUND_ZERO,
    TOP_FLOOR,
)
from kingup.rules.errors import KingUpError
from kingup.telling.words import capital, name_of
from kingup.telling.worth import signed, worth
from kingup.view import View


@dataclass(frozen=True, slots=True)
class Coach:
    """A step of a lesson, as it is read."""

    kind: str
    title: str
    text: str
    reply: str
    """What is said to what the learner has just done, where it did not move the lesson on."""
    number: int
    steps: int
    attempt: str
    """The action that the rules forbid and the lesson wants tried."""
    attempt_text: str
    points: str
    """The letters of the characters that the text is about, with blanks between them."""
    rule: str
    """The address of the paragraph that says more."""

    @property
    def aloud(self) -> str:
        """The step, for those who listen."""
        return f"{self.title}. {self.text}"


def coach(playing: LessonProgress, reply: str = "") -> Coach:
    """Return what the coach says now."""
    step, lesson = playing.step, playing.lesson
    values = _values(playing)
    attempt = step.accepts[0] if step.kind == "try" else ""
    return Coach(
        kind=step.kind,
        title=capital(_(step.title).format(**values)),
        text=capital(_(step.text).format(**values)),
        reply=reply,
        number=playing.number + 1,
        steps=len(lesson.steps),
        attempt=attempt,
        attempt_text=_("Try to move {name}").format(name=values[attempt]) if attempt else "",
        points=" ".join(step.points),
        rule=f"/rules/{lesson.edition}#{step.rule}",
    )


def spoken(playing: LessonProgress, reply: Reply) -> str:
    """Return what is answered to the learner; nothing where the lesson simply goes on."""
    if isinstance(reply.cause, KingUpError):
        return sentence_of(reply.cause)
    return capital(_(reply.text).format(**_values(playing))) if reply.text else ""


def _values(playing: LessonProgress) -> dict[str, object]:
    """Return what the texts of lessons may name: characters by letter, people, numbers."""
    view, lesson = playing.view, playing.lesson
    crowned = view.rounds[-1].crownings
    return {
        **_names(view),
        "one": lesson.others[0],
        "two": lesson.others[1],
        "king": KING_POINTS,
        "top": TOP_FLOOR,
        "limit": playing.table.setting.setup.limit,
        "rounds": ROUNDS,
        "zero": THIRD_ROUND_ZERO,
        "start": START_SCORE,
        "minus": signed(worth("dungeon-3")),
        "left": view.own.no_cards if view.own else 0,
        "points": crowned[-1].points[0] if crowned else 0,
        "score": view.scores[0],
    }


def _names(view: View) -> dict[str, object]:
    return {letter: name_of(view, letter) for letter in view.castle}
