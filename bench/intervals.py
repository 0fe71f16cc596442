"""A chart of shares of wins: a row for each, with its interval and its goal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from bench.table import percent

WIDTH, ROW, TOP, LEFT, RIGHT = 900, 30, 62, 430, 80

STYLE = (
    "text{font:13px Georgia,serif;fill:#2b2118}.title{font-weight:bold;font-size:15px}"
    ".grid{stroke:#d9cdb8}.reach{stroke:#8a1c3b;stroke-width:3}.dot{fill:#8a1c3b}"
    ".goal{stroke:#2b2118;stroke-width:2}"
)


@dataclass(frozen=True)
class Bar:
    """A share of wins, from 0 to 1, with its interval and its goal."""

    label: str
    share: float
    low: float
    high: float
    goal: float


def draw_bars(title: str, bars: Sequence[Bar]) -> str:
    """Return the chart as SVG: dots with intervals, and a vertical line for each goal."""
    top = max([bar.high for bar in bars if bar.high == bar.high] + [bar.goal for bar in bars])
    most = next((share for share in (0.25, 0.5) if top <= share), 1.0)
    height = TOP + ROW * len(bars) + 16

    def x(value: float) -> float:
        return LEFT + min(max(value, 0.0), most) / most * (WIDTH - LEFT - RIGHT)

    parts = [f'<text x="16" y="26" class="title">{escape(title)}</text>']
    for i in range(6):
        value = most * i / 5
        parts.append(f'<line x1="{x(value):.1f}" y1="{TOP - 8}" x2="{x(value):.1f}" '
                     f'y2="{height - 12}" class="grid"/>')  # fmt: skip
        parts.append(f'<text x="{x(value):.1f}" y="{TOP - 14}" text-anchor="middle">'
                     f"{percent(value, 0)}</text>")  # fmt: skip
    for i, bar in enumerate(bars):
        y = TOP + ROW * i + ROW / 2
        parts += [
            f'<text x="16" y="{y + 4:.1f}">{escape(bar.label)}</text>',
            f'<line x1="{x(bar.goal):.1f}" y1="{y - 11:.1f}" x2="{x(bar.goal):.1f}" '
            f'y2="{y + 11:.1f}" class="goal"/>',
            f'<line x1="{x(bar.low):.1f}" y1="{y:.1f}" x2="{x(bar.high):.1f}" y2="{y:.1f}" '
            'class="reach"/>',
            f'<circle cx="{x(bar.share):.1f}" cy="{y:.1f}" r="5" class="dot"/>',
            f'<text x="{WIDTH - 12}" y="{y + 4:.1f}" text-anchor="end">'
            f"{percent(bar.share)}</text>",
        ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        f'aria-label="{escape(title)}"><style>{STYLE}</style>'
        f'<rect width="{WIDTH}" height="{height}" fill="#fbf6ea"/>{"".join(parts)}</svg>\n'
    )
