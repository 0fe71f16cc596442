"""The learning page: the lessons with the visitor's progress."""

from __future__ import annotations

from dataclasses import dataclass

from kingup.language import _, ngettext
from kingup.lessons import LessonProgress


@dataclass(frozen=True, slots=True)
class Offer:
    """A lesson to start or continue."""

    address: str
    edition: str
    letter: str
    """The character whose portrait is shown."""
    title: str
    about: str
    length: str
    state: str
    """The progress in words; empty before the start."""
    verb: str
    begun: bool


PORTRAITS = {"kingup": "E", "vive-le-roi": "X"}


def offer(progress: LessonProgress) -> Offer:
    """Return a lesson as the learning page offers it to a visitor."""
    lesson = progress.lesson
    if progress.is_done:
        state, verb = _("Done"), _("Watch it again")
    elif progress.number:
        state = _("Step {number} of {steps}").format(
            number=progress.number + 1, steps=len(lesson.steps)
        )
        verb = _("Resume")
    else:
        state, verb = "", _("Begin")
    length = ngettext("about {number} minute", "about {number} minutes", lesson.minutes)
    return Offer(
        address=f"/learn/{lesson.id}",
        edition=lesson.edition,
        letter=PORTRAITS[lesson.edition],
        title=_(lesson.title),
        about=_(lesson.about),
        length=length.format(number=lesson.minutes),
        state=state,
        verb=verb,
        begun=bool(progress.number),
    )
