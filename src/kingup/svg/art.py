"""The art of the web table, read from its files: symbols, scenery, colours and places.

This is the only module that knows where they are. Nothing is copied, so that a picture is always
drawn as the table is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from xml.etree import ElementTree as ET

from kingup.svg.paint import Rules, read_rules, read_variables

SPRITES = ("web/static/img/tokens.svg", "web/static/img/icons.svg")
SCENERY = "web/pages/table/templates/drawing.html"
COLOURS = "web/static/css/theme.css"
BOARD = "web/static/css/board.css"
LANDSCAPE = "web/static/img/landscape.svg"

NAMESPACE = "http://www.w3.org/2000/svg"
PLACE = re.compile(r'\[data-(at|slot)="([\w-]+)"\]')

Element = ET.Element
Point = tuple[float, float]


def _text(path: str) -> str:
    return resources.files("kingup").joinpath(path).read_text(encoding="utf-8")


@cache
def symbols() -> dict[str, Element]:
    """Return everything in the sprites that has an id."""
    return {
        element.attrib["id"]: element
        for path in SPRITES
        for element in parse(_text(path)).iter()
        if "id" in element.attrib
    }


@cache
def variables(theme: str) -> dict[str, str]:
    """Return the colours and fonts of a theme, light or dark, by name."""
    return read_variables(_text(COLOURS), theme)


@cache
def landscape() -> dict[str, Element]:
    """Return the parts of the sky and the hills; their colours are variables."""
    drawn = parse(_text(LANDSCAPE))
    return {element.attrib["id"]: element for element in drawn.iter() if "id" in element.attrib}


@cache
def paints() -> Rules:
    """Return how each class of the scenery is painted."""
    return read_rules(_text(BOARD))


@dataclass(frozen=True, slots=True)
class TokenPlace:
    """Where a token's middle is, and how large it is there."""

    x: float
    y: float
    scale: float = 1.0


def spot(place: str, slot: int | None) -> TokenPlace:
    """Return where a place's token is drawn, in the units of the scenery."""
    x = y = None
    scale = 1.0
    # As in a style sheet, a later rule wins over an earlier one.
    for at, slots, values in _spots():
        if at not in (None, place) or (slots and str(slot) not in slots):
            continue
        x, y = values.get("--x", x), values.get("--y", y)
        scale = values.get("scale", scale)
    if x is None or y is None:
        raise LookupError(f"no spot for {place}, {slot}")
    return TokenPlace(x, y, scale)


@cache
def _spots() -> list[tuple[str | None, frozenset[str], dict[str, float]]]:
    """Return the rules about places: place, slots, and the numbers that they set."""
    found = []
    for selector, declarations in read_rules(_text(BOARD), PLACE.match).items():
        named = PLACE.findall(selector)
        place = next((value for kind, value in named if kind == "at"), None)
        slots = frozenset(value for kind, value in named if kind == "slot")
        values = {
            name: float(value)
            for name, value in declarations.items()
            if name in ("--x", "--y", "scale")
        }
        found.append((place, slots, values))
    return found


def scenery(edition: str, limit: int, floors: Sequence[str]) -> tuple[Element, list[Element]]:
    """Return the definitions of the castle's drawing, and its parts from back to front."""
    drawing = _drawing()
    parts = [
        drawing("ground"),
        drawing("towers", edition),
        drawing("keep", limit),
        drawing("throne_room"),
        drawing("names", floors),
    ]
    return parse_fragment(drawing("paints")), [parse_fragment(part) for part in parts]


def waiting_road() -> Element:
    """Return the road as it is drawn over floor 0 while characters wait on it."""
    return parse_fragment(_drawing()("waiting_road"))


@cache
def _drawing() -> Callable[..., str]:
    from jinja2 import Environment, StrictUndefined

    environment = Environment(
        autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined
    )
    # The scenery refers to the snail of a sprite, which our pictures contain.
    environment.globals["static"] = lambda _path: ""
    macros = environment.from_string(_text(SCENERY)).module

    def draw(name: str, *values: object) -> str:
        return str(getattr(macros, name)(*values))

    return draw


def parse_fragment(text: str) -> Element:
    """Return a group with some markup in it."""
    return parse(f'<g xmlns="{NAMESPACE}">{text}</g>')


def parse(text: str) -> Element:
    """Return the tree of our own markup, its names without the namespace."""
    root = ET.fromstring(text)  # noqa: S314 - never anybody else's markup
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
        element.tail = None
        if not (element.text or "").strip():
            element.text = None
    return root
