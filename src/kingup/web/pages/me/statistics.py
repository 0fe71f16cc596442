"""A person's statistics as a page: by edition, and month by month."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass

from babel.dates import format_date
from fastapi import APIRouter, Request
from starlette.responses import Response

from kingup.language import _, current_locale, ngettext
from kingup.people.statistics import PersonStatistics, Totals
from kingup.rules.characters import EDITIONS
from kingup.web.http.dependencies import document
from kingup.web.http.identity import person_of
from kingup.web.pages.common.labels import edition_title
from kingup.web.services import services_of

router = APIRouter()

MOST_MONTHS = 12
WIDTH, BOTTOM, TOP = 560, 150, 12
"""The chart's width, and where its bars stand and end."""
NONE = "–"
"""What stands in a table where nothing is known."""

Months = dict[tuple[int, int], Totals]


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
class MonthBar:
    """A month in the chart."""

    short: str
    x: int
    width: int
    top: int
    wins_top: int


@dataclass(frozen=True, slots=True)
class MonthTable:
    """A table with a row for every month, the latest first."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    """The months with what stands in their columns."""
    note: str = ""
    """Which games it is from, if not from all."""


@dataclass(frozen=True, slots=True)
class StatisticsPage:
    """A person's statistics."""

    games: str
    editions: tuple[EditionFigures, ...]
    bars: tuple[MonthBar, ...]
    tables: tuple[MonthTable, ...]
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
    latest = dict(list(found.months.items())[-MOST_MONTHS:])
    return StatisticsPage(
        ngettext("{number} finished game", "{number} finished games", found.games).format(
            number=found.games
        ),
        tuple(_edition(edition, totals) for edition, totals in found.editions.items()),
        tuple(_bars(latest)),
        tuple(_tables(latest, found)),
        BOTTOM,
        _("Games and wins, month by month"),
        found.counted < min(found.games, found.limit),
    )


def _edition(edition: str, totals: Totals) -> EditionFigures:
    deeds = totals.deeds
    figures = [
        Figure(_("Games"), str(totals.games)),
        Figure(_("Wins"), str(totals.wins), _percent(totals.wins, totals.games)),
        Figure(
            _("Points a game"),
            f"{totals.points[edition]:.1f}",
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
        edition,
        edition_title(edition),
        tuple(figures),
        _counted(totals.counted, totals.games),
        ngettext(
            "Bluffs and secrets are from {number} analysed game.",
            "Bluffs and secrets are from {number} analysed games.",
            totals.analysed,
        ).format(number=totals.analysed)
        if totals.analysed
        else _("Bluffs and secrets are counted in games that have been analysed."),
    )


def _counted(counted: int, games: int) -> str:
    """Return which games crownings and votes are from; nothing if from all."""
    if counted == games:
        return ""
    return ngettext(
        "Crownings and votes are from your latest {number} game.",
        "Crownings and votes are from your latest {number} games.",
        counted,
    ).format(number=counted)


def _bars(months: Months) -> Iterator[MonthBar]:
    """Yield the bars of the chart."""
    step = WIDTH // max(len(months), 6)
    most = max((totals.games for totals in months.values()), default=1)

    def top(games: int) -> int:
        return BOTTOM - (BOTTOM - TOP) * games // most

    for i, (month, totals) in enumerate(months.items()):
        yield MonthBar(
            _in_words(month, "MMM"),
            i * step + step // 8,
            step * 3 // 4,
            top(totals.games),
            top(totals.wins),
        )


def _tables(months: Months, found: PersonStatistics) -> Iterator[MonthTable]:
    """Yield what editions show by month, in tables that are narrow enough for a phone."""
    rows = [(_in_words(month, "MMM y"), totals) for month, totals in reversed(months.items())]
    if rows:
        titles = (_("Points, {title}").format(title=edition_title(each)) for each in EDITIONS)
        yield MonthTable(
            _("Results"),
            (_("Games"), _("Wins"), *titles),
            tuple((title, _results(totals)) for title, totals in rows),
        )
    if any(totals.counted for _title, totals in rows):
        yield MonthTable(
            _("Crownings and No cards"),
            (_("Your favourites crowned"), _("No cards played"), _("of those decisive")),
            tuple((title, _deeds(totals)) for title, totals in rows),
            _counted(found.counted, found.games),
        )
    if any(totals.analysed for _title, totals in rows):
        yield MonthTable(
            _("Bluffs and secrets"),
            (_("Analysed games"), _("Bluffs"), _("Secrets kept")),
            tuple((title, _hiding(totals)) for title, totals in rows),
        )


def _results(month: Totals) -> tuple[str, ...]:
    points = (f"{month.points[e]:.1f}" if e in month.points else NONE for e in EDITIONS)
    return str(month.games), str(month.wins), *points


def _deeds(month: Totals) -> tuple[str, ...]:
    if not month.counted:
        return (NONE,) * 3
    done = month.deeds
    crowned = _part(done.favourites, done.crownings)
    return crowned, str(done.nos), str(done.decisive)


def _hiding(month: Totals) -> tuple[str, ...]:
    if not month.analysed:
        return "0", NONE, NONE
    hidden = month.hiding
    return str(month.analysed), str(hidden.bluffs), _part(hidden.kept, hidden.rounds)


def _in_words(month: tuple[int, int], style: str) -> str:
    return str(format_date(dt.date(*month, 1), style, locale=current_locale()))


def _part(part: int, whole: int) -> str:
    return _("{number} of {total}").format(number=part, total=whole)


def _percent(part: int, whole: int) -> str:
    return _("{percent}%").format(percent=round(100 * part / whole)) if whole else ""
