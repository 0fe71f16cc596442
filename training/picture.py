"""Draw a run: python -m training.picture FOLDER

Reads curves.csv and strength.csv and writes curves.svg: shares of wins with the fair share,
losses, entropies and speed over the minutes of the run. The SVG is written by hand: matplotlib
would be a development dependency for one line chart, and would change the pictures kept in runs/.
"""

from __future__ import annotations

import csv
import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

WIDTH, HEIGHT = 720, 220
LEFT, RIGHT, TOP, BOTTOM = 62, 220, 34, 30
COLOURS = ("#8a1c3b", "#1b6b8f", "#3f7d20", "#b8860b", "#5b3f8c", "#7a4b2a", "#2f4858", "#c2571a")
DASHES = ("", "7 4", "2 3", "9 3 2 3")


@dataclass(frozen=True)
class PlotPanel:
    """One plot: a title, columns of a CSV file, and a reference line."""

    title: str
    table: str
    columns: tuple[str, ...]
    reference: float | None = None


PANELS = (
    PlotPanel(
        "Share of wins in one of four seats", "strength.csv",
        ("kingup-courtiers", "vive-le-roi-courtiers", "kingup-pages", "vive-le-roi-pages",
         "kingup-first", "vive-le-roi-first", "kingup-last", "vive-le-roi-last"), 0.25,
    ),
    PlotPanel(
        "Share of wins from clones, in four seats and at large tables", "strength.csv",
        ("kingup-chancellor", "vive-le-roi-chancellor", "kingup-chancellor-50000",
         "vive-le-roi-chancellor-50000", "kingup-searcher", "vive-le-roi-searcher",
         "kingup-6-chancellor", "vive-le-roi-7-chancellor"),
    ),
    PlotPanel("Share of wins alone among three others", "curves.csv", ("share",), 0.25),
    PlotPanel("Losses of values, in nats", "curves.csv", ("critic", "value")),
    PlotPanel("Favourites, in nats a player", "curves.csv", ("cards",)),
    PlotPanel(
        "Entropy, in nats", "curves.csv",
        ("entropy-place", "entropy-climb", "entropy-vote", "entropy-ambition"),
    ),
    PlotPanel("Distance to the policy that played, in nats", "curves.csv", ("kl",)),
    PlotPanel("Millions of decisions a second", "curves.csv", ("speed",)),
)  # fmt: skip


def read_table(path: Path) -> dict[str, list[float]]:
    """Return the columns of a CSV file as numbers; other cells become NaN."""
    columns: dict[str, list[float]] = {}
    if path.exists():
        with path.open(encoding="utf-8") as file:
            for row in csv.DictReader(file):
                for name, text in row.items():
                    columns.setdefault(name, []).append(_number(text))
    return columns


def _number(text: str | None) -> float:
    try:
        return float(text or "nan")
    except ValueError:
        return float("nan")


