"""A lesson as a page: the game's own table, with the coach where the prompt would be."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from kingup.language import _
from kingup.lessons import LessonProgress
from kingup.lessons.lesson import LEARNER
from kingup.lessons.progress import PERSON
from kingup.telling.words import FLOORS
from kingup.web.pages.common.view_context import ViewContext, Viewer
from kingup.web.pages.lessons.coach import coach
from kingup.web.pages.table.castle import castle
from kingup.web.pages.table.hand import hand
from kingup.web.pages.table.panel import panel
from kingup.web.pages.table.scoring import scoring
from kingup.web.pages.table.screen_reader import announcements
from kingup.web.pages.table.seats import seats


@dataclass(frozen=True)
class LessonContext(ViewContext):
    """The context of a lesson's table: while there is something to read, no action is offered."""

    reading: bool = False

    @cached_property
    def actions(self) -> tuple[str, ...]:
        """The learner's actions; none while there is something to read."""
        return () if self.reading else self.view.actions


def lesson_context(progress: LessonProgress) -> LessonContext:
    """Return a lesson's table as the learner sees it."""
    viewer = Viewer(PERSON, LEARNER, "table", (LEARNER,))
    reading = progress.step.kind in ("read", "end")
    return LessonContext(progress.table, viewer, frozenset({PERSON}), reading=reading)


def lesson_page(progress: LessonProgress, reply: str = "") -> dict[str, Any]:
    """Return the template context of a lesson."""
    context = lesson_context(progress)
    question = panel(context)
    score = None if progress.is_done else scoring(context)
    return {
        "lesson": progress.lesson,
        "step": progress.number,
        "action": f"/learn/{progress.lesson.id}",
        "title": f"{coach(progress).title} – {_(progress.lesson.title)}",
        "coach": coach(progress, reply),
        "page": "table",
        "edition": progress.lesson.edition,
        "limit": context.setup.limit,
        "phase": "deal" if context.between_rounds else context.view.phase,
        "you_act": True,
        "number": progress.table.number,
        "floors": [_(floor) for floor in FLOORS],
        "castle": castle(context),
        "seats": seats(context),
        "panel": question,
        "hand": hand(context),
        "scoring": score,
    }


def announcements_since(progress: LessonProgress, after: int) -> list[str]:
    """Return what happened after an event and the coach's text, for screen readers."""
    return [*announcements(lesson_context(progress), after), coach(progress).aloud]
