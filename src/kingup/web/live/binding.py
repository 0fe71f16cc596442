"""Bindings: how templates say which element shows which field of a scene.

`bind` writes an element's attributes with their values, and `data-bind`, by which the page's
script keeps them up to date. So the template is the single source of both.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

from markupsafe import Markup


class Blank:
    """An item without values, for the <template> of a list."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # so that Jinja does not take it for markup
            raise AttributeError(name)
        return None

    def __iter__(self) -> Iterator[Any]:
        return iter(())


BLANK = Blank()


def bind(*bindings: Any) -> Markup:
    """Return attributes and `data-bind` for an element.

    Takes triples: the path of a piece (empty: the item of the list around), the piece, and
    `attribute:field` separated by spaces; `!field` negates. `text` is no attribute: the template
    writes it.
    """
    written, paths = [], []
    for path, piece, fields in zip(bindings[::3], bindings[1::3], bindings[2::3], strict=True):
        for field in fields.split():
            attribute, _colon, name = field.partition(":")
            negated = name.startswith("!")
            name = name.removeprefix("!")
            paths.append(f"{attribute}:{'!' if negated else ''}{path}.{name}")
            if attribute == "text":
                continue
            value = getattr(piece, name)
            if negated:
                value = not value
            if value is True:
                written.append(f' {attribute}=""')
            elif value is not None and value is not False:
                written.append(f' {attribute}="{escape(str(value))}"')
    return Markup(f'{"".join(written)} data-bind="{" ".join(paths)}"')  # noqa: S704 (escaped)
