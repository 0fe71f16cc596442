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
from kingup.web.pages.table.screen_reader import told
from kingup.web.pages.table.seats import seats


@dataclass(frozen=True)
class LessonLook(ViewContext):
    """A look at a lesson's table: while there is something to read, nothing can be done."""

    reading: bool = False

    @cached_property
    def actions(self) -> tuple[str, ...]:
        """What the learner may do now."""
        return () if self.reading else self.view.actions


def look_at(playing: LessonProgress) -> LessonLook:
    """Return a look at a lesson through the learner's eyes."""
    looker = Viewer(PERSON, LEARNER, "table", (LEARNER,))
    reading = playing.step.kind in ("read", "end")
    return LessonLook(playing.table, looker, frozenset({PERSON}), reading=reading)


def lesson_page(playing: LessonProgress, reply: str = "") -> dict[str, Any]:
    """Return all that the templates of a lesson need."""
    look = look_at(playing)
    asked = panel(look)
    scored = None if playing.is_done else scoring(look)
    return {
        "lesson": playing.lesson,
        "step": playing.number,
        "action": f"/learn/{playing.lesson.id}",
        "title": f"{coach(playing).title} – {_(playing.lesson.title)}",
        "coach": coach(playing, reply),
        "page": "table",
        "edition": playing.lesson.edition,
        "limit": look.setup.limit,
        "phase": "deal" if look.between_rounds else look.view.phase,
        "you_act": True,
        "number": playing.table.number,
        "floors": [_(floor) for floor in FLOORS],
        "castle": castle(look),
        "seats": seats(look),
        "panel": asked,
        "hand": hand(look),
        "scoring": scored,
    }


def told_since(playing: LessonProgress, after: int) -> list[str]:
    """Return what has happened after an event, and what the coach says to it."""
    return [*told(look_at(playing), after), coach(playing).aloud]
