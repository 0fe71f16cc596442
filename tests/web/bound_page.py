"""Compares a page's HTML with the scene that its bindings show."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

VOID = {"input", "img", "br", "hr", "meta", "link"}


@dataclass
class Element:
    """An element with its children: elements and texts."""

    tag: str
    attributes: dict[str, str]
    children: list[Element | str] = field(default_factory=list)

    @property
    def elements(self) -> list[Element]:
        return [child for child in self.children if isinstance(child, Element)]

    @property
    def text(self) -> str:
        return "".join(c if isinstance(c, str) else c.text for c in self.children)

    def all(self) -> Iterator[Element]:
        """Yield the element and everything in it."""
        yield self
        for child in self.elements:
            yield from child.all()

    def find(self, id_: str) -> Element:
        return next(one for one in self.all() if one.attributes.get("id") == id_)

    @property
    def bindings(self) -> list[tuple[str, bool, str]]:
        """What is bound: attribute, whether it is negated, path."""
        found = []
        for binding in self.attributes.get("data-bind", "").split():
            name, _colon, path = binding.partition(":")
            found.append((name, path.startswith("!"), path.removeprefix("!")))
        return found

    @property
    def items(self) -> list[Element]:
        """The items of a list."""
        return [child for child in self.elements if "data-key" in child.attributes]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open = [Element("", {})]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].children.append(Element(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop().tag == tag

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def read(html: str) -> Element:
    """Return a page's <main>."""
    reader = _Reader()
    reader.feed(html)
    assert len(reader.open) == 1, "an element is not closed"
    return reader.open[0].find("table")


def scene_in(main: Element) -> Any:
    """Return the scene that a page carries."""
    return json.loads(main.find("scene").text)


def faults(main: Element) -> list[str]:
    """Return where a page shows something else than the scene that it carries."""
    return list(_faults(main, scene_in(main), None))


def _faults(element: Element, scene: Any, item: Any) -> Iterator[str]:
    for name, negated, path in element.bindings:
        value = _value(scene, item, path)
        value = not value if negated else value
        shown: str | None
        wanted: str | None
        if name == "text":
            shown, wanted = element.text, "" if value is None else str(value)
            if element.elements:
                yield f"{path}: the text has elements in it"
        elif name == "symbol":
            shown = element.attributes.get("href")
            wanted = f"{element.attributes['data-sprite']}#{value}" if value else None
        else:
            shown = element.attributes.get(name)
            wanted = None if value is None or value is False else str(value)
            wanted = "" if value is True else wanted
        if shown != wanted:
            yield f"{name}:{path} is {shown!r} instead of {wanted!r}"
    each = element.attributes.get("data-each")
    if each is None:
        for child in element.elements:
            if child.tag != "template":
                yield from _faults(child, scene, item)
        return
    values = _value(scene, item, each)
    keys = [child.attributes["data-key"] for child in element.items]
    if keys != [value["id"] for value in values]:
        yield f"{each} has the items {keys}"
        return
    (template,) = [child for child in element.elements if child.tag == "template"]
    blank = frame(*template.elements)
    for child, value in zip(element.items, values, strict=True):
        yield from _faults(child, scene, value)
        if frame(child) != blank:
            yield f"{each}: an item is not made like its template"


def _value(scene: Any, item: Any, path: str) -> Any:
    value = item if path.startswith(".") else scene
    for name in path.removeprefix(".").split("."):
        if isinstance(value, list):
            value = next(one for one in value if one["id"] == name)
        else:
            value = value[name]
    return value


NOT_FRAME = {"data-digest", "data-key", "data-number", "data-old"}
"""Attributes that are neither bound nor stay the same: others' business."""


def frame(element: Element) -> object:
    """Return what the bindings of a page leave alone: it must be the same all through a game."""
    bound = {name for name, _negated, _path in element.bindings}
    bound |= {"href"} if "symbol" in bound else set()
    numbered = element.attributes.get("name") == "number"
    bound |= {"value"} if numbered else set()
    attributes = {
        name: value for name, value in element.attributes.items() if name not in bound | NOT_FRAME
    }
    return element.tag, attributes, list(_inner_frame(element, bound))


def _inner_frame(element: Element, bound: set[str]) -> Iterator[object]:
    if "text" in bound or element.attributes.get("id") in ("scene", "menu-dialog"):
        return
    for child in element.children:
        if isinstance(child, str):
            if child.strip():
                yield child.strip()
        elif child.tag != "noscript" and "data-key" not in child.attributes:
            yield frame(child)
