"""The standings as a table; on a phone, each row becomes a small card."""

from __future__ import annotations

from html import escape

from kingup.arena.report.analysis import even_share
from kingup.arena.report.pieces import panel, sign
from kingup.arena.report.svg import element
from kingup.arena.standings import Standings, StandingsRow
from kingup.arena.words import duration
from kingup.language import _


def standings_table(standings: Standings) -> str:
    """Return the standings, with a bar for every win share."""
    rows = standings.rows()
    contests = range(len(standings.plan.contests))
    even = sum(even_share(standings, contest) for contest in contests) / len(contests)
    # The scale of the bars has a little room at both ends.
    x = 96 / max(even, 1e-9, *(row.share.interval()[1] for row in rows))
    failures = any(row.failures for row in rows)
    headings = [
        *(_("Bot"), _("Win share"), _("95% interval"), "", _("Rating"), _("Mean score")),
        *(_("Seats played"), _("Decision")),
        *([_("Failures")] if failures else []),
    ]
    head = "".join(element("th", escape(text), scope="col") for text in headings)
    body = "".join(_standing(row, headings, even, x) for row in rows)
    content = element("thead", element("tr", head)) + element("tbody", body)
    note = _(
        "A win share is a bot’s share of the victories per seat it had; the dotted line is "
        "an even share. Ratings by openskill (Plackett-Luce), with two standard deviations."
    )
    return panel(
        _("Standings"),
        element("table", content, class_="standings"),
        element("p", escape(note), class_="second"),
        wide=True,
    )


def _standing(row: StandingsRow, headings: list[str], even: float, x: float) -> str:
    low, high = row.share.interval()
    cells = [
        element("td", sign(row.bot) + escape(row.label), class_="name"),
        _cell(headings[1], f"{row.share.mean:.1%}"),
        _cell(headings[2], f"{low:.1%} – {high:.1%}", "range"),
        element("td", _bar(row, even, x), class_="chart"),
        _cell(headings[4], f"{row.rating.strength:.1f} ±{2 * row.rating.spread:.1f}"),
        _cell(headings[5], f"{row.mean_score:.1f}"),
        _cell(headings[6], f"{row.games:,}"),
        _cell(headings[7], duration(row.seconds)),
    ]
    cells += [_cell(heading, f"{row.failures:,}") for heading in headings[8:]]
    return element("tr", "".join(cells))


def _cell(heading: str, text: str, class_: str | None = None) -> str:
    return element("td", element("span", escape(text)), class_=class_, data_label=heading)


def _bar(row: StandingsRow, even: float, x: float) -> str:
    low, high = row.share.interval()
    colour = f"c{row.bot % 8}"
    parts = [
        _stroke(2 + low * x, 2 + high * x, 11, 11, f"reach {colour}"),
        _stroke(2 + even * x, 2 + even * x, 1, 21, "reference"),
        _stroke(2 + row.share.mean * x, 2 + row.share.mean * x, 3, 19, f"course {colour}"),
    ]
    return element(
        "svg",
        "".join(parts),
        viewBox="0 0 100 22",
        preserveAspectRatio="none",
        class_="bar",
        aria_hidden="true",
    )


def _stroke(x1: float, x2: float, y1: float, y2: float, class_: str) -> str:
    # The bar is stretched to its column; its strokes must not be.
    ends = {"x1": float(x1), "x2": float(x2), "y1": float(y1), "y2": float(y2)}
    return element("line", class_=class_, vector_effect="non-scaling-stroke", **ends)
