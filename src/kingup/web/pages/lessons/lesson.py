"""A lesson as a page: the game's own table, with the coach where the prompt would be."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from msgspec.structs import replace

from kingup.language import _
from kingup.lessons import LessonProgress
from kingup.lessons.lesson import LEARNER
from kingup.lessons.progress import PERSON
from kingup.tables.table import Table
from kingup.web.pages.common.public_log import public_log
from kingup.web.pages.common.view_context import SPECTATOR, ViewContext, Viewer
from kingup.web.pages.lessons.coach import coach
from kingup.web.pages.table.beats import beats, waiting
from kingup.web.pages.table.game_frame import game_frame
from kingup.web.pages.table.scene import Board, Own, Scene, difference
from kingup.web.pages.table.scene_building import board, own


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


def lesson_scene(progress: LessonProgress, reply: str = "") -> Scene:
    """Return what a lesson's page shows."""
    context = lesson_context(progress)
    shown = _board(context.public, ended=progress.is_done)
    said = coach(progress, reply)
    return Scene(shown, replace(own(context, shown), you_act="1", tips=(), coach=said))


def lesson_page(progress: LessonProgress, reply: str = "") -> dict[str, Any]:
    """Return the template context of a lesson."""
    context, scene = lesson_context(progress), lesson_scene(progress, reply)
    return {
        **game_frame(context),
        "lesson": progress.lesson,
        "action": f"/learn/{progress.lesson.id}",
        "title": lesson_title(progress),
        "steps": len(progress.lesson.steps),
        "limit": context.setup.limit,
        "scene": scene,
        "board": scene.board,
        "own": scene.own,
    }


def lesson_title(progress: LessonProgress) -> str:
    """Return what the window is called."""
    return f"{coach(progress).title} – {_(progress.lesson.title)}"


def lesson_message(progress: LessonProgress, before: int, reply: str) -> dict[str, Any]:
    """Return what the page is sent after a step that began after event `before`."""
    after, table = lesson_scene(progress, reply), progress.table
    message: dict[str, Any] = {"number": table.number, "title": lesson_title(progress)}
    coaching = after.own.coach
    aloud = [reply or f"{coaching.title}. {coaching.text}"]
    if before > table.number:  # a step back
        return {**message, "scene": after, "beats": [{"cue": None, "said": aloud}]}
    played = _played(progress, before, after)
    played.append({"cue": None, "own": after.own, "said": aloud})
    return {**message, "beats": played}


def _played(progress: LessonProgress, before: int, after: Scene) -> list[dict[str, Any]]:
    """Return the beats of all events of a step, as everybody sees them."""
    events, played = progress.table.numbered, []
    table = Table.of(events[:before])
    last = _board(ViewContext(table, SPECTATOR, frozenset({PERSON})))
    idle: Own = waiting(after.own)
    for numbered in events[before:]:
        table.apply(numbered)
        public = ViewContext(table.copy(), SPECTATOR, frozenset({PERSON}))
        shown = after.board if table.number == len(events) else _board(public)
        for beat in beats(last, shown, public, public_log(public.table, table.number - 1)):
            played.append(
                {
                    "cue": beat.cue,
                    "board": difference(last, beat.board),
                    "own": {"asks": idle.asks, "choices": (), "targets": (), "cards": ()},
                    "said": beat.said,
                }
            )
            last = beat.board
    if last != after.board:
        played.append({"cue": None, "board": difference(last, after.board)})
    return played


def _board(public: ViewContext, *, ended: bool = False) -> Board:
    shown = board(public)
    shown = replace(shown, cls=f"{shown.cls} lesson")
    if ended:  # the last words take the score sheet's place
        return replace(shown, scoring=replace(shown.scoring, shown=False), cloth=False)
    return shown
