"""A page in parts: each is drawn once for all who see the same, and only what changed is sent.

A part is a piece of HTML with an id, in which others may have their places. The whole page is a
part, too. What is drawn is a function of what a template is given and of the language, so parts
are remembered by exactly that: whoever would see other cards asks for another part.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from html import escape
from typing import Any

from jinja2 import Environment
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

MOST_REMEMBERED = 20_000

Attributes = Mapping[str, str | None]
"""An element's attributes by name; None is one that it does not have."""


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """A piece of HTML, with places for others."""

    html: str
    places: tuple[str, ...]
    """Whose places are in it, by id."""


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
        known = self._young.get(key)
        if known is None:
            known = self._old.get(key) or self._draw(template, context)
            if len(self._young) >= MOST_REMEMBERED:
                self._old, self._young = self._young, {}
            self._young[key] = known
        return known

    def listing(self, template: str, shown: Iterable[Part]) -> Part:
        """Return a list: a template with the place of its items, and the items."""
        frame = self.part(template)
        inside = "".join([item.html for item in shown])
        return Part(frame.html.replace(_ITEMS, inside), ())

    def _draw(self, template: str, context: dict[str, Any]) -> Part:
        html = self._environment.get_template(template).render(context).strip()
        return Part(html, tuple(_PLACE.findall(html)))


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
        waiting = list(self.page.places)
        while waiting:
            id_ = waiting.pop()
            if id_.startswith(TEXT):
                continue
            if id_.startswith(ATTRIBUTES):
                changed = self._changed(id_[1:], before)
                if changed:
                    attributes[id_[1:]] = changed
                continue
            part, old = self.parts[id_], before.parts.get(id_)
            if old is None or not _same(part, old):
                parts[id_] = self._filled(part)
            elif part.places:
                waiting += part.places
        return {"parts": parts, "attributes": attributes}

    def _changed(self, id_: str, before: Drawing) -> dict[str, str | None]:
        old = before.attributes[id_]
        return {
            name: value for name, value in self.attributes[id_].items() if old.get(name) != value
        }

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
    return Drawing(number, Part(html, ()))


def _same(one: Part, other: Part) -> bool:
    return one is other or one.html == other.html


def _written(attributes: Attributes) -> str:
    return "".join(
        f' {name}="{escape(value)}"' for name, value in attributes.items() if value is not None
    )
