"""The chapters of an analysis."""

from __future__ import annotations

from collections.abc import Sequence

from kingup.analysis.analysis import PARTS, Analysis
from kingup.analysis.ballots import CastVote
from kingup.analysis.chart import OPEN
from kingup.analysis.decisions import Decision
from kingup.analysis.report import plots, words
from kingup.analysis.report.sections import (
    AnalysisChapter,
    AnalysisHighlight,
    AnalysisPanel,
    Numbers,
)
from kingup.language import _
from kingup.telling.words import label_of, listed


def highlights(analysis: Analysis) -> list[AnalysisHighlight]:
    """Return what is worth telling first: turning points, bluffs, and No cards."""
    names = words.seat_names(analysis)
    by_moment = {(d.moment, d.seat): d for d in analysis.decisions}
    found = []
    for point in analysis.turning_points:
        d = by_moment[point.moment, point.seat]
        text = _("{name}: {action}. It lost {points} points of 100.").format(
            name=names[d.seat],
            action=words.action_words(analysis, d.phase, d.action),
            points=plots.points(d.loss),
        )
        found.append(AnalysisHighlight(_("Turning point"), text, d.moment, d.seat))
    bluff = _("{name}: {action}. It misled the public by {bits} bits.")
    telling = _("{name}: {action}. It told the public {bits} bits.")
    for title, moment, template, sign in (
        (_("Best bluff"), analysis.best_bluff, bluff, -1),
        (_("Most telling move"), analysis.most_telling, telling, 1),
    ):
        those = [d for d in analysis.decisions if d.moment == moment and d.told]
        if those:
            d = max(those, key=lambda each: sign * each.told[0])
            action = words.action_words(analysis, d.phase, d.action)
            bits = f"{abs(d.told[0]):.1f}"
            text = template.format(name=names[d.seat], action=action, bits=bits)
            found.append(AnalysisHighlight(title, text, d.moment, d.seat))
    for title, counts in (
        (_("Decisive No cards"), [player.decisive_no for player in analysis.players]),
        (_("Wasted No cards"), [player.wasted_no for player in analysis.players]),
    ):
        those_names = [
            f"{name} ({count})" for name, count in zip(names, counts, strict=True) if count
        ]
        found.append(AnalysisHighlight(title, listed(those_names) or _("none")))
    return found


