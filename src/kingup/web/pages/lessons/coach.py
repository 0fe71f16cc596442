"""The coach's text in a lesson, with names and numbers filled in."""

from __future__ import annotations

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
from kingup.web.pages.table.scene import CoachPiece


def coach(progress: LessonProgress, reply: str = "") -> CoachPiece:
    """Return the current step, as the page shows it."""
    step, lesson = progress.step, progress.lesson
    values = _values(progress)
    attempt = step.accepts[0] if step.kind == "try" else ""
    number, steps = progress.number + 1, len(lesson.steps)
    return CoachPiece(
        kind=step.kind,
        title=capital(_(step.title).format(**values)),
        text=capital(_(step.text).format(**values)),
        reply=reply,
        step=str(progress.number),
        number=str(number),
        progress=_("Step {number} of {steps}").format(number=number, steps=steps),
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
        **{letter: name_of(view, letter) for letter in view.castle},
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
