"""The standings as a table; on a phone, each row becomes a small card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from kingup.arena.report.analysis import even_share
from kingup.arena.report.svg import drawing, element, sign
from kingup.arena.standings import Standings, StandingsRow
from kingup.arena.words import duration
from kingup.language import _


@dataclass(frozen=True, slots=True)
class RankingRow:
    """How one bot did, as text."""

    sign: Markup
    label: str
    share: str
    interval: str
    bar: Markup
    numbers: Sequence[str]
    """The rating, the mean score and so on, in the order of the headings."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """The standings, with a bar for every win share."""

    title: str
    headings: Sequence[str]
    """Of the label, the share, the interval, the bar and each number."""
    rows: Sequence[RankingRow]
    note: str


def ranking_of(standings: Standings) -> Ranking:
    """Return the table of the standings."""
    rows = standings.rows()
    contests = range(len(standings.plan.contests))
    even = sum(even_share(standings, contest) for contest in contests) / len(contests)
    # The scale of the bars leaves a little room at both ends.
    x = 96 / max(even, 1e-9, *(row.share.interval()[1] for row in rows))
    failures = any(row.failures for row in rows)
    headings = [
        *(_("Bot"), _("Win share"), _("95% interval"), "", _("Rating"), _("Mean score")),
        *(_("Seats played"), _("Decision")),
        *([_("Failures")] if failures else []),
    ]
    note = _(
        "A win share is a bot’s share of the victories per seat it had; the dotted line is "
        "an even share. Ratings by openskill (Plackett-Luce), with two standard deviations."
    )
    ranked = [_row(row, even, x, failures=failures) for row in rows]
    return Ranking(_("Standings"), headings, ranked, note)


def _row(row: StandingsRow, even: float, x: float, *, failures: bool) -> RankingRow:
    low, high = row.share.interval()
    numbers = [
        f"{row.rating.strength:.1f} ±{2 * row.rating.spread:.1f}",
        f"{row.mean_score:.1f}",
        f"{row.games:,}",
        duration(row.seconds),
    ]
    if failures:
        numbers.append(f"{row.failures:,}")
    return RankingRow(
        sign=sign(row.bot),
        label=row.label,
        share=f"{row.share.mean:.1%}",
        interval=f"{low:.1%} – {high:.1%}",
        bar=_bar(row, even, x),
        numbers=numbers,
    )


def _bar(row: StandingsRow, even: float, x: float) -> Markup:
    """Return a win share with its interval, beside the even share."""
    low, high = row.share.interval()
    colour = f"c{row.bot % 8}"
    parts = [
        _stroke(2 + low * x, 2 + high * x, 11, 11, f"reach {colour}"),
        _stroke(2 + even * x, 2 + even * x, 1, 21, "reference"),
        _stroke(2 + row.share.mean * x, 2 + row.share.mean * x, 3, 19, f"course {colour}"),
    ]
    return drawing(
        "".join(parts),
        viewBox="0 0 100 22",
        preserveAspectRatio="none",
        class_="bar",
        aria_hidden="true",
    )


def _stroke(x1: float, x2: float, y1: float, y2: float, class_: str) -> str:
    # The bar is stretched to the width of its column, but not the width of its strokes.
    ends = {"x1": float(x1), "x2": float(x2), "y1": float(y1), "y2": float(y2)}
    return element("line", class_=class_, vector_effect="non-scaling-stroke", **ends)
