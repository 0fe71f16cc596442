"""The chapters of an analysis."""

from __future__ import annotations

from collections.abc import Sequence

from kingup.analysis.analysis import PARTS, Analysis
from kingup.analysis.chart import OPEN
from kingup.analysis.decisions import Decision
from kingup.analysis.report import plots, words
from kingup.analysis.report.sections import Chapter, Numbers, Panel
from kingup.language import _


def chances(analysis: Analysis) -> Chapter:
    """Return everybody's chances over time."""
    names, chart = words.seat_names(analysis), analysis.chart
    open_ = chart.line(OPEN)
    seats = range(len(names))
    lines = [
        (seat, [c[seat] for c in open_.chances], [c[seat] for c in open_.low],
         [c[seat] for c in open_.high])
        for seat in seats
    ]  # fmt: skip
    signs = [
        (point.moment, point.seat, f"{point.moment}: {names[point.seat]}")
        for point in analysis.turning_points
    ]
    emissary = analysis.options.count("emissary")
    headings = [_("Moment"), *names, *([_("Emissary")] if emissary else [])]
    rows = [
        [name, *(f"{value:.0%}" for value in row[: len(headings) - 1])]
        for name, row in zip(
            chart.moments,
            [(*c[: len(names)], c[-1]) for c in open_.chances],
            strict=True,
        )
    ]
    label = _("Everybody’s chances to win over time, with all cards open")
    panels = [
        Panel(
            _("All cards open"),
            plots.chances(names, chart.moments, lines, signs, label),
            Numbers(label, headings, rows),
            _(
                "Ticks are votes, lines begin rounds, red dots are the three decisions that cost "
                "most. The band is the reliability of the judge."
            ),
            is_wide=True,
        )
    ]
    for seat in seats:
        own = chart.line(str(seat + 1))
        mine = [row[seat] for row in own.chances]
        label = _("The chances of {name}, as they could judge them").format(name=names[seat])
        panels.append(
            Panel(
                names[seat],
                plots.chances(
                    names, chart.moments,
                    [(seat, mine, [r[seat] for r in own.low], [r[seat] for r in own.high])],
                    [], label, width=440, dotted=[(seat, lines[seat][1])],
                ),
                Numbers(
                    label,
                    [_("Moment"), _("As they could judge"), _("From"), _("To"), _("Open")],
                    [
                        [name, *(f"{v:.0%}" for v in (a[seat], b[seat], c[seat], d))]
                        for name, a, b, c, d in zip(
                            chart.moments, own.chances, own.low, own.high, lines[seat][1],
                            strict=True,
                        )
                    ],
                ),
                _("The band holds four fifths of the deals they could imagine. Dotted: open."),
            )
        )  # fmt: skip
    intro = _("After each deal, each placing and each vote.")
    return Chapter(_("Chances over time"), intro, panels)


def players(analysis: Analysis) -> Chapter:
    """Return how everybody played, and where results came from."""
    names = words.seat_names(analysis)
    rows = []
    for player, name in zip(analysis.players, names, strict=True):
        rows.append([
            name,
            str(player.score),
            "–" if player.accuracy is None else f"{player.accuracy:.0f}",
            words.level_words(player.level),
            words.with_error(player.loss, player.error),
            *(str(player.labels[label]) for label in ("blunder", "mistake", "inaccuracy")),
            str(player.decisive_no),
            str(player.wasted_no),
            plots.points(player.ledger.luck_adjusted),
        ])  # fmt: skip
    headings = [
        _("Player"), _("Score"), _("Accuracy"), _("Level"), _("Lost in all"), _("Blunders"),
        _("Mistakes"), _("Inaccuracies"), _("Decisive No"), _("Wasted No"),
        _("Luck-adjusted result"),
    ]  # fmt: skip
    panels = [
        Panel(_("Summary"), None, Numbers(_("In points of 100 chances"), headings, rows),
              is_wide=True)
    ]  # fmt: skip
    for seat, name in enumerate(names):
        entries = words.ledger_rows(analysis, seat)
        label = _("Where the result of {name} came from").format(name=name)
        numbers = [[what, plots.points(amount, sign=not total)] for what, amount, total in entries]
        panels.append(
            Panel(
                name,
                plots.waterfall(entries, label),
                Numbers(label, [_("Entry"), _("Points")], numbers),
            )
        )
    intro = _(
        "Losses count by what the player could know. The ledger adds up: start, deals, own play, "
        "others’ gifts, and cards nobody could know."
    )
    return Chapter(_("Players"), intro, panels)


