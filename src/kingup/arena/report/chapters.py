"""The chapters of the report: each turns counted facts into panels with plots."""

from __future__ import annotations

from collections import Counter

from kingup.arena.certainty import ERROR
from kingup.arena.contests import title_of
from kingup.arena.report.analysis import (
    ContestFacts,
    course_of_ratings,
    even_share,
    mean_of,
    quantile,
)
from kingup.arena.report.plots import (
    Distribution,
    Interval,
    columns,
    course,
    distributions,
    intervals,
    stacks,
)
from kingup.arena.report.sections import NumberTable, ReportChapter, ReportPanel
from kingup.arena.report.svg import SMALL, WIDTH, cut, width_of
from kingup.arena.samples import Sample
from kingup.arena.standings import Standings
from kingup.language import _
from kingup.rules.setup import Setup

MOST_PAIRS = 28
"""Pairs that are plotted; if there are more, those with the smallest differences."""


def shares(standings: Standings, facts: list[ContestFacts]) -> ReportChapter:
    """Return the win shares by contest."""
    plan = standings.plan
    panels = []
    for contest, setup in enumerate(plan.contests):
        samples = standings.contest_shares[contest]
        even = even_share(standings, contest)
        rows = [
            _interval(bot, plan.entrants[bot].label, samples[bot])
            for bot in sorted(range(len(samples)), key=lambda b: -samples[b].mean)
        ]
        top = min(1.0, max([row.high for row in rows] + [even]) * 1.05)
        plot = intervals(rows, (0, top), even, _("even"), _("Win share of every bot"))
        note = _emissary_note(setup, facts[contest])
        panels.append(ReportPanel(title_of(setup), plot, note=note))
    if plan.gauntlet and len(plan.entrants) > 2:
        panels.insert(0, _opponents(standings))
    return ReportChapter(
        _("Win share by bot"),
        _(
            "Each line is a 95% confidence interval. Games of one deal are not independent, "
            "so the deal is the unit."
        ),
        panels,
    )


def _opponents(standings: Standings) -> ReportPanel:
    """Return the challenger's win share against each opponent."""
    plan = standings.plan
    even = sum(even_share(standings, i) for i in range(len(plan.contests))) / len(plan.contests)
    rows = []
    for (_challenger, other), (share, _theirs) in standings.duel_shares.items():
        against = _("against {bot}").format(bot=plan.entrants[other].label)
        rows.append(_interval(other, against, share))
    top = min(1.0, max([row.high for row in rows] + [even]) * 1.05)
    title = _("{bot} against each").format(bot=plan.entrants[0].label)
    return ReportPanel(title, intervals(rows, (0, top), even, _("even"), title))


def _emissary_note(setup: Setup, fact: ContestFacts) -> str | None:
    if "emissary" not in setup.options:
        return None
    return _("The Emissary wins {share:.1%} of the games.").format(share=fact.emissary.mean)


def _interval(bot: int, label: str, sample: Sample) -> Interval:
    low, high = sample.interval()
    return Interval(bot, label, sample.mean, low, high, f"{sample.mean:.1%}")


def comparisons(standings: Standings) -> ReportChapter:
    """Return who is better than whom, and how certain that is."""
    labels = [entrant.label for entrant in standings.plan.entrants]
    pairs = sorted(standings.differences, key=lambda p: -abs(standings.differences[p].mean))
    pairs = pairs[-MOST_PAIRS:]
    rows = []
    for a, b in pairs:
        sample = standings.differences[a, b]
        low, high = sample.interval(-1.0, 1.0)
        value = sample.mean
        if value < 0:
            a, b, value, low, high = b, a, -value, -high, -low
        certain = standings.comparisons[min(a, b), max(a, b)].verdict != 0
        note = _("{difference:+.1%}, certain") if certain else _("{difference:+.1%}, open")
        note = note.format(difference=value)
        rows.append(Interval(a, _pair(labels[a], labels[b], note), value, low, high, note))
    low = min(0.0, *(row.low for row in rows))
    high = max(0.02, *(row.high for row in rows))
    plot = intervals(
        rows, (low * 1.05, high * 1.05), 0.0, _("equal"), _("Differences in win share"), "+.0%"
    )
    doubts = [
        [
            _("{one} and {other}").format(one=labels[a], other=labels[b]),
            f"{standings.differences[a, b].mean:+.2%}",
            f"{standings.comparisons[a, b].doubt:.3g}",
        ]
        for a, b in standings.differences
    ]
    intro = _(
        "The difference between two bots’ win shares. “Certain” is the verdict of a test "
        "that stays valid however often you look: the chance that any such verdict here is "
        "wrong is at most {error:.0%}. The lines are ordinary 95% intervals of one pair at "
        "one time."
    ).format(error=ERROR)
    headings = [_("Bots"), _("Difference"), _("Uncertainty")]
    return ReportChapter(
        _("Who is better than whom"),
        intro,
        [
            ReportPanel(_("Difference in win share"), plot, NumberTable(headings, doubts)),
            _ratings(standings),
        ],
    )


