"""The plots: rows with intervals, columns by turn, lines, distributions and stacked bars."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from kingup.arena.report.svg import (
    LINE,
    SMALL,
    WIDTH,
    Scale,
    cut,
    line,
    marker,
    path,
    picture,
    rect,
    text,
    width_of,
)

MARGIN = 10
"""Room at both sides for signs at the ends of a scale."""

ROW = 52
AXIS = 34


@dataclass(frozen=True, slots=True)
class Interval:
    """A row of a plot: a bot's number with its confidence interval."""

    bot: int
    label: str
    value: float
    low: float
    high: float
    note: str
    """The number in words, at the end of the line."""


def intervals(
    rows: Sequence[Interval],
    scale: tuple[float, float],
    reference: float | None,
    reference_label: str,
    label: str,
    form: str = ".0%",
) -> Markup:
    """Return rows with a sign for each value, a line for its interval, and a reference if any."""
    x = Scale(*scale, MARGIN, WIDTH - MARGIN)
    bottom = len(rows) * ROW + LINE
    parts = _axis(x, LINE, bottom, form)
    if reference is not None:
        parts.append(line(x(reference), LINE - 4, x(reference), bottom, "reference"))
        # The labels of the rows are to the left and right of the reference's label.
        parts.append(_centred(x(reference), LINE - 9, reference_label))
    for i, row in enumerate(rows):
        top = LINE + i * ROW
        y = top + 37
        room = WIDTH - 2 * MARGIN - width_of(row.note, SMALL) - 32
        parts += [
            marker(MARGIN + 7, top + 15, row.bot),
            text(MARGIN + 22, top + 20, cut(row.label, room), class_="t name"),
            text(WIDTH - MARGIN, top + 20, row.note, class_="t2 halo", anchor="end"),
            line(x(row.low), y, x(row.high), y, f"reach c{row.bot % 8}"),
            marker(x(row.value), y, row.bot, tip=f"{row.label}: {row.note}"),
        ]
    return picture(bottom + AXIS, label, parts)


def columns(
    shares: Sequence[Interval],
    signs: Sequence[tuple[int, str, Sequence[float]]],
    reference: float,
    reference_label: str,
    label: str,
) -> Markup:
    """Return a column for each place, with its interval, and the bots' signs beside it.

    `signs` are bots with their names and numbers, place by place.
    """
    height, left = 230, 48
    numbers = [row.high for row in shares] + [v for _b, _n, values in signs for v in values]
    y = Scale(0, min(1.0, max([*numbers, reference]) * 1.08), height, 12)
    step = (WIDTH - left) / len(shares)
    parts = []
    for tick in y.ticks(6):
        parts.append(line(left, y(tick), WIDTH, y(tick), "grid"))
        parts.append(text(left - 8, y(tick) + 5, f"{tick:.0%}", class_="t2", anchor="end"))
    for i, row in enumerate(shares):
        centre = left + (i + 0.5) * step
        wide = min(60, step * 0.62)
        parts.append(
            rect(
                centre - wide / 2,
                y(row.value),
                wide,
                height - y(row.value),
                "column",
                tip=row.note,
            )
        )
        parts.append(line(centre, y(row.low), centre, y(row.high), "whisker"))
        parts.append(text(centre, height + 21, row.label, class_="t2", anchor="middle"))
    parts.append(line(left, y(reference), WIDTH, y(reference), "reference"))
    for k, (bot, name, values) in enumerate(signs):
        for i, value in enumerate(values):
            shift = (k - (len(signs) - 1) / 2) * min(15, step * 0.7 / max(1, len(signs)))
            centre = left + (i + 0.5) * step + shift
            parts.append(marker(centre, y(value), bot, tip=f"{name}: {value:.1%}"))
    parts.append(line(left, height, WIDTH, height, "axis"))
    legend, legend_height = _legend([(bot, name) for bot, name, _v in signs], height + 50)
    parts += legend
    parts.append(line(MARGIN, height + 52 + legend_height, 34, height + 52 + legend_height,
                      "reference"))  # fmt: skip
    parts.append(text(42, height + 57 + legend_height, reference_label, class_="t2"))
    return picture(height + 68 + legend_height, label, parts)


