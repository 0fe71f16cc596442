"""The top of the report: who won, as towers of a castle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from kingup.arena.contests import title_of
from kingup.arena.report.svg import sign
from kingup.arena.standings import Standings, StandingsRow
from kingup.arena.words import verdict
from kingup.language import _, ngettext

MOST_TOWERS = 5
HIGHEST = 190
LOWEST = 120
"""Pixels: even the lowest tower has room for its name."""


@dataclass(frozen=True, slots=True)
class Tower:
    """One of the best bots."""

    sign: Markup
    label: str
    share: str
    place: str
    height: int
    """In pixels."""
    is_first: bool


@dataclass(frozen=True, slots=True)
class Headline:
    """The title, what was played, the verdict and the best bots."""

    title: str
    played: str
    verdict: str
    towers: Sequence[Tower]


def headline_of(standings: Standings) -> Headline:
    """Return the top of the report."""
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
    best = rows[0].share.mean or 1.0
    towers = [_tower(row, place, best) for place, row in enumerate(rows[:MOST_TOWERS])]
    return Headline(title, f"{played} · {contests}", verdict(standings), towers)


def _tower(row: StandingsRow, place: int, best: float) -> Tower:
    places = (_("First"), _("Second"), _("Third"), _("Fourth"), _("Fifth"))
    return Tower(
        sign=sign(row.bot),
        label=row.label,
        share=f"{row.share.mean:.1%}",
        place=places[place],
        height=round(LOWEST + (HIGHEST - LOWEST) * row.share.mean / best),
        is_first=place == 0,
    )
