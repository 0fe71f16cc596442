"""Pictures in the rules: positions of real games, drawn by the game's own board."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from kingup.language import current_language
from kingup.lessons import LESSONS, Lesson, LessonProgress
from kingup.rules.cards import BANISHED, FAVOURITES
from kingup.rules.characters import Edition
from kingup.rules.constants import VIVE_LE_ROI
from kingup.web.pages.common.view_context import ViewContext
from kingup.web.pages.lessons.lesson import lesson_context
from kingup.web.pages.table.castle import castle_classes, marks, tokens, worths
from kingup.web.pages.table.scene import MarkPiece, TokenPiece


@dataclass(frozen=True, slots=True)
class Castle:
    """A castle that is only looked at."""

    cls: str
    tokens: tuple[tuple[TokenPiece, MarkPiece], ...]
    blocked: tuple[int, ...]
    """Full floors that keep somebody below from climbing."""


@dataclass(frozen=True, slots=True)
class RuleFigure:
    """A castle, or the characters of a favourites card of which one may not count."""

    edition: Edition
    castle: Castle | None
    card: str = ""
    banished: str = ""

    @property
    def numbers(self) -> dict[str, int]:
        """What a caption may say of this position: the highest full floor, and the one below."""
        blocked = self.castle.blocked if self.castle else ()
        return {"full": max(blocked), "below": max(blocked) - 1} if blocked else {}


_FIRST, _SECOND = LESSONS["1"], LESSONS["2"]
_POSITIONS: dict[tuple[str, str], tuple[Lesson, str]] = {
    ("kingup", "start"): (_FIRST, "castle"),
    ("kingup", "full"): (_FIRST, "try"),
    ("kingup", "vote"): (_FIRST, "no"),
    ("kingup", "crowned"): (_FIRST, "score"),
    ("vive-le-roi", "privy"): (_SECOND, "stuck"),
    ("vive-le-roi", "dungeon"): (_SECOND, "dungeon"),
    ("vive-le-roi", "jester"): (_SECOND, "bellyache"),
    ("vive-le-roi", "crowned"): (_SECOND, "score"),
    ("vive-le-roi", "wedding"): (replace(_SECOND, options=("wedding",)), "score"),
}
"""The steps of lessons at which the pictures are taken, by edition and name."""


def figure(name: str, edition: Edition) -> RuleFigure:
    """Return a picture by its name."""
    if name == "banished":
        card = FAVOURITES[VIVE_LE_ROI].index(_SECOND.deal.favourites[0])
        return RuleFigure(edition, None, FAVOURITES[VIVE_LE_ROI][card], BANISHED[card])
    return _drawn(name, edition, current_language())


@cache
def _drawn(name: str, edition: Edition, language: str) -> RuleFigure:
    """Return a castle. Labels are in a language, so each has its own."""
    lesson, step = _POSITIONS[edition, name]
    playing = LessonProgress(lesson)
    while playing.step.id != step:
        playing.show()
    return RuleFigure(edition, castle_of(lesson_context(playing)))


def castle_of(context: ViewContext) -> Castle:
    """Return a table's castle as its viewer sees it."""
    standing = tuple(zip(tokens(context.public), marks(context, worths(context)), strict=True))
    return Castle(castle_classes(context), standing, context.blocked_floors)
