"""A page in parts: each is drawn once for all who see the same, and only what changed is sent.

A part is a piece of HTML with an id, in which others may have their places. The whole page is a
part, too. What is drawn is a function of what a template is given and of the language, so parts
are remembered by exactly that: whoever would see other cards asks for another part.
"""

from __future__ import annotations

import itertools
import json
import re
import secrets
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from html import escape
from typing import Any

from jinja2 import Environment, Template
from markupsafe import Markup

from kingup.language import current_language

as_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
"""Write a value for a page's scripts."""

_NONCE = secrets.token_hex(8)
"""No text of a user's can hold the mark of a place."""
_MARK = f"\x02{_NONCE}"
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


class Part:
    """A piece of HTML, with places for others."""

    __slots__ = ("_json", "_remembered", "attributes", "html", "parts", "places")

    def __init__(self, html: str, *, remembered: bool = False) -> None:
        self.html = html
        self.places = tuple(_PLACE.findall(html)) if _MARK in html else ()
        """Whose places are in it, by id."""
        self.parts = tuple(id_ for id_ in self.places if not id_.startswith((TEXT, ATTRIBUTES)))
        """Those of other parts among them."""
        self.attributes = tuple(id_[1:] for id_ in self.places if id_.startswith(ATTRIBUTES))
        """The elements whose changing attributes have places in it."""
        self._remembered = remembered
        self._json = ""

    @property
    def json(self) -> str:
        """The HTML as JSON writes a text; a part that many are sent is written once."""
        if not self._remembered:
            return as_json(self.html)
        self._json = self._json or as_json(self.html)
        return self._json


class Later:
    """A part that is drawn whenever it is asked for: it is large, and seldom asked for."""

    __slots__ = ("_draw", "source")

    places: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()

    def __init__(self, source: Hashable, draw: Callable[[], str]) -> None:
        self.source = source
        self._draw = draw

    @property
    def html(self) -> str:
        """The HTML, which is the same each time."""
        return self._draw()

    @property
    def json(self) -> str:
        """The HTML as JSON writes a text."""
        return as_json(self.html)


AnyPart = Part | Later


class Common:
    """Parts that many pages of one moment have alike, with nothing in their places."""

    __slots__ = ("_changed", "_id", "parts")

    _ids = itertools.count(1)

    def __init__(self, parts: Mapping[str, AnyPart]) -> None:
        self.parts = parts
        self._id = next(self._ids)
        self._changed: tuple[int, frozenset[str]] = (0, frozenset())

    def changed_since(self, before: Common) -> frozenset[str]:
        """Return the ids of what was different before; found once for all who saw the same."""
        if self._changed[0] != before._id:
            old = before.parts
            changed = frozenset(
                id_ for id_, part in self.parts.items() if not _same(part, old.get(id_))
            )
            self._changed = (before._id, changed)
        return self._changed[1]


NOTHING = Common({})


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

    def listing(self, template: str, shown: Iterable[str]) -> Later:
        """Return a list: a template with the place of its items, and the items' HTML.

        It is put together when it is sent: pages keep the items, which they share.
        """
        items, around = tuple(shown), self.part(template).html
        return Later((around, items), lambda: around.replace(_ITEMS, "".join(items)))

    def later(self, template: str, **context: Any) -> Later:
        """Return a part that is not drawn before somebody asks for it."""
        source = (template, current_language(), *context.values())
        return Later(source, lambda: self._render(template, context))

    def _draw(self, template: str, context: dict[str, Any]) -> Part:
        return Part(self._render(template, context), remembered=True)

    def _render(self, template: str, context: dict[str, Any]) -> str:
        found = self._templates.get(template)
        if found is None:
            found = self._templates[template] = self._environment.get_template(template)
            found.globals = dict(found.globals)  # copied for each drawing, and chained before
        return found.render(context).strip()


@dataclass(frozen=True, slots=True, eq=False)
class Drawing:
    """A page of one moment: parts by id, and the attributes that change more often than they."""

    number: int
    page: Part
    parts: Mapping[str, AnyPart] = field(default_factory=dict)
    """What is here as only this viewer sees it; all of it has its place on the page."""
    attributes: Mapping[str, Attributes] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    common: Common = NOTHING
    """What is here as others see it, too, where there is no part of the viewer's own."""

    def html(self) -> str:
        """Return the whole page."""
        return self._filled(self.page)

    def changes(self, before: Drawing) -> str | None:
        """Return what is to be changed in another page to make it this one: fields of JSON.

        None means that the whole page is another one.
        """
        if not _same(self.page, before.page):
            return None
        changed = self._changed_parts(before)
        inside = {id_ for part in changed.values() for id_ in part.parts}  # sent with those
        parts = [f'"{id_}":{self._json(changed[id_])}' for id_ in changed if id_ not in inside]
        attributes = {
            id_: {name: value for name, value in new.items() if old.get(name) != value}
            for id_ in self.page.attributes
            if (new := self.attributes[id_]) != (old := before.attributes[id_])
        }
        return f'"parts":{{{",".join(parts)}}},"attributes":{as_json(attributes)}'

    def _changed_parts(self, before: Drawing) -> dict[str, AnyPart]:
        mine, theirs = self.parts, before.parts
        common, past = self.common.parts, before.common.parts
        changed: dict[str, AnyPart] = {}
        for id_, part in mine.items():
            old = theirs.get(id_) or past.get(id_)
            if part is not old and not _same(part, old):
                changed[id_] = part
        for id_ in theirs.keys() - mine.keys():  # now as everybody sees it, or not here any more
            shared = common.get(id_)
            if shared is not None and not _same(shared, theirs[id_]):
                changed[id_] = shared
        for id_ in self.common.changed_since(before.common):
            if id_ not in mine and id_ not in theirs:
                changed[id_] = common[id_]
        return changed

    def _json(self, part: AnyPart) -> str:
        return as_json(self._filled(part)) if part.places else part.json

    def _filled(self, part: AnyPart) -> str:
        return _PLACE.sub(self._fill, part.html) if part.places else part.html

    def _fill(self, found: re.Match[str]) -> str:
        id_ = found[1]
        if id_.startswith(TEXT):
            return escape(self.texts[id_[1:]])
        if id_.startswith(ATTRIBUTES):
            return _written(self.attributes[id_[1:]])
        return self._filled(self.parts.get(id_) or self.common.parts[id_])


def whole(number: int, html: str) -> Drawing:
    """Return a page that is sent as a whole whenever anything has changed."""
    return Drawing(number, Part(html))


def _same(one: AnyPart, other: AnyPart | None) -> bool:
    if one is other or other is None:
        return one is other
    if isinstance(one, Later) and isinstance(other, Later):
        return one.source == other.source
    return one.html == other.html


def _written(attributes: Attributes) -> str:
    return "".join(
        f' {name}="{escape(value)}"' for name, value in attributes.items() if value is not None
    )
