"""One moment of a game: what led to it, everybody's chances, and what could be believed.

Nothing that lies after the moment is in it. With `is_open` it knows all cards; otherwise only what
its observer could know then.
"""

from __future__ import annotations

from dataclasses import dataclass

from kingup.analysis import Analysis
from kingup.analysis.chart import OPEN
from kingup.analysis.moments import moments_of
from kingup.analysis.report import chapters, plots, words
from kingup.analysis.report.sections import AnalysisPanel, Numbers
from kingup.game import Game
from kingup.language import _
from kingup.tables import Table
from kingup.telling.narration import tell_moment


@dataclass(frozen=True, slots=True)
class MomentPanel:
    """What is shown of a moment."""

    name: str
    words: str
    observer: str
    """public, or a seat's number from 1."""
    decisions: Numbers | None
    """The decisions that led to it. They stay hidden until they are asked for."""
    votes: tuple[str, ...]
    """How likely each card of a vote was to decide it."""
    beliefs: AnalysisPanel
    chances: AnalysisPanel


def moment_panel(
    analysis: Analysis, table: Table, at: str, observer: str, *, is_open: bool
) -> MomentPanel:
    """Return a moment as an observer could know it, or with all cards open."""
    game = _game_of(table)
    index = analysis.beliefs.moments.index(at)
    seat = int(observer) - 1 if observer.isdigit() else None
    number = int(at[1 : at.index(".")])
    favourites = game.rounds[number - 1].deal.favourites
    held = [
        card if is_open or game.seat_of(player) == seat else ""
        for player, card in enumerate(favourites)
    ]
    # What a decision lost follows from its player's cards.
    those = [d for d in analysis.decisions if d.moment == at and (is_open or d.seat == seat)]
    caption = _("What led to this moment, by what its players could know")
    numbers = chapters.decision_table(analysis, caption, those, is_open=is_open)
    # All rows are of this moment.
    numbers = Numbers(caption, numbers.headings[1:], [row[1:] for row in numbers.rows])
    return MomentPanel(
        name=at,
        words=dict(moments_in_words(table))[at],
        observer=observer,
        decisions=numbers if those else None,
        votes=tuple(filter(None, (words.pivotal_words(analysis, d) for d in those))),
        beliefs=chapters.belief_panel(
            analysis,
            index,
            held,
            observer=0 if seat is None else game.state.first_of[seat] + 1,
            is_open=is_open,
            title=_("Beliefs"),
            note=words.moved_words(analysis, [d for d in analysis.decisions if d.moment == at]),
        ),
        chances=_chances(analysis, table, at, OPEN if is_open else observer),
    )


def moments_in_words(table: Table) -> tuple[tuple[str, str], ...]:
    """Return all moments of a finished game: their names, and what happened there."""
    view = table.view(None)
    return tuple(
        (moment.name, tell_moment(view, moment.round, moment.moves))
        for moment in moments_of(_game_of(table))
    )


def _game_of(table: Table) -> Game:
    if table.game is None:
        raise ValueError(table.code)
    return table.game


def _chances(analysis: Analysis, table: Table, at: str, observer: str) -> AnalysisPanel:
    """Return everybody's chances until a moment: open, or as the public or a seat could judge."""
    chart, names = analysis.chart, words.seat_names(analysis)
    found = chart.line(observer)
    last = plots.order_of(at)
    until = sum(plots.order_of(moment) <= last for moment in chart.moments)
    moments = chart.moments[:until]
    lines = [
        (seat, [row[seat] for row in found.chances[:until]],
         [row[seat] for row in found.low[:until]], [row[seat] for row in found.high[:until]])
        for seat in range(len(names))
    ]  # fmt: skip
    label = _("Chances to win until {moment}").format(moment=at)
    rows = [
        [moment, *(f"{row[seat]:.0%}" for seat in range(len(names)))]
        for moment, row in zip(moments, found.chances[:until], strict=True)
    ]
    plot = plots.chances(names, moments, lines, [], label, width=440, marks=marks_of(table))
    return AnalysisPanel(_("Chances"), plot, Numbers(label, [_("Moment"), *names], rows))


def marks_of(table: Table) -> list[int]:
    """Return by seat the mark that plots give it: the colour of its pennant."""
    found, player = [], 0
    for size in table.setting.setup.seats:
        found.append(table.sitter(player).colour - 1)
        player += size
    return found
