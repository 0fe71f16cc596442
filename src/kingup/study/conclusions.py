"""What a question's answers mean, in a sentence: always an effect with its interval."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kingup.language import _, ngettext
from kingup.rules.constants import COMPENSATION
from kingup.study.answers import CHANGE, COMPENSATIONS, SHARE, Answer
from kingup.study.statistics import FEW_DEALS

Answers = Sequence[Answer]


def with_margin(answer: Answer) -> str:
    """Return a number with its interval: 27.5 % ± 4.6 %."""
    margin = format(answer.estimate.margin, answer.form.lstrip("+"))
    return f"{format(answer.estimate.value, answer.form)} ± {margin}"


def where(answer: Answer) -> str:
    """Return where an answer comes from."""
    return f"{answer.kind}, {answer.level}: {answer.what}"


def of_comparisons(answers: Answers) -> str:
    """Conclude from the comparison that is least likely by chance."""
    asked = [answer for answer in answers if answer.is_asked]
    if not asked:
        return of_range(answers)
    findings = sum(answer.is_finding for answer in asked)
    far = min(asked, key=lambda a: (not a.is_finding, a.chance))
    facts = {
        "number": len(asked),
        "value": with_margin(far),
        "fair": format(far.fair or 0, far.form.lstrip("+")),
        "where": where(far),
    }
    if not findings:
        return ngettext(
            "No finding in {number} comparison; the farthest is {value}, where {fair} is fair "
            "({where}).",
            "No finding in {number} comparisons; the farthest is {value}, where {fair} is fair "
            "({where}).",
            len(asked),
        ).format(**facts)
    return ngettext(
        "{findings} finding in {number} comparisons; the clearest is {value}, where {fair} is "
        "fair ({where}).",
        "{findings} findings in {number} comparisons; the clearest is {value}, where {fair} is "
        "fair ({where}).",
        findings,
    ).format(findings=findings, **facts)


def of_range(answers: Answers) -> str:
    """Conclude with the least and the greatest of the first kind of number."""
    what = answers[0].what
    alike = [a for a in answers if a.what == what]
    low = min(alike, key=lambda a: a.estimate.value)
    high = max(alike, key=lambda a: a.estimate.value)
    name = what[:1].upper() + what[1:]
    if low is high:
        return f"{name}: {with_margin(low)} ({low.kind}, {low.level})."
    return _("{what}: from {low} ({first}) to {high} ({second}).").format(
        what=name,
        low=with_margin(low),
        high=with_margin(high),
        first=f"{low.kind}, {low.level}",
        second=f"{high.kind}, {high.level}",
    )


def of_each(answers: Answers) -> str:
    """Conclude with the range of every kind of number, and with the clearest comparison."""
    told = [answer for answer in answers if answer.fair is None]
    kinds = dict.fromkeys(answer.what for answer in told)
    parts = [of_range([a for a in told if a.what == what]) for what in kinds]
    if any(answer.is_asked for answer in answers):
        parts.append(of_comparisons(answers))
    return " ".join(parts)


def of_gamble(answers: Answers) -> str:
    """Conclude how often the gamble is tried, and whether there are enough games to judge it."""
    won = [a for a in answers if a.what == _("wins with 33")]
    if any(a.estimate.deals >= FEW_DEALS for a in won):
        return of_each(answers)
    games = sum(a.estimate.games for a in won)
    told = [answer for answer in answers if answer.fair is None]
    return (
        of_each(told)
        + " "
        + ngettext(
            "Too rare to tell whether it pays: {games} seat scored 33 in all games.",
            "Too rare to tell whether it pays: {games} seats scored 33 in all games.",
            games,
        ).format(games=games)
    )


def of_compensation(answers: Answers) -> str:
    """Conclude which number of points is nearest to fair."""
    shares = [a for a in answers if a.form == SHARE]
    told = []
    for kind, level in dict.fromkeys((a.kind, a.level) for a in shares):
        rows = [a for a in shares if (a.kind, a.level) == (kind, level)]
        best = min(COMPENSATIONS, key=lambda i: abs(rows[i].estimate.value - (rows[i].fair or 0)))
        words = ngettext(
            "{kind}, {level}: {points} point is nearest to fair ({value}; with {printed}: {now}).",
            "{kind}, {level}: {points} points are nearest to fair ({value}; with {printed}: "
            "{now}).",
            best,
        )
        now, value = with_margin(rows[COMPENSATION]), with_margin(rows[best])
        told.append(
            words.format(
                kind=kind, level=level, points=best, printed=COMPENSATION, value=value, now=now
            )
        )
    return " ".join([of_comparisons(answers), *told])


def of_restrictions(answers: Answers) -> str:
    """Conclude with what each freedom is worth, the dearest first."""
    told = [
        f"{a.what} ({a.kind}) {100 * (a.estimate.value - (a.fair or 0)):+.1f} ± "
        f"{100 * a.estimate.margin:.1f}"
        for a in sorted(answers, key=lambda a: a.estimate.value)
    ]
    points = _("In points of 100 beside an equal share: {list}.").format(list="; ".join(told))
    return f"{of_comparisons(answers)} {points}"


def of_readings(answers: Answers) -> str:
    """Conclude how much more often the Emissary wins in the other reading."""
    told = [f"{a.level} {with_margin(a)}" for a in answers if a.form == CHANGE]
    wins = _("Wins of the Emissary: {list}.").format(list="; ".join(told))
    return f"{of_comparisons(answers)} {wins}"


def of_ambition(answers: Answers) -> str:
    """Conclude with the comparison of offers, and which points would be fair for findings."""
    found = {(a.level, a.what) for a in answers if a.is_finding}
    told = [
        f"{a.what}, {a.level}: {with_margin(a)}"
        for a in answers
        if a.fair is not None and not a.is_tested and (a.level, a.what) in found
    ]
    if not told:
        return of_comparisons(answers)
    points = _("Points that would be fair instead of those printed: {list}.").format(
        list="; ".join(told)
    )
    return f"{of_comparisons(answers)} {points}"


Concluding = Callable[[Answers], str]
