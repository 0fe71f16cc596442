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
from kingup.study.questions import Answer, Question

ENVIRONMENT = Environment(
    loader=FileSystemLoader(
        [Path(__file__).parent / "templates", Path(arena.__file__).parent / "templates"]
    ),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    undefined=StrictUndefined,
)

MOST_ROWS = 30
"""The most answers in one plot; the table has all of them."""


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


def verdict_of(question: Question) -> str:
    """Return the answer to a question in a sentence."""
    form = question.form
    asked = [a for a in question.answers if a.fair is not None]
    findings = [a for a in asked if a.is_finding]
    if not asked:
        low = min(question.answers, key=lambda a: a.estimate.value)
        high = max(question.answers, key=lambda a: a.estimate.value)
        return _("From {low} ({first}) to {high} ({second}).").format(
            low=format(low.estimate.value, form),
            high=format(high.estimate.value, form),
            first=_where(low),
            second=_where(high),
        )
    if not findings:
        far = max(asked, key=lambda a: abs(a.estimate.value - (a.fair or 0)))
        return _(
            "No finding in {number} comparisons; the farthest is {value} instead of {fair} "
            "({where})."
        ).format(
            number=len(asked),
            value=format(far.estimate.value, form),
            fair=format(far.fair or 0, form),
            where=_where(far),
        )
    worst = max(findings, key=lambda a: abs(a.estimate.value - (a.fair or 0)))
    return _(
        "{findings} of {number} comparisons are findings; the largest is {value} ± {error} "
        "instead of {fair} ({where})."
    ).format(
        findings=len(findings),
        number=len(asked),
        value=format(worst.estimate.value, form),
        error=format(1.96 * worst.estimate.error, form),
        fair=format(worst.fair or 0, form),
        where=_where(worst),
    )


def _where(answer: Answer) -> str:
    return f"{answer.kind}, {answer.level}: {answer.what}"


def _chapter(question: Question) -> Chapter:
    kinds = list(dict.fromkeys(answer.kind for answer in question.answers))
    panels = [
        _panel(question, kind, [a for a in question.answers if a.kind == kind]) for kind in kinds
    ]
    return Chapter(
        question.title, verdict_of(question), question.definition, question.limits, panels
    )


def _panel(question: Question, kind: str, answers: Sequence[Answer]) -> Panel:
    form = question.form
    levels = list(dict.fromkeys(answer.level for answer in question.answers))
    shown = answers[:MOST_ROWS]
    low = min([a.estimate.low for a in shown] + [a.fair for a in shown if a.fair is not None])
    high = max([a.estimate.high for a in shown] + [a.fair for a in shown if a.fair is not None])
    room = 0.08 * ((high - low) or 1.0)
    fair = next((a.fair for a in shown if a.fair is not None), None)
    reference = answers[0].estimate.value if fair is None else fair
    label = _("mean of the first") if fair is None else _("fair")
    rows = [
        Interval(
            levels.index(a.level), f"{a.what} · {a.level}", a.estimate.value, a.estimate.low,
            a.estimate.high,
            format(a.estimate.value, form) + (" !" if a.is_finding else ""),
        )
        for a in shown
    ]  # fmt: skip
    words = f"{question.title} {kind}"
    axis = ".0%" if form.endswith("%") else "g"
    plot = intervals(rows, (low - room, high + room), reference, label, words, axis)
    headings = [_("What"), _("Level"), _("Value"), _("From"), _("To"), _("Fair"), _("Finding"),
                _("Games")]  # fmt: skip
    table = [
        [
            a.what, a.level, format(a.estimate.value, form), format(a.estimate.low, form),
            format(a.estimate.high, form), "–" if a.fair is None else format(a.fair, form),
            _("yes") if a.is_finding else "–", f"{a.estimate.games:,}",
        ]
        for a in answers
    ]  # fmt: skip
    return Panel(kind, plot, headings, table)