def panel(
    shape: PlotPanel, columns: dict[str, list[float]], top: float, first: float
) -> list[str]:
    """Return the elements of one plot that starts at minute `first`."""
    minutes = columns.get("minutes", [])
    lines = [(name, columns[name]) for name in shape.columns if name in columns]
    scale = 1e-6 if shape.columns == ("speed",) else 1.0
    values = [scale * v for _, line in lines for v in line if v == v]
    parts = [_text(LEFT, top + 20, shape.title, "title")]
    if not values:
        return [*parts, _text(LEFT, top + 60, "nothing yet", "small")]
    low = min(0.0, *values)
    high = max([*values, shape.reference or 0.0]) * 1.05 or 1.0
    last = max(max(minutes), first + 1e-9)
    bottom = top + HEIGHT - BOTTOM

    def x(value: float) -> float:
        return LEFT + (value - first) / (last - first) * (WIDTH - LEFT - RIGHT)

    def y(value: float) -> float:
        return bottom - (value - low) / (high - low) * (HEIGHT - TOP - BOTTOM)

    for value in marks(low, high):
        parts.append(_line(LEFT, y(value), WIDTH - RIGHT, y(value), "grid"))
        parts.append(_text(LEFT - 6, y(value) + 4, f"{value:.3g}", "small", "end"))
    for value in marks(first, last):
        parts.append(_text(x(value), bottom + 18, f"{value:.3g}", "small", "middle"))
    if shape.reference is not None:
        at = y(shape.reference)
        parts.append(_line(LEFT, at, WIDTH - RIGHT, at, "reference"))
        parts.append(_text(WIDTH - RIGHT + 6, at + 4, "fair", "small"))
    for number, (name, line) in enumerate(lines):
        points = [(x(m), y(scale * v)) for m, v in zip(minutes, line, strict=False) if v == v]
        colour = COLOURS[number % len(COLOURS)]
        parts.append(_path(points, colour, DASHES[number // 2 % len(DASHES)]))
        height = top + TOP + 14 + 19 * number
        parts.append(_path([(WIDTH - RIGHT + 42, height - 4), (WIDTH - RIGHT + 66, height - 4)],
                           colour, DASHES[number // 2 % len(DASHES)]))  # fmt: skip
        parts.append(_text(WIDTH - RIGHT + 72, height, name, "small"))
    return parts


def marks(low: float, high: float) -> list[float]:
    """Return three to eight round numbers for an axis from low to high."""
    size = 10.0 ** math.floor(math.log10(high - low))
    step = next(size * part for part in (0.2, 0.5, 1.0, 2.0) if (high - low) / (size * part) <= 7)
    return [i * step for i in range(math.ceil(low / step), math.floor(high / step) + 1)]


def _text(x: float, y: float, words: str, kind: str, anchor: str = "start") -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}" text-anchor="{anchor}">'
        f"{escape(words)}</text>"
    )


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>'


def _path(points: Sequence[tuple[float, float]], colour: str, dash: str) -> str:
    if not points:
        return ""
    if len(points) == 1:  # a line of one point cannot be seen
        return f'<circle cx="{points[0][0]:.1f}" cy="{points[0][1]:.1f}" r="4" fill="{colour}"/>'
    steps = " ".join(f"{x:.1f} {y:.1f}" for x, y in points)
    return (
        f'<path d="M{steps}" fill="none" stroke="{colour}" stroke-width="2" '
        f'stroke-dasharray="{dash}"/>'
    )


STYLE = (
    "text{font:13px Georgia,serif;fill:#2b2118}.title{font-weight:bold;font-size:15px}"
    ".small{font-size:11px}.grid{stroke:#d9cdb8}.reference{stroke:#2b2118;stroke-dasharray:3 3}"
)


def draw(folder: Path) -> str:
    """Return the picture of a run's folder."""
    parts: list[str] = []
    shapes = [(shape, read_table(folder / shape.table)) for shape in PANELS]
    # Earlier runs did not record every column.
    shapes = [
        (shape, table) for shape, table in shapes if not table or table.keys() & shape.columns
    ]
    # A run that continues another begins at the minute where that one stopped.
    begun = [table["minutes"][0] for _, table in shapes if table.get("minutes")]
    first = float(math.floor(min(begun, default=0.0)))
    for i, (shape, table) in enumerate(shapes):
        parts += panel(shape, table, i * HEIGHT, first)
    height = HEIGHT * len(shapes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        f'aria-label="Curves of a training run, by minute"><style>{STYLE}</style>'
        f'<rect width="{WIDTH}" height="{height}" fill="#fbf6ea"/>{"".join(parts)}</svg>\n'
    )


def main() -> None:
    """Write curves.svg into a run's folder."""
    folder = Path(sys.argv[1])
    (folder / "curves.svg").write_text(draw(folder), encoding="utf-8")


if __name__ == "__main__":
    main()
