"""The learning page: the lessons with the visitor's progress, and the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kingup.language import _, ngettext
from kingup.lessons import LESSONS, LessonProgress
from kingup.rules.characters import EDITIONS, TITLES


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


@dataclass(frozen=True, slots=True)
class RulesLink:
    """A link to the rules of an edition."""

    address: str
    edition: str
    title: str


@dataclass(frozen=True, slots=True)
class Hub:
    """The learning page."""

    lessons: tuple[Offer, ...]
    books: tuple[RulesLink, ...]


PORTRAITS = {"kingup": "E", "vive-le-roi": "X"}


def hub(lessons: Mapping[str, LessonProgress]) -> Hub:
    """Return the learning page for a visitor's progress in each lesson."""
    return Hub(
        tuple(_offer(lessons[id_]) for id_ in LESSONS),
        tuple(
            RulesLink(f"/rules/{edition}", edition, title)
            for edition, title in zip(EDITIONS, TITLES, strict=True)
        ),
    )


def _offer(progress: LessonProgress) -> Offer:
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
