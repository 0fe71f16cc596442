"""The castle of a view as a picture."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from html import escape
from typing import Literal
from xml.etree import ElementTree as ET

from kingup.language import _
from kingup.rules.characters import EDITIONS, TITLES
from kingup.rules.errors import InvalidAction, sentence
from kingup.rules.kernel.board import step_from
from kingup.rules.places import PLACE_NAMES
from kingup.rules.setup import Setup, new_state
from kingup.svg.art import Element, TokenPlace, paints, scenery, spot, variables, waiting_road
from kingup.svg.document import Svg, document
from kingup.svg.layout import FAVOUR, TOKEN, marks_of, spots_of
from kingup.svg.paint import attributes
from kingup.telling.castle import castle_in_text
from kingup.telling.slots import drawn_places, is_waiting
from kingup.telling.words import FLOORS, JESTER, label_of, place_in_words
from kingup.telling.worth import signed
from kingup.view import View

Theme = Literal["light", "dark"]
Arrow = str | tuple[str, str]
"""A move as a record writes it ("A3", "A"), or a letter and a place ("A", "throne")."""

WIDTH, TOP, HEIGHT = 480, -40, 648
"""The scenery's width, where its highest flag ends, and its height from there."""
SMALLEST_PORTRAIT = 36
"""Below this width in pixels the small seals are clearer than portraits."""
INK, GOLD, PALE = "#2B1D14", "#F7DD8C", "#FBF1DA"


def castle(
    view: View,
    *,
    size: int = WIDTH,
    letters: bool = False,
    arrows: Iterable[Arrow] = (),
    theme: Theme = "light",
    pennants: Mapping[str, Sequence[int]] | None = None,
) -> Svg:
    """Return the castle as its viewer sees it, `size` pixels wide.

    The viewer's favourites have a halo and their value. `pennants` are drawn below characters:
    their colours by letter, 1 to 8. `letters` draws plain letters instead of portraits. Each of
    the `arrows` is a move as a record writes it ("A3", "A"), or a letter and a place ("A",
    "throne"). The `theme` is light or dark; the background is transparent.
    """
    if theme not in ("light", "dark"):
        raise ValueError(f"the theme is light or dark, not {theme!r}")
    if size < 1:
        raise ValueError(f"the size is a number of pixels, not {size!r}")
    places = drawn_places(view)
    drawn = Picture(view, theme, small=size * TOKEN / WIDTH < SMALLEST_PORTRAIT, letters=letters)
    drawn.scenery()
    spots = spots_of(places)
    for letter, at in sorted(spots.items()):
        drawn.token(letter, places[letter][0], at, (pennants or {}).get(letter, ()))
    for arrow in arrows:
        drawn.arrow(*_arrow(view, spots, places, arrow))
    return drawn.text(size)


class Picture:
    """A picture that is being drawn."""

    def __init__(self, view: View, theme: Theme, *, small: bool, letters: bool) -> None:
        self._view, self._theme = view, theme
        self._small, self._letters = small, letters
        self._defined = Element("defs")
        self._parts: list[Element] = []
        self._marks = marks_of(view)

    def scenery(self) -> None:
        """Draw the castle without anybody in it."""
        view = self._view
        limit = Setup.of(view.edition, view.seats, view.options).limit
        floors = tuple(_(name) for name in FLOORS)
        reverse = view.candidate == JESTER  # every value changes its sign
        definitions, parts = painted_scenery(view.edition, limit, floors, self._theme, reverse)
        self._defined.extend(definitions)
        self._parts += parts
        if is_waiting(view):
            self._parts.append(painted_road(self._theme))

    def token(self, letter: str, place: str, at: TokenPlace, pennants: Sequence[int] = ()) -> None:
        """Draw a character in its place."""
        group = Element("g", {"transform": f"translate({at.x:g} {at.y:g}) scale({at.scale:g})"})
        title = ET.SubElement(group, "title")
        title.text = f"{label_of(self._view, letter)}, {place_in_words(self._view.castle[letter])}"
        worth = self._marks.get(letter)
        if letter in self._marks:
            group.append(use("halo", 1.22 * TOKEN, 1.22 * TOKEN))
        if place == "box":
            group.set("opacity", ".6")
        self._character(group, letter)
        if place.startswith("dungeon"):
            group.append(bars())
        if self._view.castle[letter] == "throne" or letter == self._view.candidate:
            crown = use("crown", 0.72 * TOKEN, 0.54 * TOKEN)
            crown.set("transform", f"translate(0 {-0.65 * TOKEN:g}) rotate(-6)")
            group.append(crown)
        plated = place not in ("aside", "box") and not place.startswith("dungeon")
        if worth is not None and plated:
            group.append(_value(worth))
        for x, colour in FAVOUR.row(pennants):
            flag = use(f"pennant-{colour}", FAVOUR.width, FAVOUR.height)
            flag.set("transform", f"translate({x:g} {FAVOUR.y:g})")
            group.append(flag)
        self._parts.append(group)

    def _character(self, group: Element, letter: str) -> None:
        if not self._letters:
            edition = "k" if self._view.edition == "kingup" else "v"
            name = f"{edition}-{letter}" + ("-s" if self._small else "")
            group.append(use(name, TOKEN, TOKEN))
            return
        disc = {"r": f"{0.44 * TOKEN:g}", "fill": PALE, "stroke": INK, "stroke-width": "2.4"}
        ET.SubElement(group, "circle", disc)
        group.append(_write(letter, 0, 10.5, 30))

    def arrow(self, start: TokenPlace, end: TokenPlace) -> None:
        """Draw a way from one place to another, in ink and gold."""
        bend = 0.18 * (end.y - start.y)
        middle = f"{(start.x + end.x) / 2 + bend:g} {(start.y + end.y) / 2:g}"
        way = f"M{start.x:g} {start.y:g}Q{middle} {end.x:g} {end.y:g}"
        group = Element("g", {"fill": "none", "stroke-linecap": "round"})
        for colour, width in ((INK, "9"), ("#E9B949", "5.6")):
            line = {"d": way, "stroke": colour, "stroke-width": width, "stroke-dasharray": ".1 11"}
            ET.SubElement(group, "path", line)
        head = {"cx": f"{end.x:g}", "cy": f"{end.y:g}", "r": "28"}
        dashes = {"stroke": INK, "stroke-width": "2.6", "stroke-dasharray": "7 5"}
        ring = {"fill": GOLD, "fill-opacity": ".35"}
        ET.SubElement(group, "circle", head | dashes | ring)
        self._parts.append(group)

    def text(self, size: int) -> Svg:
        """Return the picture."""
        return document(
            [*self._defined],
            self._parts,
            box=(0, TOP, WIDTH, HEIGHT),
            size=(size, round(size * HEIGHT / WIDTH)),
            font=variables(self._theme)["--display"],
            label=TITLES[EDITIONS.index(self._view.edition)],
            description=castle_in_text(self._view),
        )


