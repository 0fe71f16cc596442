"""The report of a study as one HTML file that needs no network, no script and no font."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

import kingup.arena.report as arena
from kingup import __version__
from kingup.arena.report.plots import Interval, intervals
from kingup.language import _, current_language, ngettext
from kingup.rules.constants import RULES_VERSION
from kingup.study.answers import Answer
from kingup.study.questions import Question

ENVIRONMENT = Environment(
    loader=FileSystemLoader(
        [Path(__file__).parent / "templates", Path(arena.__file__).parent / "templates"]
    ),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    undefined=StrictUndefined,
)

MOST_ROWS = 36
"""The most answers in one plot; with more, every level has its own."""


@dataclass(frozen=True, slots=True)
class Panel:
    """One kind of game in a chapter."""

    title: str
    plot: Markup
    headings: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Chapter:
    """A question with its verdict."""

    title: str
    verdict: str
    definition: str
    limits: str
    panels: Sequence[Panel]


def page(questions: Sequence[Question], games: int, seed: int, command: str) -> str:
    """Return the report of a study, in the current language."""
    return ENVIRONMENT.get_template("study.html").render(
        language=current_language(),
        title=_("A study of the game"),
        intro=ngettext("{games:,} game between bots", "{games:,} games between bots",
                       games).format(games=games),
        summary=_(
            "All intervals are 95 %, over deals. A finding differs from the fair value even if "
            "one allows for all questions of the study together (Holm)."
        ),
        contents=_("Verdicts"),
        chapters=[_chapter(question) for question in questions],
        numbers_title=_("The numbers"),
        definition_title=_("Definition"),
        limits_title=_("What bots cannot tell"),
        method_title=_("How this report was made"),
        command=command,
        facts=[
            (_("Seed"), str(seed)),
            (_("Versions"), f"kingup {__version__}, "
             + _("rules {version}").format(version=RULES_VERSION)),
        ],
    )  # fmt: skip


def _chapter(question: Question) -> Chapter:
    alike: dict[tuple[str, str, str, bool], list[Answer]] = {}
    for a in question.answers:
        alike.setdefault((a.kind, a.measure, a.form, a.fair is None), []).append(a)
    panels = []
    for (kind, measure, _form, _is_told), found in alike.items():
        title = f"{measure}: {kind}" if measure else kind
        if len(found) <= MOST_ROWS:
            panels.append(_panel(question, title, found))
            continue
        for level in dict.fromkeys(a.level for a in found):
            those = [a for a in found if a.level == level]
            panels.append(_panel(question, f"{title}, {level}", those))
    return Chapter(question.title, question.verdict, question.definition, question.limits, panels)


def _panel(question: Question, title: str, answers: Sequence[Answer]) -> Panel:
    """Return a plot and a table of answers of one kind of game, written in one form."""
    form = answers[0].form
    levels = list(dict.fromkeys(answer.level for answer in question.answers))
    fair = answers[0].fair if len({a.fair for a in answers}) == 1 else None
    low = min([a.low for a in answers] + ([] if fair is None else [fair]))
    high = max([a.high for a in answers] + ([] if fair is None else [fair]))
    room = 0.08 * ((high - low) or 1.0)
    rows = [
        Interval(
            levels.index(a.level), f"{a.what} · {a.level}", a.estimate.value, a.low, a.high,
            format(a.estimate.value, form) + (" !" if a.is_finding else ""),
        )
        for a in answers
    ]  # fmt: skip
    words = f"{question.title} {title}"
    axis = ".0%" if form.endswith("%") else "g"
    plot = intervals(rows, (low - room, high + room), fair, _("fair"), words, axis)
    headings = [_("What"), _("Level"), _("Value"), _("From"), _("To"), _("Fair"), _("Finding"),
                _("Games")]  # fmt: skip
    table = [
        [
            a.what, a.level, format(a.estimate.value, form), format(a.low, form),
            format(a.high, form), "–" if a.fair is None else format(a.fair, form.lstrip("+")),
            _("yes") if a.is_finding else "–", f"{a.estimate.games:,}",
        ]
        for a in answers
    ]  # fmt: skip
    return Panel(title, plot, headings, table)
