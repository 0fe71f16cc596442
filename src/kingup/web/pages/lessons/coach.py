"""The coach's text in a lesson, with names and numbers filled in."""

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
    """A step of a lesson, as the page shows it."""

    kind: str
    title: str
    text: str
    reply: str
    """The reply to an action that did not complete the step; empty if there is none."""
    number: int
    steps: int
    attempt: str
    """An illegal action that the lesson asks the learner to try."""
    attempt_text: str
    points: str
    """The letters of the characters that the text is about, separated by spaces."""
    rule: str
    """The address of the rule that explains more."""

    @property
    def aloud(self) -> str:
        """The step as one text, for screen readers."""
        return f"{self.title}. {self.text}"


def coach(progress: LessonProgress, reply: str = "") -> Coach:
    """Return the current step."""
    step, lesson = progress.step, progress.lesson
    values = _values(progress)
    attempt = step.accepts[0] if step.kind == "try" else ""
    return Coach(
        kind=step.kind,
        title=capital(_(step.title).format(**values)),
        text=capital(_(step.text).format(**values)),
        reply=reply,
        number=progress.number + 1,
        steps=len(lesson.steps),
        attempt=attempt,
        attempt_text=_("Try to move {name}").format(name=values[attempt]) if attempt else "",
        points=" ".join(step.points),
        rule=f"/rules/{lesson.edition}#{step.rule}",
    )


def reply_text(progress: LessonProgress, reply: Reply) -> str:
    """Return the reply to the learner; empty if the lesson simply goes on."""
    if isinstance(reply.cause, KingUpError):
        return sentence_of(reply.cause)
    return capital(_(reply.text).format(**_values(progress))) if reply.text else ""


def _values(progress: LessonProgress) -> dict[str, object]:
    """Return the values for the placeholders in lesson texts: characters, people, numbers."""
    view, lesson = progress.view, progress.lesson
    crowned = view.rounds[-1].crownings
    return {
        **_names(view),
        "one": lesson.others[0],
        "two": lesson.others[1],
        "king": KING_POINTS,
        "top": TOP_FLOOR,
        "limit": progress.table.setting.setup.limit,
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
