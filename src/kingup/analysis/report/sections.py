"""What the chapters of an analysis consist of; the template turns it into HTML."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup


@dataclass(frozen=True, slots=True)
class Numbers:
    """A table: of the numbers behind a plot, or by itself."""

    caption: str
    headings: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class AnalysisPanel:
    """A framed plot or table with its title."""

    title: str
    plot: Markup | None = None
    numbers: Numbers | None = None
    note: str | None = None
    is_wide: bool = False
    is_folded: bool = False
    """Whether a long table is shown only when it is opened."""


@dataclass(frozen=True, slots=True)
class AnalysisChapter:
    """A heading, an introduction, and panels."""

    title: str
    intro: str
    panels: Sequence[AnalysisPanel]


@dataclass(frozen=True, slots=True)
class AnalysisHighlight:
    """Something worth telling: a title, a sentence, when it happened, and who did it."""

    title: str
    text: str
    moment: str | None = None
    seat: int | None = None
