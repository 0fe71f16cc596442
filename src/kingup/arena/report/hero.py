"""The top of the report: who won, as towers of a castle."""

from __future__ import annotations

from html import escape

from kingup.arena.contests import title_of
from kingup.arena.report.pieces import sign
from kingup.arena.report.svg import element
from kingup.arena.standings import Standings, StandingsRow
from kingup.arena.words import verdict
from kingup.language import _, ngettext

MOST_TOWERS = 5
HIGHEST = 190
LOWEST = 120
"""Pixels: even the lowest tower has room for its name."""

CROWN = (
    '<svg class="crown" viewBox="0 0 64 44" aria-hidden="true">'
    '<path d="M8 38L4 14L18 24L32 6L46 24L60 14L56 38Q32 44 8 38Z"/>'
    '<circle cx="4" cy="12" r="4" class="jewel"/><circle cx="32" cy="6" r="4.5" class="jewel"/>'
    '<circle cx="60" cy="12" r="4" class="jewel"/></svg>'
)

BATTLEMENT = (
    '<svg class="top" viewBox="0 0 100 22" preserveAspectRatio="none" aria-hidden="true">'
    '<path d="M0 24V2H14V12H28V2H43V12H57V2H72V12H86V2H100V24"/></svg>'
)

VINE = (
    '<svg class="vine" aria-hidden="true"><defs>'
    '<pattern id="vine" width="52" height="150" patternUnits="userSpaceOnUse">'
    '<rect width="52" height="150" fill="var(--vine-bg)"/>'
    '<path d="M26 0C48 25 48 50 26 75S4 125 26 150" fill="none" stroke="var(--c2)" '
    'stroke-width="3"/>'
    '<g fill="var(--c2)" stroke="var(--line)" stroke-width="1.2">'
    '<path d="M41 30q-14 -10 -18 4q10 8 18 -4z"/><path d="M11 105q14 -10 18 4q-10 8 -18 -4z"/>'
    '<path d="M32 68q12 -8 14 4q-8 7 -14 -4z"/><path d="M20 143q-12 -8 -14 4q8 7 14 -4z"/></g>'
    '<g stroke="var(--line)" stroke-width="1.2"><circle cx="14" cy="52" r="7" fill="var(--c0)"/>'
    '<circle cx="39" cy="122" r="7" fill="var(--c1)"/></g>'
    '<g fill="var(--gold)"><circle cx="10" cy="20" r="2.4"/><circle cx="42" cy="92" r="2.4"/>'
    '<circle cx="12" cy="78" r="2.4"/><circle cx="44" cy="8" r="2.4"/></g>'
    "</pattern></defs>"
    '<rect width="100%" height="100%" fill="url(#vine)"/></svg>'
)


def hero(standings: Standings) -> str:
    """Return the title, the towers, and what was played."""
    rows = standings.rows()
    plan = standings.plan
    if plan.gauntlet:
        title = _("{bot} runs the gauntlet").format(bot=plan.entrants[0].label)
    else:
        title = _("{bot} leads the arena").format(bot=rows[0].label)
    played = ngettext("{games:,} game", "{games:,} games", len(standings.outcomes)).format(
        games=len(standings.outcomes)
    )
    contests = "; ".join(title_of(setup) for setup in plan.contests)
    towers = "".join(_tower(row, place, rows) for place, row in enumerate(rows[:MOST_TOWERS]))
    return element(
        "header",
        element("p", escape(f"{played} · {contests}"), class_="chapter")
        + element("h1", escape(title))
        + element("p", escape(verdict(standings)), class_="verdict")
        + element("ol", towers, class_="towers")
        + element("div", "", class_="ground"),
    )


def _tower(row: StandingsRow, place: int, rows: list[StandingsRow]) -> str:
    best = rows[0].share.mean or 1.0
    height = LOWEST + (HIGHEST - LOWEST) * row.share.mean / best
    keep = (
        sign(row.bot)
        + element("span", escape(row.label), class_="name")
        + element("span", f"{row.share.mean:.1%}", class_="display big")
        + element("span", escape(_place(place)), class_="place")
    )
    content = CROWN if place == 0 else ""
    content += BATTLEMENT + element("div", keep, class_="keep", style=f"height:{height:.0f}px")
    return element("li", content, class_="tower first" if place == 0 else "tower")


def _place(place: int) -> str:
    return (_("First"), _("Second"), _("Third"), _("Fourth"), _("Fifth"))[place]