@lru_cache(64)
def painted_scenery(
    edition: str, limit: int, floors: tuple[str, ...], theme: Theme, reverse: bool
) -> tuple[Element, list[Element]]:
    """Return the scenery's definitions and parts, with attributes instead of classes."""
    values = dict(variables(theme))
    if reverse:
        values |= {"--upright": "none", "--reversed": "inline"}
    definitions, parts = scenery(edition, limit, floors)
    for part in (definitions, *parts):
        _paint(part, values, theme)
        for parent in list(part.iter()):
            for child in [one for one in parent if one.get("display") == "none"]:
                parent.remove(child)
    return definitions, parts


@lru_cache(2)
def painted_road(theme: Theme) -> Element:
    """Return the road with those who wait on it, with attributes instead of classes."""
    road = waiting_road()
    _paint(road, variables(theme), theme)
    return road


def _paint(part: Element, values: dict[str, str], theme: Theme) -> None:
    for element in part.iter():
        classes = element.attrib.pop("class", "")
        for name, value in attributes(classes, paints(), values, theme).items():
            element.attrib.setdefault(name, value)


def _arrow(
    view: View,
    spots: dict[str, TokenPlace],
    places: dict[str, tuple[str, int | None]],
    arrow: Arrow,
) -> tuple[TokenPlace, TokenPlace]:
    letter, place = (arrow[:1], arrow[1:]) if isinstance(arrow, str) else arrow
    if letter not in spots:
        raise InvalidAction(
            sentence("There is no character “{letter}” in this castle."), letter=letter
        )
    place = place or _step(view, letter)
    taken = {slot for at, slot in places.values() if at == place}
    slot = next(number for number in range(14) if number not in taken)
    try:
        return spots[letter], spot(place, slot if place.isdigit() or place == "box" else None)
    except LookupError:
        raise InvalidAction(
            sentence("No arrow can lead to “{place}”."), place=escape(place[:20])
        ) from None


def _step(view: View, letter: str) -> str:
    """Return where a character would climb to."""
    state = new_state(Setup.of(view.edition, view.seats, view.options))
    standing = [PLACE_NAMES.index(place) for place in view.castle.values()]
    for place in range(len(PLACE_NAMES)):
        state.count[place] = standing.count(place)
    step = step_from(state, PLACE_NAMES.index(view.castle[letter]))
    return PLACE_NAMES[step] if 0 <= step < len(PLACE_NAMES) else "throne"


def use(name: str, width: float, height: float) -> Element:
    """Return a symbol of the art, around the origin."""
    box = {"x": -width / 2, "y": -height / 2, "width": width, "height": height}
    return Element("use", {"href": f"#{name}"} | {key: f"{box[key]:g}" for key in box})


def _write(text: str, x: float, y: float, size: float, colour: str = INK) -> Element:
    place = {"x": f"{x:g}", "y": f"{y:g}", "text-anchor": "middle"}
    style = {"font-size": f"{size:g}", "font-weight": "700", "fill": colour}
    written = Element("text", place | style)
    written.text = text
    return written


def _value(points: int) -> Element:
    """Return what a favourite is worth, on a small plate."""
    group = Element("g", {"transform": f"translate({-0.42 * TOKEN:g} {0.39 * TOKEN:g})"})
    ground, figures = (INK, "#FFE9C4") if points < 0 else (GOLD, INK)
    plate = {"x": "-11", "y": "-9.5", "width": "22", "height": "19", "rx": "9.5"}
    edge = {"fill": ground, "stroke": GOLD if points < 0 else INK, "stroke-width": "1.5"}
    ET.SubElement(group, "rect", plate | edge)
    group.append(_write(signed(points), 0, 5, 14, figures))
    return group


def bars() -> Element:
    """Return a dungeon's bars."""
    group = Element("g", {"stroke-width": "3.4", "stroke": "#17120F"})
    for colour, width in (("#17120F", "3.4"), ("#C3CCD2", "1.9")):
        way = "".join(f"M{x:g}-29V25" for x in (-18.5, -6, 6.5, 19))
        ET.SubElement(group, "path", {"d": way, "stroke": colour, "stroke-width": width})
    return group