def chances(analysis: Analysis, marks: Sequence[int] = plots.SEATS) -> AnalysisChapter:
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
        AnalysisPanel(
            _("All cards open"),
            plots.chances(names, chart.moments, lines, signs, label, marks=marks),
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
            AnalysisPanel(
                names[seat],
                plots.chances(
                    names, chart.moments,
                    [(seat, mine, [r[seat] for r in own.low], [r[seat] for r in own.high])],
                    [], label, width=440, dotted=[(seat, lines[seat][1])], marks=marks,
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
    return AnalysisChapter(_("Chances over time"), intro, panels)


def players(analysis: Analysis) -> AnalysisChapter:
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
        AnalysisPanel(
            _("Summary"),
            None,
            Numbers(_("In points of 100 chances"), headings, rows),
            is_wide=True,
        )
    ]
    for seat, name in enumerate(names):
        entries = words.ledger_rows(analysis, seat)
        label = _("Where the result of {name} came from").format(name=name)
        numbers = [[what, plots.points(amount, sign=not total)] for what, amount, total in entries]
        panels.append(
            AnalysisPanel(
                name,
                plots.waterfall(entries, label),
                Numbers(label, [_("Entry"), _("Points")], numbers),
            )
        )
    intro = _(
        "Losses count by what the player could know. The ledger adds up: start, deals, own play, "
        "others’ gifts, and cards nobody could know."
    )
    return AnalysisChapter(_("Players"), intro, panels)


def decision_table(
    analysis: Analysis, caption: str, those: Sequence[Decision], *, is_open: bool = True
) -> Numbers:
    """Return decisions as a table; only with `is_open` with what nobody could know."""
    names = words.seat_names(analysis)
    headings = [_("Moment"), _("Player"), _("Decision"), _("Action"), _("Better"), _("Lost"),
                _("Label")]  # fmt: skip
    if is_open:
        headings += [_("In hindsight"), _("Bits told")]
    rows = []
    for d in those:
        row = [
            d.moment, names[d.seat], words.phase_word(d.phase),
            words.action_words(analysis, d.phase, d.action),
            words.action_words(analysis, d.phase, words.best_of(d)),
            words.with_error(d.loss, d.error), words.label_word(d.label),
        ]  # fmt: skip
        if is_open:
            row.append("–" if d.hindsight is None else plots.points(d.hindsight))
            row.append(words.bits_words(d.told[0]) if d.told else "–")
        rows.append(row)
    return Numbers(caption, headings, rows)


def decisions(analysis: Analysis) -> AnalysisChapter:
    """Return the turning points, the decisions with a label, and everybody's decisions."""
    points = {(p.moment, p.seat) for p in analysis.turning_points}
    turning = [d for d in analysis.decisions if (d.moment, d.seat) in points]
    labelled = [d for d in analysis.decisions if d.label]
    special = {
        _("Best bluff"): analysis.best_bluff,
        _("Most telling move"): analysis.most_telling,
    }
    found = "; ".join(f"{name}: {moment}" for name, moment in special.items() if moment)
    panels = [
        AnalysisPanel(
            _("Turning points"),
            None,
            decision_table(analysis, _("The decisions that cost most"), turning),
            found or None,
            is_wide=True,
        ),
        AnalysisPanel(
            _("Labels"),
            None,
            decision_table(analysis, _("Only where the loss is certain"), labelled),
            is_wide=True,
        ),
    ]
    for seat, name in enumerate(words.seat_names(analysis)):
        caption = _("All decisions of {name} that were not forced").format(name=name)
        mine = [d for d in analysis.decisions if d.seat == seat]
        numbers = decision_table(analysis, caption, mine)
        panels.append(AnalysisPanel(name, None, numbers, is_wide=True, is_folded=True))
    intro = _(
        "Hindsight knows all cards and votes: it is never a label. Single placements get none."
    )
    return AnalysisChapter(_("Decisions"), intro, panels)


def secrets(analysis: Analysis) -> AnalysisChapter:
    """Return how well everybody kept their card, as the public could infer it."""
    players = [name for player in analysis.players for name in player.names]
    rows = [
        [
            players[secret.player],
            str(secret.round),
            words.bits_words(secret.told),
            f"{secret.covered:.0%}",
            secret.uncovered or "–",
            listed([players[each] for each in secret.fooled]) or "–",
        ]
        for secret in analysis.secrets
    ]
    headings = [
        _("Player"), _("Round"), _("Bits told"), _("Covered"), _("Covered until"), _("Fooled"),
    ]  # fmt: skip
    intro = _(
        "Bits told say how much likelier the true card became to the public; a negative number "
        "misled. A card is covered while it is not the likeliest guess."
    )
    numbers = Numbers(_("What everybody told about their card"), headings, rows)
    return AnalysisChapter(
        _("Secrets"), intro, [AnalysisPanel(_("Told"), None, numbers, is_wide=True)]
    )


def belief_panel(
    analysis: Analysis,
    index: int,
    held: Sequence[str],
    *,
    observer: int = 0,
    is_open: bool = True,
    title: str | None = None,
    note: str = "",
) -> AnalysisPanel:
    """Return what an observer (0: the public, then the players) could believe at a moment.

    `held` are the cards to frame by player, empty where they stay hidden. With `is_open` also what
    everybody has told the public in this round, which follows from their cards.
    """
    stored = analysis.beliefs
    players = [name for player in analysis.players for name in player.names]
    moment = stored.moments[index]
    who = _("the public") if observer == 0 else players[observer - 1]
    shares = [[part / PARTS for part in row] for row in stored.favourites[index][observer]]
    label = _("What {who} could believe at {moment}").format(who=who, moment=moment)
    characters = [label_of(analysis, letter) for letter in stored.letters]
    headings = [_("Player"), *stored.letters]
    rows = [
        [name, *(f"{share:.0%}" for share in row)]
        for name, row in zip(players, shares, strict=True)
    ]
    told: list[list[float]] = []
    if is_open:
        start = stored.moments.index(moment.partition(".")[0] + ".0")
        for player, row in enumerate(rows):
            bits = [each[player] for each in stored.bits[start : index + 1]]
            told.append([sum(bits[: i + 1]) for i in range(len(bits))])
            row += [f"{stored.known[index][player]:.1f}", words.bits_words(told[player][-1])]
        headings += [_("Known"), _("Bits told")]
    plot = plots.heat(
        players, stored.letters, shares, held, label, characters=characters, bits=told
    )
    return AnalysisPanel(title or moment, plot, Numbers(label, headings, rows), note or None)


def beliefs(analysis: Analysis, held: Sequence[Sequence[str]]) -> AnalysisChapter:
    """Return what the public could know, at the end of each placing and each round."""
    stored = analysis.beliefs
    panels = []
    for number in range(1, len(held) + 1):
        those = [i for i, m in enumerate(stored.moments) if m.startswith(f"r{number}.")]
        shown = [i for i, m in enumerate(analysis.chart.moments) if m.startswith(f"r{number}.")]
        placed = stored.moments.index(analysis.chart.moments[shown[1]])
        for index in (placed, those[-1]):
            panels.append(belief_panel(analysis, index, held[number - 1]))
    intro = _(
        "The darker, the likelier a favourite, as a reader like sovereign infers; frames are the "
        "cards they held. The small lines are the bits told so far."
    )
    return AnalysisChapter(_("Beliefs"), intro, panels)


def votes(analysis: Analysis) -> AnalysisChapter:
    """Return every vote, and what it changed."""
    names = words.seat_names(analysis)
    pivotal = {(d.moment, d.seat): d.pivotal for d in analysis.decisions if d.phase == "vote"}

    def cell(moment: str, vote: CastVote) -> str:
        text = f"{vote.card} {words.effect_word(vote.effect)}"
        chance = pivotal.get((moment, vote.seat))
        return text if chance is None else f"{text} ({chance:.0%})"

    rows = [
        [
            ballot.moment, ballot.candidate, ballot.outcome,
            *(cell(ballot.moment, vote) for vote in ballot.votes),
        ]
        for ballot in analysis.ballots
    ]  # fmt: skip
    headings = [_("Moment"), _("Candidate"), _("Outcome"), *names]
    intro = _(
        "By the rules alone: decisive if another card that the player held would have changed the "
        "outcome, wasted if a No or a Bellyache was spent for nothing, otherwise moot."
    )
    numbers = Numbers(_("Every ballot"), headings, rows)
    note = _("In brackets: in how many of all possible deals the card decided, before the vote.")
    panel = AnalysisPanel(_("Ballots"), None, numbers, note, is_wide=True)
    return AnalysisChapter(_("Votes"), intro, [panel])


def method(analysis: Analysis) -> AnalysisChapter:
    """Return how the analysis was made."""
    rows = [list(row) for row in words.method_rows(analysis)]
    numbers = Numbers(_("How this was computed"), [_("Entry"), _("Value")], rows)
    intro = _("Another judge gives other numbers; the same judge and seed give the same.")
    return AnalysisChapter(
        _("Method"), intro, [AnalysisPanel(_("Method"), None, numbers, is_wide=True)]
    )