def _pair(better: str, other: str, note: str) -> str:
    """Return two names, shortened if they would not fit before the note."""
    between = _("{better} over {other}").format(better="", other="")
    room = WIDTH - 52 - width_of(note, SMALL) - width_of(between)
    if width_of(better + other) > room:
        better, other = (cut(name, max(room / 2, room - width_of(rest)))
                         for name, rest in ((better, other), (other, better)))  # fmt: skip
    return _("{better} over {other}").format(better=better, other=other)


def _ratings(standings: Standings) -> ReportPanel:
    points = [
        (played, [(rating.strength, 2 * rating.spread) for rating in ratings])
        for played, ratings in course_of_ratings(standings)
    ]
    labels = [entrant.label for entrant in standings.plan.entrants]
    plot = course(points, labels, _("Ratings, game by game"))
    rows = [
        [row.label, f"{row.rating.strength:.2f}", f"{row.rating.spread:.2f}"]
        for row in sorted(standings.rows(), key=lambda row: -row.rating.strength)
    ]
    headings = [_("Bot"), _("Rating"), _("Standard deviation")]
    return ReportPanel(_("Ratings, game by game"), plot, NumberTable(headings, rows))


def seats(standings: Standings, facts: list[ContestFacts]) -> ReportChapter:
    """Return the win shares by turn order."""
    plan = standings.plan
    panels = []
    for setup, fact in zip(plan.contests, facts, strict=True):
        rows = []
        for turn, sample in enumerate(fact.turn):
            low, high = sample.interval()
            note = f"{turn + 1}: {sample.mean:.1%} ({low:.1%} – {high:.1%})"
            rows.append(Interval(0, str(turn + 1), sample.mean, low, high, note))
        even = sum(sample.mean for sample in fact.turn) / len(fact.turn)
        signs = [
            (bot, plan.entrants[bot].label, [sample.mean for sample in samples])
            for bot, samples in fact.bot_turn.items()
        ]
        plot = columns(rows, signs, even, _("even share"), _("Win share by turn order"))
        headings = [_("Turn"), _("All"), *(plan.entrants[bot].label for bot in fact.bot_turn)]
        cells = [
            [row.label, f"{row.value:.1%}", *(f"{values[i]:.1%}" for _b, _n, values in signs)]
            for i, row in enumerate(rows)
        ]
        panels.append(ReportPanel(title_of(setup), plot, NumberTable(headings, cells)))
    return ReportChapter(
        _("Win share by seat"),
        _(
            "Seats are counted from the one that starts round one. Columns are all bots "
            "together, with their 95% interval; symbols are single bots."
        ),
        panels,
    )


def scores(standings: Standings, facts: list[ContestFacts]) -> ReportChapter:
    """Return the distribution of the final scores; no panels if no game was finished."""
    panels = []
    for setup, fact in zip(standings.plan.contests, facts, strict=True):
        rows = [
            Distribution(row.bot, row.label, _mean(counts), counts, mean_of(counts))
            for row in standings.rows()
            if (counts := fact.scores[row.bot])
        ]
        if not rows:
            continue
        headings = [_("Bot"), _("Lowest"), "5 %", _("Median"), "95 %", _("Highest")]
        cells = [
            [row.label, *(str(quantile(row.counts, p)) for p in (0.0, 0.05, 0.5, 0.95, 1.0))]
            for row in rows
        ]
        plot = distributions(rows, _("Final scores of every bot"))
        panels.append(ReportPanel(title_of(setup), plot, NumberTable(headings, cells)))
    intro = _("How often each bot’s seats ended with how many points. The stroke is the mean.")
    return ReportChapter(_("Final scores"), intro, panels)


def _mean(counts: Counter[int]) -> str:
    return _("mean {mean:.1f}").format(mean=mean_of(counts))


def length(standings: Standings, facts: list[ContestFacts]) -> ReportChapter:
    """Return the length of the rounds; no panels if no round was finished."""
    titles = [title_of(setup) for setup in standings.plan.contests]
    panels = []
    for title, counted in (
        (_("Placements and climbs in a round"), [fact.steps for fact in facts]),
        (_("Votes in a round"), [fact.votes for fact in facts]),
    ):
        rows = [
            Distribution(None, name, _mean(counts), counts, mean_of(counts))
            for name, counts in zip(titles, counted, strict=True)
            if counts
        ]
        if rows:
            panels.append(ReportPanel(title, distributions(rows, title)))
    return ReportChapter(_("Length"), _("How long a round takes."), panels)


def no_cards(standings: Standings, facts: list[ContestFacts]) -> ReportChapter:
    """Return how many No cards are spent."""
    panels = []
    for setup, fact in zip(standings.plan.contests, facts, strict=True):
        rows = []
        for row in standings.rows():
            counts = fact.no_spent[row.bot]
            note = _("{mean:.2f} of {all} ({share:.0%})").format(
                mean=mean_of(counts), all=setup.no_cards, share=mean_of(counts) / setup.no_cards
            )
            rows.append(Distribution(row.bot, row.label, note, counts, mean_of(counts)))
        plot = stacks(rows, setup.no_cards, _("Played in a round"), _("No cards played"))
        panels.append(ReportPanel(title_of(setup), plot))
    intro = _("How many of its No cards a seat plays in a round.")
    return ReportChapter(_("No cards"), intro, panels)
