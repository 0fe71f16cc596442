"""A person's statistics as a page: by edition, and month by month."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from babel.dates import format_date
from fastapi import APIRouter, Request
from starlette.responses import Response

from kingup.language import _, current_locale, ngettext
from kingup.people.statistics import EditionTotals, MonthTotals, PersonStatistics
from kingup.rules.characters import EDITIONS
from kingup.web.http.dependencies import document
from kingup.web.http.identity import person_of
from kingup.web.pages.common.labels import edition_title
from kingup.web.services import services_of

router = APIRouter()

MOST_MONTHS = 12
WIDTH, BOTTOM, TOP = 560, 150, 12
"""The chart's width, and where its bars stand and end."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A number with what it counts."""

    title: str
    value: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class EditionFigures:
    """The numbers of an edition."""

    edition: str
    title: str
    figures: tuple[Figure, ...]
    counted: str
    """Which games crownings and votes are from, if not from all."""
    analysed: str
    """Which games bluffs and secrets are from."""


@dataclass(frozen=True, slots=True)
class MonthRow:
    """A month: a row of the table, and a bar of the chart."""

    title: str
    short: str
    games: int
    wins: int
    points: tuple[str, ...]
    x: int
    width: int
    top: int
    wins_top: int


@dataclass(frozen=True, slots=True)
class StatisticsPage:
    """A person's statistics."""

    games: str
    editions: tuple[EditionFigures, ...]
    titles: tuple[str, ...]
    months: tuple[MonthRow, ...]
    bottom: int
    label: str
    more: bool
    """Whether more records can be read by opening the page again."""


@router.get("/me/statistics")
async def my_statistics(request: Request) -> Response:
    """Show what the person's finished games add up to."""
    services_of(request).limits.take("me", request)
    found = await services_of(request).statistician.of_person(person_of(request))
    return document(request, "me/statistics.html", page=statistics_page(found))


def statistics_page(found: PersonStatistics) -> StatisticsPage:
    """Return the page of a person's statistics."""
    latest = found.months[-MOST_MONTHS:]
    most = max((month.games for month in latest), default=1)
    return StatisticsPage(
        ngettext("{number} finished game", "{number} finished games", found.games).format(
            number=found.games
        ),
        tuple(_edition(totals) for totals in found.editions),
        tuple(edition_title(edition) for edition in EDITIONS),
        tuple(_month(month, i, len(latest), most) for i, month in enumerate(latest)),
        BOTTOM,
        _("Games and wins, month by month"),
        found.counted < min(found.games, found.limit),
    )


def _edition(totals: EditionTotals) -> EditionFigures:
    deeds = totals.deeds
    figures = [
        Figure(_("Games"), str(totals.games)),
        Figure(_("Wins"), str(totals.wins), _percent(totals.wins, totals.games)),
        Figure(
            _("Points a game"),
            f"{totals.points:.1f}",
            _("at best {points}").format(points=totals.best),
        ),
    ]
    if totals.counted:
        figures += [
            Figure(
                _("Your favourites crowned"),
                str(deeds.favourites),
                _("of {number} crownings").format(number=deeds.crownings),
            ),
            Figure(_("No cards played"), str(deeds.nos)),
            Figure(
                _("of those decisive"), str(deeds.decisive), _percent(deeds.decisive, deeds.nos)
            ),
            Figure(_("of those wasted"), str(deeds.wasted), _percent(deeds.wasted, deeds.nos)),
        ]
    if totals.analysed:
        figures += [
            Figure(_("Bluffs"), str(totals.hiding.bluffs)),
            Figure(
                _("Secrets kept"),
                str(totals.hiding.kept),
                _("of {number} rounds").format(number=totals.hiding.rounds),
            ),
        ]
    return EditionFigures(
        totals.edition,
        edition_title(totals.edition),
        tuple(figures),
        ""
        if totals.counted == totals.games
        else ngettext(
            "Crownings and votes are from your latest {number} game.",
            "Crownings and votes are from your latest {number} games.",
            totals.counted,
        ).format(number=totals.counted),
        ngettext(
            "Bluffs and secrets are from {number} analysed game.",
            "Bluffs and secrets are from {number} analysed games.",
            totals.analysed,
        ).format(number=totals.analysed)
        if totals.analysed
        else _("Bluffs and secrets are counted in games that have been analysed."),
    )


def _month(month: MonthTotals, index: int, number: int, most: int) -> MonthRow:
    first = dt.date(month.year, month.month, 1)
    step = WIDTH // max(number, 6)

    def height(games: int) -> int:
        return BOTTOM - (BOTTOM - TOP) * games // most

    return MonthRow(
        str(format_date(first, "MMMM y", locale=current_locale())),
        str(format_date(first, "MMM", locale=current_locale())),
        month.games,
        month.wins,
        tuple(f"{month.points[e]:.1f}" if e in month.points else "–" for e in EDITIONS),
        index * step + step // 8,
        step * 3 // 4,
        height(month.games),
        height(month.wins),
    )


def _percent(part: int, whole: int) -> str:
    return _("{percent}%").format(percent=round(100 * part / whole)) if whole else ""
