"""A page after a message that changes parts of it, as in a browser."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

VOID = {"input", "img", "use", "path", "circle", "ellipse", "br", "hr", "meta", "link"}
ATTRIBUTE = re.compile(r'[a-z-]+="[^"]*"')
NUMBER_FIELD = re.compile(r'(name="number" value=")\d+')


class Elements(HTMLParser):
    """Finds where elements with ids begin and end."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=False)
        self._open: list[tuple[str | None, int]] = []
        self._lines = [0]
        for line in html.split("\n"):
            self._lines.append(self._lines[-1] + len(line) + 1)
        self.spans: dict[str, tuple[int, int]] = {}
        self.tags: dict[str, tuple[int, int]] = {}
        self.feed(html)

    def _at(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        begin = self._at()
        end = begin + len(self.get_starttag_text() or "")
        id_ = dict(attrs).get("id")
        if id_:
            self.tags[id_] = (begin, end)
        if tag not in VOID:
            self._open.append((id_, begin))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Ignore the element: nothing is inside."""

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        id_, begin = self._open.pop()
        if id_:
            self.spans[id_] = (begin, self._at() + len(f"</{tag}>"))


def applied(html: str, changes: dict[str, Any], number: int) -> str:
    """Return a page as a browser would change it after a message."""
    spans = Elements(html).spans
    for (begin, end), part in sorted(
        ((spans[id_], str(part)) for id_, part in changes["parts"].items()), reverse=True
    ):
        html = html[:begin] + part + html[end:]
    for id_, values in changes["attributes"].items():
        begin, end = Elements(html).tags[id_]
        tag = html[begin:end]
        for name, value in values.items():
            tag = re.sub(rf' {name}="[^"]*"', "", tag)
            if value is not None:
                tag = f'{tag[:-1]} {name}="{value}">'
        html = html[:begin] + tag + html[end:]
    return NUMBER_FIELD.sub(rf"\g<1>{number}", html)


def with_sorted_attributes(html: str) -> str:
    """Return a page in which the order of attributes is always the same."""

    def ordered(found: re.Match[str]) -> str:
        return f"<{found[1]} {' '.join(sorted(ATTRIBUTE.findall(found[2])))}>"

    return re.sub(r"<(main|div|p|section) ([^>]*)>", ordered, html)
