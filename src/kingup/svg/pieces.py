"""Pieces of a picture, each by itself, for programs that put pictures together from pixels."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from functools import lru_cache

from kingup.svg.art import Element, landscape, variables
from kingup.svg.castle import HEIGHT, TOP, WIDTH, bars, painted_road, painted_scenery, use
from kingup.svg.document import Svg, document
from kingup.svg.paint import filled

SKY = ("sun", "clouds", "hills")
ROAD_TOP = 498
"""Where the road begins that hides floor 0, in units of the scenery."""
LANDSCAPE_BOX = (0, 60, 1600, 840)


@dataclass(frozen=True, slots=True)
class Writing:
    """A text of the scenery, in its units: it stands on a line, around the middle."""

    text: str
    x: float
    y: float
    size: float
    colour: str
    spacing: float
    """What is added between letters."""


def empty_castle(edition: str, limit: int, scale: int) -> Svg:
    """Return the scenery of an edition without any writing."""
    definitions, parts = painted_scenery(edition, limit, (), "light", False)
    parts = deepcopy(parts)
    for part in parts:
        for parent in list(part.iter()):
            for child in [one for one in parent if one.tag == "text"]:
                parent.remove(child)
    size = (scale * WIDTH, scale * HEIGHT)
    return document(definitions, parts, box=(0, TOP, WIDTH, HEIGHT), size=size)


def waiting_road(scale: int) -> Svg:
    """Return the road over floor 0, and nothing above it."""
    box = (0, ROAD_TOP, WIDTH, TOP + HEIGHT - ROAD_TOP)
    return document([], [painted_road("light")], box=box, size=(scale * WIDTH, scale * box[3]))


@lru_cache(64)
def writings(
    edition: str, limit: int, floors: tuple[str, ...], *, reverse: bool
) -> tuple[Writing, ...]:
    """Return what is written on the scenery; in reverse, every value has the other sign."""
    _definitions, parts = painted_scenery(edition, limit, floors, "light", reverse)
    return tuple(
        _writing(element) for part in parts for element in part.iter() if element.tag == "text"
    )


def _writing(element: Element) -> Writing:
    value = element.get
    size = float(value("font-size") or 16)
    spacing = (value("letter-spacing") or "0").removesuffix("em")
    return Writing(
        element.text or "",
        float(value("x") or 0),
        float(value("y") or 0),
        size,
        value("fill") or "#000",
        float(spacing) * size,
    )


def symbol(
    name: str, width: float, height: float, scale: int, *, edge: float = 2, turn: float = 0
) -> Svg:
    """Return one symbol of the art, such as a character, with a free `edge` around it."""
    part = use(name, width, height)
    if turn:
        part.set("transform", f"rotate({turn:g})")
    return _boxed(part, width + 2 * edge, height + 2 * edge, scale)


def dungeon_bars(scale: int) -> Svg:
    """Return a dungeon's bars."""
    return _boxed(bars(), 60, 60, scale)


def _boxed(part: Element, width: float, height: float, scale: int) -> Svg:
    box = (-width / 2, -height / 2, width, height)
    return document([], [part], box=box, size=(round(scale * width), round(scale * height)))


def sky_and_hills(width: int, height: int) -> Svg:
    """Return the landscape by day, as behind every page."""
    values = variables("light")
    parts = []
    for part in map(deepcopy, (landscape()[name] for name in SKY)):
        for element in part.iter():
            for key, value in element.attrib.items():
                element.set(key, filled(value, values))
        parts.append(part)
    defined = [deepcopy(landscape()[name]) for name in ("cloud", "cypress", "apple", "ray")]
    for part in defined:
        for element in part.iter():
            for key, value in element.attrib.items():
                element.set(key, filled(value, values))
    gradient = Element("linearGradient", {"id": "sky", "x2": "0", "y2": "1"})
    for offset, name in (("0", "--sky-top"), ("1", "--sky-low")):
        gradient.append(Element("stop", {"offset": offset, "stop-color": values[name]}))
    box = dict(zip(("x", "y", "width", "height"), map(str, LANDSCAPE_BOX), strict=True))
    behind = Element("rect", box | {"fill": "url(#sky)"})
    size = (width, height)
    return document([*defined, gradient], [behind, *parts], box=LANDSCAPE_BOX, size=size)
