"""The plots of an analysis: chances over time, ledgers and beliefs."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from kingup.arena.report.svg import (
    LINE,
    WIDTH,
    Scale,
    cut,
    element,
    line,
    marker,
    path,
    picture,
    rect,
    text,
    width_of,
)

WIDE = 860

MARGIN = 10

SEATS = range(16)
MOST_BITS = 4.0
"""The bits to the end of a small line: nearly the whole card."""

Row = Sequence[float]


def points(value: float, *, sign: bool = False) -> str:
    """Return a chance in points of 100."""
    words = f"{100 * value:+.0f}" if sign else f"{100 * value:.0f}"
    return "0" if words in ("-0", "+0") else words.replace("-", "−")


def chances(
    names: Sequence[str],
    moments: Sequence[str],
    lines: Sequence[tuple[int, Row, Row, Row]],
    signs: Sequence[tuple[str, int, str]],
    label: str,
    *,
    width: float = WIDE,
    dotted: Sequence[tuple[int, Row]] = (),
    marks: Sequence[int] = SEATS,
) -> Markup:
    """Return chances over time: by seat its values, and the edges of its band.

    `signs` are decisions to mark: moment, seat and words. `dotted` are more lines without bands,
    and `marks` say by seat which colour and shape it has.
    """
    height, left, right = 300, 48, 16
    x = Scale(0, max(1, len(moments) - 1), left, width - right)
    y = Scale(0, 1, height, 14)
    parts = []
    for tick in (0, 0.25, 0.5, 0.75, 1):
        parts.append(line(left, y(tick), width - right, y(tick), "grid"))
        parts.append(text(left - 8, y(tick) + 5, f"{tick:.0%}", class_="t2", anchor="end"))
    for i, name in enumerate(moments):
        parts.append(line(x(i), height, x(i), height + (9 if name.endswith("v") else 5), "tick"))
        if name.endswith(".0"):
            parts.append(line(x(i), 14, x(i), height, "axis"))
            parts.append(text(x(i) + 4, height + 24, name[:-2], class_="t2"))
    for seat, values, low, high in lines:
        upper = [(x(i), y(value)) for i, value in enumerate(high)]
        lower = [(x(i), y(value)) for i, value in enumerate(low)]
        parts.append(path(upper + lower[::-1], f"band c{marks[seat] % 8}", closed=True))
        parts.append(
            path([(x(i), y(v)) for i, v in enumerate(values)], f"course c{marks[seat] % 8}")
        )
    for seat, values in dotted:
        course = [(x(i), y(v)) for i, v in enumerate(values)]
        parts.append(path(course, f"course dotted c{marks[seat] % 8}"))
    for seat, values, _low, _high in lines:
        tip = f"{names[seat]}: {values[-1]:.0%}"
        parts.append(marker(x(len(values) - 1), y(values[-1]), marks[seat], tip=tip))
    for moment, seat, words in signs:
        at = nearest(moments, moment)
        values = next(each[1] for each in lines if each[0] == seat)
        parts.append(
            element("circle", element("title", words), cx=x(at), cy=y(values[at]), r=6.0,
                    class_="bad")
        )  # fmt: skip
    parts.append(line(left, height, width - right, height, "axis"))
    legend, tall = _legend(
        [(marks[seat], names[seat]) for seat, *_rest in lines], height + 50, width
    )
    return picture(height + 46 + tall, label, parts + legend, width)


def nearest(moments: Sequence[str], moment: str) -> int:
    """Return the index of a moment, or of the first shown at or after it."""
    key = order_of(moment)
    return next((i for i, each in enumerate(moments) if order_of(each) >= key), len(moments) - 1)


def order_of(moment: str) -> tuple[int, int, bool]:
    """Return a key that sorts moments by time."""
    round_, _, move = moment[1:].partition(".")
    return int(round_), int(move.rstrip("v")), move.endswith("v")


def waterfall(entries: Sequence[tuple[str, float, bool]], label: str) -> Markup:
    """Return a ledger as bars from left to right: name, amount, and whether it is a total."""
    row, start = 40, 8
    total = low = high = 0.0
    spans = []
    for name, amount, is_total in entries:
        begin = 0.0 if is_total else total
        total = amount if is_total else total + amount
        spans.append((name, amount, begin, total, is_total))
        low, high = min(low, total, begin), max(high, total, begin)
    x = Scale(low, high, MARGIN, WIDTH - MARGIN)
    parts = []
    for i, (name, amount, begin, end, is_total) in enumerate(spans):
        y = start + i * row
        words = points(amount, sign=not is_total)
        kind = "sum" if is_total else "gain" if amount >= 0 else "cost"
        left, right = sorted((x(begin), x(end)))
        parts += [
            text(MARGIN, y + 14, cut(name, WIDTH - 90), class_="t"),
            text(WIDTH - MARGIN, y + 14, words, class_="t2", anchor="end"),
            line(x(0), y + 18, x(0), y + 35, "axis"),  # beside the bar only: no label is crossed
            rect(left, y + 20, max(1.5, right - left), 13, kind, tip=f"{name}: {words}"),
        ]
    return picture(start + row * len(spans) + 4, label, parts)


def heat(
    names: Sequence[str],
    letters: str,
    shares: Sequence[Row],
    held: Sequence[str],
    label: str,
    *,
    characters: Sequence[str] = (),
    bits: Sequence[Row] = (),
) -> Markup:
    """Return beliefs as a map: a row a player, a column a character; a frame is the truth.

    `characters` are their names. `bits` are what each player has told so far, drawn as a line
    beside the row, from bottom (misled) to top.
    """
    left, top, row = 100.0, 26.0, 34.0
    right = 74.0 if bits else 4.0
    column = (WIDTH - left - right) / len(letters)
    tips = characters or letters
    parts = []
    for i, letter in enumerate(letters):
        middle = left + (i + 0.5) * column
        parts.append(text(middle, 18, letter, class_="t2", anchor="middle"))
    for j, name in enumerate(names):
        y = top + j * row
        parts.append(text(left - 8, y + 21, cut(name, left - 8), class_="t", anchor="end"))
        for i, letter in enumerate(letters):
            share = shares[j][i]
            parts.append(
                rect(left + i * column, y, column, row - 4, "heat", tip=f"{tips[i]}: {share:.0%}",
                     fill_opacity=f"{0.05 + 0.95 * share:.2f}")
            )  # fmt: skip
            if letter in held[j]:
                parts.append(rect(left + i * column + 2, y + 2, column - 4, row - 8, "held"))
        if bits:
            parts += _spark(bits[j], WIDTH - right + 8, WIDTH - 2.0, y)
    return picture(top + row * len(names), label, parts)


def _spark(values: Row, left: float, right: float, top: float) -> list[str]:
    """Return bits over time as a small line around nothing told."""
    reach = max(MOST_BITS, *(abs(value) for value in values))
    x = Scale(0, max(1, len(values) - 1), left, right - 6)
    y = Scale(-reach, reach, top + 28, top + 2)
    course = [(x(i), y(value)) for i, value in enumerate(values)]
    return [
        line(left, y(0), right, y(0), "grid"),
        path(course, "spark"),
        element("circle", element("title", f"{values[-1]:+.1f}".replace("-", "−")),
                cx=course[-1][0], cy=course[-1][1], r=3.0, class_="spot"),
    ]  # fmt: skip


def _legend(seats: Sequence[tuple[int, str]], y: float, width: float) -> tuple[list[str], float]:
    parts: list[str] = []
    x, lines = float(MARGIN), 1
    for seat, name in seats:
        wide = width_of(name) + 40
        if x > MARGIN and x + wide > width:
            x, lines = MARGIN, lines + 1
        at = y + (lines - 1) * LINE
        parts.append(marker(x + 7, at, seat))
        parts.append(text(x + 20, at + 5, cut(name, width - 40), class_="t"))
        x += wide
    return parts, lines * LINE