def course(
    points: Sequence[tuple[int, Sequence[tuple[float, float]]]],
    names: Sequence[str],
    label: str,
) -> Markup:
    """Return a line for each bot over the games, each with its value and its spread."""
    height, left, right = 250, 34, 14
    flat = [pair for _game, pairs in points[len(points) // 10 :] for pair in pairs]
    low = min(value - spread for value, spread in flat)
    high = max(value + spread for value, spread in flat)
    x = Scale(0, points[-1][0], left, WIDTH - right)
    y = Scale(low, high, height, 10)
    parts = []
    for tick in y.ticks(6):
        parts.append(line(left, y(tick), WIDTH - right, y(tick), "grid"))
        parts.append(text(left - 8, y(tick) + 5, f"{tick:g}", class_="t2", anchor="end"))
    for tick in x.ticks(4):
        anchor = "end" if x(tick) > WIDTH - 40 else "middle"
        parts.append(text(x(tick), height + 21, f"{tick:,.0f}", class_="t2", anchor=anchor))
    for bot in range(len(names)):
        upper = [(x(g), y(pairs[bot][0] + pairs[bot][1])) for g, pairs in points]
        lower = [(x(g), y(pairs[bot][0] - pairs[bot][1])) for g, pairs in points]
        parts.append(path(upper + lower[::-1], f"band c{bot % 8}", closed=True))
    for bot, name in enumerate(names):
        parts.append(path([(x(g), y(p[bot][0])) for g, p in points], f"course c{bot % 8}"))
        value, spread = points[-1][1][bot]
        tip = f"{name}: {value:.1f} ±{spread:.1f}"
        parts.append(marker(x(points[-1][0]), y(value), bot, tip=tip))
    parts.append(line(left, height, WIDTH - right, height, "axis"))
    legend, legend_height = _legend(list(enumerate(names)), height + 50)
    return picture(height + 46 + legend_height, label, parts + legend)


@dataclass(frozen=True, slots=True)
class Distribution:
    """A row of a plot of distributions."""

    bot: int | None
    label: str
    note: str
    counts: Counter[int]
    mean: float


def distributions(rows: Sequence[Distribution], label: str) -> Markup:
    """Return a curve for each row: how often each number came up, on one common scale."""
    values = [value for row in rows for value in row.counts]
    low, high = min(values), max(values)
    # At most about sixty columns a curve: more would be too thin to see.
    bin_ = max(1, -(-(high - low + 1) // 60))
    low -= low % bin_
    bars = (high - low) // bin_ + 1
    x = Scale(low, low + bars * bin_, MARGIN, WIDTH - MARGIN)
    peak, row_height = 56, 98
    bottom = len(rows) * row_height
    parts = []
    for tick in x.ticks(6):
        # A number is under the middle of its column.
        at = x(tick + bin_ / 2)
        parts.append(text(at, bottom + 21, f"{tick:g}", class_="t2", anchor="middle"))
    for i, row in enumerate(rows):
        base = (i + 1) * row_height - 6
        heights = [0] * bars
        for value, times in row.counts.items():
            heights[(value - low) // bin_] += times
        total, top = max(1, sum(heights)), max(1, *heights)
        colour = "" if row.bot is None else f" c{row.bot % 8}"
        for j, times in enumerate(heights):
            if times:
                start, end = low + j * bin_, low + (j + 1) * bin_ - 1
                span = f"{start}" if bin_ == 1 else f"{start}–{end}"
                grown = max(1.0, times / top * peak)
                parts.append(
                    rect(
                        x(start) + 0.5,
                        base - grown,
                        x(start + bin_) - x(start) - 1,
                        grown,
                        f"area{colour}",
                        tip=f"{span}: {times / total:.1%}",
                    )
                )
        parts.append(line(MARGIN, base, WIDTH - MARGIN, base, "axis"))
        middle = x(row.mean + bin_ / 2)
        parts.append(line(middle, base - peak - 2, middle, base + 5, f"mean{colour}"))
        parts += _row_head(row.bot, row.label, row.note, base - peak - 12)
    return picture(bottom + AXIS - 6, label, parts)


def stacks(rows: Sequence[Distribution], most: int, legend_label: str, label: str) -> Markup:
    """Return a bar for each row, divided by how often each number from 0 to most came up."""
    row_height, top = 54, 36
    parts = [text(MARGIN, 20, legend_label, class_="t2")]
    for value in range(most + 1):
        x = WIDTH - MARGIN - (most + 1 - value) * 40
        parts.append(rect(x, 7, 16, 16, f"shade s{min(value, 4)}"))
        parts.append(text(x + 21, 20, str(value), class_="t2"))
    full = WIDTH - 2 * MARGIN
    for i, row in enumerate(rows):
        y = top + i * row_height
        parts += _row_head(row.bot, row.label, row.note, y + 20)
        at = float(MARGIN)
        for value in range(most + 1):
            part = row.counts[value] / max(1, row.counts.total())
            parts.append(
                rect(at, y + 28, part * full, 16, f"shade s{min(value, 4)}",
                     tip=f"{value}: {part:.1%}")
            )  # fmt: skip
            at += part * full
        parts.append(rect(MARGIN, y + 28, full, 16, "frame"))
    return picture(top + len(rows) * row_height, label, parts)


def _row_head(bot: int | None, label: str, note: str, y: float) -> list[str]:
    start = MARGIN if bot is None else MARGIN + 22
    room = WIDTH - MARGIN - start - width_of(note, SMALL) - 12
    parts = [] if bot is None else [marker(MARGIN + 7, y - 5, bot)]
    parts.append(text(start, y, cut(label, room), class_="t name"))
    parts.append(text(WIDTH - MARGIN, y, note, class_="t2", anchor="end"))
    return parts


def _axis(x: Scale, top: float, bottom: float, form: str) -> list[str]:
    parts = []
    for tick in x.ticks(6):
        parts.append(line(x(tick), top, x(tick), bottom, "grid"))
        words = format(tick, form) if tick else format(0, form).lstrip("+")
        parts.append(_centred(x(tick), bottom + 21, words))
    parts.append(line(x(x.low), bottom, x(x.high), bottom, "axis"))
    return parts


def _centred(x: float, y: float, words: str) -> str:
    """Return a text centred on x, moved as little as needed to stay in the picture."""
    half = width_of(words) / 2
    if x - half < 0:
        return text(0, y, words, class_="t2")
    if x + half > WIDTH:
        return text(WIDTH, y, words, class_="t2", anchor="end")
    return text(x, y, words, class_="t2", anchor="middle")


def _legend(bots: Sequence[tuple[int, str]], y: float) -> tuple[list[str], float]:
    """Return signs with names, in as many lines as they need, and how high that is."""
    parts: list[str] = []
    x, lines = float(MARGIN), 1
    for bot, name in bots:
        wide = width_of(name) + 40
        if x > MARGIN and x + wide > WIDTH:
            x, lines = MARGIN, lines + 1
        at = y + (lines - 1) * LINE
        parts.append(marker(x + 7, at, bot))
        parts.append(text(x + 20, at + 5, cut(name, WIDTH - 40), class_="t"))
        x += wide
    return parts, lines * LINE
