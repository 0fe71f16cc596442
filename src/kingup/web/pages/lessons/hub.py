"""Where learning begins: lessons and how far they are, rules, the summary."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kingup.language import _, ngettext
from kingup.lessons import LESSONS, LessonProgress
from kingup.rules.characters import EDITIONS, TITLES


@dataclass(frozen=True, slots=True)
class Offer:
    """A lesson that can be begun, or gone on with."""

    address: str
    edition: str
    letter: str
    """Whose portrait it bears."""
    title: str
    about: str
    length: str
    state: str
    """How far it is, in words; nothing where it has not begun."""
    verb: str
    begun: bool


@dataclass(frozen=True, slots=True)
class RulesLink:
    """The rules of an edition."""

    address: str
    edition: str
    title: str


@dataclass(frozen=True, slots=True)
class Hub:
    """What the page about learning shows."""

    lessons: tuple[Offer, ...]
    books: tuple[RulesLink, ...]


PORTRAITS = {"kingup": "E", "vive-le-roi": "X"}


def hub(lessons: Mapping[str, LessonProgress]) -> Hub:
    """Return the page for somebody who has come so far in each lesson."""
    return Hub(
        tuple(_offer(lessons[id_]) for id_ in LESSONS),
        tuple(
            RulesLink(f"/rules/{edition}", edition, title)
            for edition, title in zip(EDITIONS, TITLES, strict=True)
        ),
    )


def _offer(playing: LessonProgress) -> Offer:
    lesson = playing.lesson
    if playing.is_done:
        state, verb = _("Done"), _("Watch it again")
    elif playing.number:
        state = _("Step {number} of {steps}").format(
            number=playing.number + 1, steps=len(lesson.steps)
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
        begun=bool(playing.number),
    )
