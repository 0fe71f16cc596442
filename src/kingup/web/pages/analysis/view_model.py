"""What the page of an analysis shows.

The figures and tables are those of the report (`analysis/report`). Imported late by the routes:
the analysis needs packages that a server without one need not load.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kingup.analysis import Analysis
from kingup.analysis.report import chapters, words
from kingup.analysis.report.sections import AnalysisChapter, AnalysisHighlight
from kingup.language import _
from kingup.tables import Table
from kingup.web.pages.analysis.moment import (
    MomentPanel,
    marks_of,
    moment_panel,
    moments_in_words,
)

LinkTo = Callable[[str, int | None], str]
"""Returns the address of a moment, as a seat saw it or with all cards open."""


@dataclass(frozen=True, slots=True)
class AnalysisPage:
    """A finished analysis."""

    base: str
    """The address before /analysis and /retry."""
    played: str
    verdict: str
    highlights: tuple[AnalysisHighlight, ...]
    chapters: tuple[AnalysisChapter, ...]
    """Those before the moment."""
    more: tuple[AnalysisChapter, ...]
    """Those after it."""
    moment: MomentPanel
    moments: tuple[tuple[str, str], ...]
    """All moments: names and words."""
    observers: tuple[tuple[str, str], ...]
    """Whose beliefs can be shown: numbers and names."""
    names: frozenset[str]
    """The names of all moments, to make links of them."""
    link_to: LinkTo


def analysis_page(
    analysis: Analysis, table: Table, at: str | None, observer: str, base: str, link_to: LinkTo
) -> AnalysisPage:
    """Return the page; `at` is the moment to show, by default the first turning point."""
    marks = marks_of(table)
    players = chapters.players(analysis)
    moments = analysis.beliefs.moments
    if at not in moments:
        at = analysis.turning_points[0].moment if analysis.turning_points else moments[-1]
    return AnalysisPage(
        base=base,
        played=words.edition_of(analysis),
        verdict=words.verdict_of(analysis),
        highlights=tuple(chapters.highlights(analysis)),
        chapters=(players, chapters.chances(analysis, marks)),
        more=(
            chapters.decisions(analysis),
            chapters.votes(analysis),
            chapters.secrets(analysis),
            chapters.method(analysis),
        ),
        moment=moment_panel(analysis, table, at, observer, is_open=True),
        moments=moments_in_words(table),
        observers=observers_of(analysis),
        names=frozenset(moments),
        link_to=link_to,
    )


def observers_of(analysis: Analysis) -> tuple[tuple[str, str], ...]:
    """Return whose beliefs can be shown: the public's, and every seat's."""
    names = words.seat_names(analysis)
    return (("public", _("The public")), *((str(i), name) for i, name in enumerate(names, 1)))