def decisions(analysis: Analysis) -> Chapter:
    """Return the decisions with a label, the turning points, and all others."""
    names = words.seat_names(analysis)
    headings = [
        _("Moment"), _("Player"), _("Decision"), _("Action"), _("Better"), _("Lost"), _("Label"),
        _("In hindsight"), _("Bits told"),
    ]  # fmt: skip

    def row(d: Decision) -> list[str]:
        return [
            d.moment, names[d.seat], words.phase_word(d.phase), d.action, words.best_of(d),
            words.with_error(d.loss, d.error), words.label_word(d.label),
            "–" if d.hindsight is None else plots.points(d.hindsight),
            f"{d.told[0]:+.1f}".replace("-", "−") if d.told else "–",
        ]  # fmt: skip

    labelled = [row(d) for d in analysis.decisions if d.label]
    points = {(p.moment, p.seat) for p in analysis.turning_points}
    turning = [row(d) for d in analysis.decisions if (d.moment, d.seat) in points]
    special = {
        _("Best bluff"): analysis.best_bluff,
        _("Most telling move"): analysis.most_telling,
    }
    found = "; ".join(f"{name}: {moment}" for name, moment in special.items() if moment)
    panels = [
        Panel(_("Turning points"), None,
              Numbers(_("The decisions that cost most"), headings, turning), found or None,
              is_wide=True),
        Panel(_("Labels"), None,
              Numbers(_("Only where the loss is certain"), headings, labelled), is_wide=True),
    ]  # fmt: skip
    intro = _(
        "Hindsight knows all cards and votes: it is never a label. Single placements get none."
    )
    return Chapter(_("Decisions"), intro, panels)


def beliefs(analysis: Analysis, held: Sequence[Sequence[str]]) -> Chapter:
    """Return what the public could know, at the end of each placing and each round."""
    stored = analysis.beliefs
    players = [name for player in analysis.players for name in player.names]
    panels = []
    for number in range(1, len(held) + 1):
        those = [i for i, m in enumerate(stored.moments) if m.startswith(f"r{number}.")]
        shown = [i for i, m in enumerate(analysis.chart.moments) if m.startswith(f"r{number}.")]
        placed = stored.moments.index(analysis.chart.moments[shown[1]])
        for index in (placed, those[-1]):
            moment = stored.moments[index]
            shares = [[part / PARTS for part in row] for row in stored.favourites[index][0]]
            label = _("What the public could believe at {moment}").format(moment=moment)
            rows = [
                [name, *(f"{share:.0%}" for share in row), f"{known:.1f}"]
                for name, row, known in zip(players, shares, stored.known[index], strict=True)
            ]
            panels.append(
                Panel(
                    moment,
                    plots.heat(players, stored.letters, shares, held[number - 1], label),
                    Numbers(label, [_("Player"), *stored.letters, _("Known")], rows),
                )
            )
    intro = _(
        "The darker, the likelier a favourite, as a reader like sovereign infers; frames are the "
        "cards they held."
    )
    return Chapter(_("Beliefs"), intro, panels)


def votes(analysis: Analysis) -> Chapter:
    """Return every vote, and what it changed."""
    names = words.seat_names(analysis)
    rows = [
        [
            ballot.moment, ballot.candidate, ballot.outcome,
            *(f"{vote.card} {words.effect_word(vote.effect)}" for vote in ballot.votes),
        ]
        for ballot in analysis.ballots
    ]  # fmt: skip
    headings = [_("Moment"), _("Candidate"), _("Outcome"), *names]
    intro = _(
        "By the rules alone: decisive if another card that the player held would have changed the "
        "outcome, wasted if a No or a Bellyache was spent for nothing, otherwise moot."
    )
    numbers = Numbers(_("Every ballot"), headings, rows)
    return Chapter(_("Votes"), intro, [Panel(_("Ballots"), None, numbers, is_wide=True)])


def method(analysis: Analysis) -> Chapter:
    """Return how the analysis was made."""
    rows = [list(row) for row in words.method_rows(analysis)]
    numbers = Numbers(_("How this was computed"), [_("Entry"), _("Value")], rows)
    intro = _("Another judge gives other numbers; the same judge and seed give the same.")
    return Chapter(_("Method"), intro, [Panel(_("Method"), None, numbers, is_wide=True)])
