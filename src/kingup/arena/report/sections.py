"""What the chapters of the report consist of; the templates turn it into HTML."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup


@dataclass(frozen=True, slots=True)
class NumberTable:
    """The numbers behind a plot."""

    headings: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class ReportPanel:
    """A framed plot with its title."""

    title: str
    plot: Markup
    numbers: NumberTable | None = None
    note: str | None = None


@dataclass(frozen=True, slots=True)
class ReportChapter:
    """A heading, an introduction, and panels side by side."""

    title: str
    intro: str
    panels: Sequence[ReportPanel]
