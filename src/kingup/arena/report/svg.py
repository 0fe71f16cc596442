"""Pictures as SVG: shapes, texts, and the scales they are measured on.

Colours and fonts are classes of the report's style sheet, so that one picture serves day and
night. Sizes suit a picture of WIDTH units that is shown a little smaller on a phone and a little
larger on a laptop.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

from markupsafe import Markup

WIDTH = 440
TEXT = 16
SMALL = 15
LINE = 22
"""The height of a line of text."""

EM = 0.58
"""The width of an average letter: a little more than in most fonts."""


def number(value: float) -> str:
    """Return a coordinate: short, and never an exponent."""
    text = f"{value:.1f}".rstrip("0").rstrip(".")
    return "0" if text in ("", "-0") else text


def element(name: str, content: str | None = None, /, **attributes: object) -> str:
    """Return an element; `class_` and `x_y` in Python are `class` and `x-y` in SVG."""
    words = [name]
    for key, value in attributes.items():
        if value is None:
            continue
        text = number(value) if isinstance(value, float) else str(value)
        words.append(f'{key.rstrip("_").replace("_", "-")}="{escape(text)}"')
    head = " ".join(words)
    return f"<{head}/>" if content is None else f"<{head}>{content}</{name}>"


def text(x: float, y: float, words: str, *, class_: str = "t", anchor: str | None = None) -> str:
    """Return a text whose baseline is at y."""
    return element(
        "text", escape(words), x=float(x), y=float(y), class_=class_, text_anchor=anchor
    )


def line(x1: float, y1: float, x2: float, y2: float, class_: str) -> str:
    """Return a straight line."""
    ends = {"x1": float(x1), "y1": float(y1), "x2": float(x2), "y2": float(y2)}
    return element("line", class_=class_, **ends)


def rect(
    x: float, y: float, width: float, height: float, class_: str, *, tip: str = "", **more: object
) -> str:
    """Return a rectangle; `tip` is shown under the pointer."""
    return element(
        "rect",
        element("title", escape(tip)) if tip else None,
        x=float(x),
        y=float(y),
        width=max(0.0, float(width)),
        height=max(0.0, float(height)),
        class_=class_,
        **more,
    )


def path(points: Iterable[tuple[float, float]], class_: str, *, closed: bool = False) -> str:
    """Return a line through points."""
    steps = " ".join(f"{number(x)} {number(y)}" for x, y in points)
    return element("path", d=f"M{steps}{'Z' if closed else ''}", class_=class_)


_SHAPES = (
    "M-6 0A6 6 0 1 1 6 0A6 6 0 1 1 -6 0Z",
    "M-5.5 -5.5H5.5V5.5H-5.5Z",
    "M0 -7.5L7 0L0 7.5L-7 0Z",
    "M0 -7L7 5.5H-7Z",
    "M-2.3 -6.5H2.3V-2.3H6.5V2.3H2.3V6.5H-2.3V2.3H-6.5V-2.3H-2.3Z",
    "M-6.5 0L-3.2 -6H3.2L6.5 0L3.2 6H-3.2Z",
    "M0 7L7 -5.5H-7Z",
    "M-5.5 -6H5.5V1.5Q5.5 5.5 0 7.5Q-5.5 5.5 -5.5 1.5Z",
)


def marker(x: float, y: float, bot: int, *, tip: str = "") -> str:
    """Return the sign of a bot: a shape as well as a colour."""
    # Bots nine to sixteen have the same colours with other shapes.
    shape = _SHAPES[(bot + bot // len(_SHAPES) * 3) % len(_SHAPES)]
    return element(
        "path",
        element("title", escape(tip)) if tip else None,
        d=shape,
        transform=f"translate({number(x)} {number(y)})",
        class_=f"mark c{bot % len(_SHAPES)}",
    )


def drawing(content: str, **attributes: object) -> Markup:
    """Return an `svg` element. Its parts have been escaped by the functions that made them."""
    return Markup(element("svg", content, **attributes))  # noqa: S704


def sign(bot: int) -> Markup:
    """Return the sign of a bot as a small picture in a line of text."""
    return drawing(marker(10, 10, bot), viewBox="0 0 20 20", class_="sign", aria_hidden="true")


def picture(height: float, label: str, parts: Iterable[str], width: float = WIDTH) -> Markup:
    """Return a picture; screen readers read its `label`."""
    return drawing(
        "".join(parts),
        viewBox=f"0 0 {number(width)} {number(height)}",
        role="img",
        aria_label=label,
        class_="plot",
    )


@dataclass(frozen=True, slots=True)
class Scale:
    """Maps numbers from low to high onto a stretch of the picture."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        """Return the position of a number; numbers outside the scale are put at its end."""
        inside = min(max(value, self.low), self.high)
        span = (self.high - self.low) or 1.0
        return self.start + (inside - self.low) / span * (self.end - self.start)

    def ticks(self, most: int = 5) -> list[float]:
        """Return round numbers on the scale, at most `most`."""
        span = self.high - self.low
        if span <= 0:
            return [self.low]
        power = 10.0 ** math.floor(math.log10(span / most))
        step = next(power * s for s in (1, 2, 2.5, 5, 10, 20) if span / (power * s) <= most - 1)
        first = math.ceil(self.low / step - 1e-9)
        last = math.floor(self.high / step + 1e-9)
        return [round(i * step, 10) for i in range(first, last + 1)]


def width_of(words: str, size: float = TEXT) -> float:
    """Return roughly how wide a text is; there is no font to measure it with."""
    return EM * size * len(words)


def cut(words: str, room: float, size: float = TEXT) -> str:
    """Return a text that fits, shortened if necessary."""
    most = max(3, int(room / (EM * size)))
    return words if len(words) <= most else words[: most - 1] + "…"
