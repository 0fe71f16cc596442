"""The whole report: one file of HTML that needs no network, no script and no font."""

from __future__ import annotations

import platform
from html import escape
from importlib.metadata import PackageNotFoundError, version

from kingup import __version__
from kingup.arena.report import chapters
from kingup.arena.report.analysis import facts_of
from kingup.arena.report.hero import VINE, hero
from kingup.arena.report.pieces import panel, table
from kingup.arena.report.ranking import standings_table
from kingup.arena.report.style import STYLE
from kingup.arena.report.svg import element
from kingup.arena.standings import Standings
from kingup.language import _, current_language
from kingup.rules.constants import RULES_VERSION

MOST_FAILURES = 100
"""Failures that are listed; the results hold all of them."""


def report(standings: Standings, command: str) -> str:
    """Return the report of an arena, in the language spoken now."""
    facts = [facts_of(standings, contest) for contest in range(len(standings.plan.contests))]
    if standings.deals == 0:
        body = element("p", escape(_("No deal has been played out yet.")))
    else:
        body = (
            hero(standings)
            + standings_table(standings)
            + chapters.shares(standings, facts)
            + chapters.comparisons(standings)
            + chapters.seats(standings, facts)
            + chapters.scores(standings, facts)
            + chapters.length(standings, facts)
            + chapters.no_cards(standings, facts)
        )
    body += _failures(standings) + _making(standings, command)
    head = (
        '<meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        + element("title", escape(_("Arena: {bots}").format(bots=_names(standings))))
        + element("style", STYLE)
    )
    return (
        "<!doctype html>\n"
        + element(
            "html",
            element("head", head) + element("body", VINE + element("main", body)),
            lang=current_language(),
        )
        + "\n"
    )


def _names(standings: Standings) -> str:
    return ", ".join(entrant.label for entrant in standings.plan.entrants)


def _failures(standings: Standings) -> str:
    failed = [outcome for outcome in standings.outcomes if outcome.failed is not None]
    heading = element("h2", escape(_("Failures")))
    if not failed:
        return heading + element("p", escape(_("No bot failed.")), class_="second")
    rows = [
        [
            str(outcome.game + 1),
            standings.plan.entrants[outcome.lineup[outcome.failed]].label,
            str(outcome.failed + 1),
            outcome.reason or "",
        ]
        for outcome in failed[:MOST_FAILURES]
        if outcome.failed is not None
    ]
    note = _(
        "A bot that fails loses that game. The others are ranked by their score so far, and "
        "the best of them win."
    )
    parts = [table([_("Game"), _("Bot"), _("Seat"), _("Reason")], rows, "failures")]
    if len(failed) > MOST_FAILURES:
        more = _("{number:,} more are in the results.").format(number=len(failed) - MOST_FAILURES)
        parts.append(element("p", escape(more), class_="second"))
    title = _("{number:,} of {games:,} games").format(
        number=len(failed), games=len(standings.outcomes)
    )
    return heading + element("p", escape(note), class_="second") + panel(title, *parts, wide=True)


def _making(standings: Standings, command: str) -> str:
    plan = standings.plan
    method = (
        _(
            "Gauntlet: the first bot alone against each of the others, which takes all "
            "other seats; every deal is played with it in each seat."
        )
        if plan.gauntlet
        else _("Round robin: in the games of every deal each bot sits once in each seat.")
    )
    stopped = len(standings.outcomes) < plan.total
    rule = (
        _("Stopped when the order was certain at 95%, of at most {total:,} games.")
        if stopped and standings.finished
        else _("Interrupted: {total:,} games are planned.")
        if stopped
        else _("All {total:,} planned games were played.")
    ).format(total=plan.total)
    facts = [
        (_("Schedule"), method),
        (_("Games"), rule),
        (_("Deals"), f"{standings.deals * len(plan.contests):,}"),
        (_("Seed"), str(plan.seed)),
        (_("Versions"), ", ".join(_versions())),
    ]
    items = "".join(element("dt", escape(a)) + element("dd", escape(b)) for a, b in facts)
    return element("h2", escape(_("How this report was made"))) + panel(
        _("The command"), element("code", escape(command)), element("dl", items), wide=True
    )


def _versions() -> list[str]:
    versions = [
        f"kingup {__version__}",
        _("rules {version}").format(version=RULES_VERSION),
        f"Python {platform.python_version()}",
    ]
    for name in ("numba", "numpy", "openskill"):
        try:
            versions.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            continue
    return versions
