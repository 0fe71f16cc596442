"""The chart of the scores: a line for each seat, in SVG coordinates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kingup.history import Crowning
from kingup.language import _
from kingup.telling.words import players_of, seat_name
from kingup.view import View
from kingup.web.pages.result.score_sheet import start_score

LEFT, RIGHT, TOP, BOTTOM = 44, 548, 18, 240
"""The drawing's edges, in a box of 560 by 280."""
STEPS = (5, 10, 20, 25, 50, 100)
MOST_LINES = 5


@dataclass(frozen=True, slots=True)
class Mark:
    """A label on an axis."""

    at: int
    text: str


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A seat's line."""

    colour: int
    name: str
    total: int
    points: tuple[tuple[int, int], ...]

    @property
    def path(self) -> str:
        """The line as an SVG path."""
        return "M" + "L".join(f"{x} {y}" for x, y in self.points)


@dataclass(frozen=True, slots=True)
class ScoreChart:
    """A line chart, ready to draw."""

    grid: tuple[Mark, ...]
    columns: tuple[Mark, ...]
    lines: tuple[ScoreLine, ...]
    """The highest score first."""
    description: str


def chart(view: View, colours: Sequence[int]) -> ScoreChart:
    """Return the chart of all finished rounds; `colours` are the seats' pennants."""
    series = [
        (colours[seat], seat_name(view, seat), _scores(view, seat))
        for seat in range(len(view.seats))
    ]
    if view.emissary is not None:
        series.append((0, _("Emissary"), _emissary_scores(view)))
    series.sort(key=lambda entry: -entry[2][-1])
    rounds = len(series[0][2]) - 1
    step, top = _scale(max(score for _c, _n, scores in series for score in scores))
    across = [LEFT + (RIGHT - LEFT - 14) * i // max(1, rounds) for i in range(rounds + 1)]

    def height(score: int) -> int:
        return BOTTOM - (BOTTOM - TOP) * score // top

    description = ", ".join(f"{name} {scores[-1]}" for _colour, name, scores in series)
    return ScoreChart(
        tuple(Mark(height(score), str(score)) for score in range(0, top + 1, step)),
        tuple(
            Mark(x, _("Round {number}").format(number=i) if i else _("Start"))
            for i, x in enumerate(across)
        ),
        tuple(
            ScoreLine(
                colour, name, scores[-1], tuple(zip(across, map(height, scores), strict=True))
            )
            for colour, name, scores in series
        ),
        _("Points after each round; now: {points}").format(points=description),
    )


def _ended(view: View) -> list[Crowning]:
    """Return the last crowning of each finished round."""
    return [round_.crownings[-1] for round_ in view.rounds if round_.castle is not None]


def _scores(view: View, seat: int) -> list[int]:
    """Return a seat's score at the start and after each round: that of its lowest player."""
    players = players_of(view, seat)
    later = [min(crowned.scores[player] for player in players) for crowned in _ended(view)]
    return [start_score(view, seat), *later]


def _emissary_scores(view: View) -> list[int]:
    return [start_score(view, None), *(crowned.emissary_score or 0 for crowned in _ended(view))]


def _scale(most: int) -> tuple[int, int]:
    """Return the distance between grid lines, and the value of the highest."""
    step = next((step for step in STEPS if step * MOST_LINES >= most), STEPS[-1])
    return step, max(step, -(-most // step) * step)
