"""A picture as one file that refers to no other."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from xml.etree import ElementTree as ET

from kingup.svg.art import NAMESPACE, Element, symbols

USED = re.compile(r"(?:url\(#|href=\"#)([\w-]+)")
ID = re.compile(r"(\bid=\"|url\(#|href=\"#)")


class Svg(str):
    """A picture: text that a notebook shows."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def document(
    definitions: Iterable[Element],
    parts: Iterable[Element],
    *,
    box: tuple[float, float, float, float],
    size: tuple[int, int],
    font: str = "serif",
    label: str = "",
    description: str = "",
) -> Svg:
    """Return a picture of some parts, with every symbol of the art that they use.

    Screen readers say the label, and the description if they are asked for more.
    """
    root = Element(
        "svg",
        {
            "xmlns": NAMESPACE,
            "viewBox": " ".join(f"{number:g}" for number in box),
            "width": f"{size[0]}",
            "height": f"{size[1]}",
            "role": "img",
            **({"aria-label": label} if label else {}),
            "font-family": font,
        },
    )
    described = ET.SubElement(root, "desc")
    described.text = description
    defined = ET.SubElement(root, "defs")
    defined.extend(definitions)
    root.extend(parts)
    _define(root, defined)
    text = ET.tostring(root, encoding="unicode")
    # Several pictures on one page must not use each other's definitions.
    own = hashlib.sha256(text.encode()).hexdigest()[:8]
    return Svg(ID.sub(rf"\g<1>k{own}-", text))


def _define(root: Element, defined: Element) -> None:
    """Add the symbols that a picture uses, and those that they use."""
    known = symbols()
    waiting = list(root)
    while waiting:
        text = ET.tostring(waiting.pop(), encoding="unicode")
        names = {element.get("id") for element in defined.iter()}
        for name in dict.fromkeys(USED.findall(text)):
            if name in known and name not in names:
                defined.append(known[name])
                waiting.append(known[name])
