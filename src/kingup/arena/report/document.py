"""The whole report: one HTML file that needs no network, no script and no font."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from kingup import __version__
from kingup.arena.report import chapters
from kingup.arena.report.analysis import facts_of
from kingup.arena.report.headline import headline_of
from kingup.arena.report.ranking import ranking_of
from kingup.arena.report.sections import NumberTable, ReportChapter
from kingup.arena.standings import Standings
from kingup.language import _, current_language
from kingup.rules.constants import RULES_VERSION

MOST_FAILURES = 100
"""Failures that are listed; the results hold all of them."""

ENVIRONMENT = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    undefined=StrictUndefined,
)


@dataclass(frozen=True, slots=True)
class FailureList:
    """The games that a bot's failure ended."""

    title: str
    text: str
    panel_title: str = ""
    games: NumberTable | None = None
    """None if no bot failed."""
    more: str | None = None


@dataclass(frozen=True, slots=True)
class Method:
    """How the results were made, so that they can be made again."""

    title: str
    panel_title: str
    command: str
    facts: Sequence[tuple[str, str]]


def report(standings: Standings, command: str) -> str:
    """Return the report of an arena, in the current language."""
    is_empty = standings.deals == 0
    return ENVIRONMENT.get_template("report.html").render(
        language=current_language(),
        title=_("Arena: {bots}").format(bots=_names(standings)),
        nothing=_("No deal has been played out yet.") if is_empty else None,
        headline=None if is_empty else headline_of(standings),
        ranking=None if is_empty else ranking_of(standings),
        chapters=[] if is_empty else _chapters(standings),
        numbers_title=_("The numbers"),
        failures=_failures(standings),
        method=_method(standings, command),
    )


def _chapters(standings: Standings) -> list[ReportChapter]:
    facts = [facts_of(standings, contest) for contest in range(len(standings.plan.contests))]
    made = [
        chapters.shares(standings, facts),
        chapters.comparisons(standings),
        chapters.seats(standings, facts),
        chapters.scores(standings, facts),
        chapters.length(standings, facts),
        chapters.no_cards(standings, facts),
    ]
    return [chapter for chapter in made if chapter.panels]


def _names(standings: Standings) -> str:
    return ", ".join(entrant.label for entrant in standings.plan.entrants)


def _failures(standings: Standings) -> FailureList:
    failed = [outcome for outcome in standings.outcomes if outcome.failed is not None]
    if not failed:
        return FailureList(_("Failures"), _("No bot failed."))
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
    more = None
    if len(failed) > MOST_FAILURES:
        more = _("{number:,} more are in the results.").format(number=len(failed) - MOST_FAILURES)
    return FailureList(
        _("Failures"),
        _(
            "A bot that fails loses that game. The others are ranked by their score so far, "
            "and the best of them win."
        ),
        _("{number:,} of {games:,} games").format(
            number=len(failed), games=len(standings.outcomes)
        ),
        NumberTable([_("Game"), _("Bot"), _("Seat"), _("Reason")], rows),
        more,
    )


def _method(standings: Standings, command: str) -> Method:
    plan = standings.plan
    schedule = (
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
        (_("Schedule"), schedule),
        (_("Games"), rule),
        (_("Deals"), f"{standings.deals * len(plan.contests):,}"),
        (_("Seed"), str(plan.seed)),
        (_("Versions"), ", ".join(_versions())),
    ]
    return Method(_("How this report was made"), _("The command"), command, facts)


def _versions() -> list[str]:
    versions = [
        f"kingup {__version__}",
        _("rules {version}").format(version=RULES_VERSION),
        f"Python {platform.python_version()}",
    ]
    for name in ("llvmlite", "numpy", "openskill"):
        try:
            versions.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            continue
    return versions
