"""A page in parts: each is drawn once for all who see the same, and only what changed is sent.

A part is a piece of HTML with an id, in which others may have their places. The whole page is a
part, too. What is drawn is a function of what a template is given and of the language, so parts
are remembered by exactly that: whoever would see other cards asks for another part.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from html import escape
from typing import Any

from jinja2 import Environment, Template
from markupsafe import Markup

from kingup.language import current_language

_NONCE = secrets.token_hex(8)
"""No text of a user's can hold the mark of a place."""
_ITEMS = f"\x02{_NONCE}*\x03"
_PLACE = re.compile(f"\x02{_NONCE}([^\x03]*)\x03")

TEXT = "#"
"""Begins the name of a text that alone makes no part another one: the number of the last event,
the table's code. A page's own scripts bring the number up to date."""
ATTRIBUTES = "@"
ITEMS = "*"

MOST_REMEMBERED = 5_000
"""Parts of a generation. There are two, and a part is one or two kilobytes."""

Attributes = Mapping[str, str | None]
"""An element's attributes by name; None is one that it does not have."""


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """A piece of HTML, with places for others."""

    html: str
    places: tuple[str, ...] = ()
    """Whose places are in it, by id."""
    parts: tuple[str, ...] = ()
    """Those of other parts among them."""
    attributes: tuple[str, ...] = ()
    """The elements whose changing attributes have places in it."""

    @classmethod
    def of(cls, html: str) -> Part:
        """Return a piece of HTML, with the places that are marked in it."""
        places = tuple(_PLACE.findall(html))
        parts = tuple(id_ for id_ in places if not id_.startswith((TEXT, ATTRIBUTES)))
        attributes = tuple(id_[1:] for id_ in places if id_.startswith(ATTRIBUTES))
        return cls(html, places, parts, attributes)


def place(id_: str) -> Markup:
    """Return the mark where a part belongs (for templates)."""
    return Markup(f"\x02{_NONCE}{id_}\x03")  # noqa: S704 (ours, and replaced before it is sent)


def attributes_of(id_: str) -> Markup:
    """Return the mark where an element's changing attributes belong (for templates)."""
    return place(ATTRIBUTES + id_)


def text_of(name: str) -> Markup:
    """Return the mark where one of the drawing's texts belongs (for templates)."""
    return place(TEXT + name)


def items() -> Markup:
    """Return the mark where the items of a list belong (for templates)."""
    return place(ITEMS)


class Brush:
    """Draws parts, and remembers them."""

    def __init__(self, environment: Environment) -> None:
        self._environment = environment
        self._templates: dict[str, Template] = {}
        environment.globals.update(
            place=place, attributes_of=attributes_of, text_of=text_of, items=items
        )
        # Two generations: what was not asked for during the last one is forgotten.
        self._young: dict[Hashable, Part] = {}
        self._old: dict[Hashable, Part] = {}

        self._files = ""

    def stay_with(self, files: str) -> None:
        """Forget everything that was drawn with other files than those at an address."""
        if files != self._files:
            self._young, self._old, self._files = {}, {}, files

    def part(self, template: str, **context: Any) -> Part:
        """Return what a template makes of values that can be compared."""
        key = (template, current_language(), *context.values())
        return self._young.get(key) or self._remember(key, lambda: context)

    def part_of(
        self, template: str, source: tuple[Hashable, ...], make: Callable[[], dict[str, Any]]
    ) -> Part:
        """Return what a template makes of values that follow from others alone.

        They are remembered by those, and made only where they are not known.
        """
        key = (template, current_language(), *source)
        return self._young.get(key) or self._remember(key, make)

    def _remember(self, key: tuple[Any, ...], make: Callable[[], dict[str, Any]]) -> Part:
        known = self._old.get(key) or self._draw(key[0], make())
        if len(self._young) >= MOST_REMEMBERED:
            self._old, self._young = self._young, {}
        self._young[key] = known
        return known

    def listing(self, template: str, shown: Iterable[Part]) -> Part:
        """Return a list: a template with the place of its items, and the items."""
        frame = self.part(template)
        inside = "".join([item.html for item in shown])
        return Part(frame.html.replace(_ITEMS, inside))

    def _draw(self, template: str, context: dict[str, Any]) -> Part:
        found = self._templates.get(template)
        if found is None:
            found = self._templates[template] = self._environment.get_template(template)
        return Part.of(found.render(context).strip())


@dataclass(frozen=True, slots=True, eq=False)
class Drawing:
    """A page of one moment: parts by id, and the attributes that change more often than they."""

    number: int
    page: Part
    parts: Mapping[str, Part] = field(default_factory=dict)
    attributes: Mapping[str, Attributes] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)

    def html(self) -> str:
        """Return the whole page."""
        return self._filled(self.page)

    def changes(self, before: Drawing) -> dict[str, Any] | None:
        """Return what is to be changed in another page to make it this one.

        None means that the whole page is another one.
        """
        if not _same(self.page, before.page):
            return None
        parts: dict[str, str] = {}
        attributes: dict[str, dict[str, str | None]] = {}
        mine, theirs = self.parts, before.parts
        same = [self.page]
        for whole_ in same:  # which grows on the way
            for id_ in whole_.parts:
                part, old = mine[id_], theirs.get(id_)
                if old is None or not _same(part, old):
                    parts[id_] = self._filled(part)
                elif part.places:
                    same.append(part)
            for id_ in whole_.attributes:
                changed = self._changed(id_, before)
                if changed:
                    attributes[id_] = changed
        return {"parts": parts, "attributes": attributes}

    def _changed(self, id_: str, before: Drawing) -> dict[str, str | None]:
        new, old = self.attributes[id_], before.attributes[id_]
        if new == old:
            return {}
        return {name: value for name, value in new.items() if old.get(name) != value}

    def _filled(self, part: Part) -> str:
        return _PLACE.sub(self._fill, part.html) if part.places else part.html

    def _fill(self, found: re.Match[str]) -> str:
        id_ = found[1]
        if id_.startswith(TEXT):
            return escape(self.texts[id_[1:]])
        if id_.startswith(ATTRIBUTES):
            return _written(self.attributes[id_[1:]])
        return self._filled(self.parts[id_])


def whole(number: int, html: str) -> Drawing:
    """Return a page that is sent as a whole whenever anything has changed."""
    return Drawing(number, Part(html))


def _same(one: Part, other: Part) -> bool:
    return one is other or one.html == other.html


def _written(attributes: Attributes) -> str:
    return "".join(
        f' {name}="{escape(value)}"' for name, value in attributes.items() if value is not None
    )
