"""Drawings by name, as markup. All are decoration: their meaning is also given in text.

They are cached, because a table's page contains a hundred of them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from markupsafe import Markup

_PREFIX = {"kingup": "k", "vive-le-roi": "v"}


def portrait(edition: str, letter: str, *, small: bool = False) -> str:
    """Return the symbol of a character in tokens.svg: its portrait, or its seal."""
    return f"{_PREFIX[edition]}-{letter}" + ("-s" if small else "")


class Art:
    """Refers to the symbols in our sprite files."""

    def __init__(self, static: Callable[[str], str]) -> None:
        self._static = static

    def drawing(self, file: str, id_: str, box: str, cls: str = "") -> Markup:
        """Return a symbol of a file; `box` is its width and height."""
        return _drawing(self._static(f"img/{file}"), id_, box, cls)

    def token(self, edition: str, letter: str, *, small: bool = False, cls: str = "who") -> Markup:
        """Return a character's portrait, or its seal for small sizes."""
        return self.drawing("tokens.svg", portrait(edition, letter, small=small), "64 64", cls)

    def bound(
        self, file: str, box: str, path: str, piece: object, field: str = "picture", cls: str = ""
    ) -> Markup:
        """Return a symbol that a field of a scene names (see `web/live/binding.py`)."""
        address, symbol = self._static(f"img/{file}"), getattr(piece, field)
        href = f' href="{address}#{symbol}"' if symbol else ""
        return Markup(  # noqa: S704 (symbols are our own names)
            f'<svg class="{cls}" viewBox="0 0 {box}" aria-hidden="true">'
            f'<use{href} data-sprite="{address}" data-bind="symbol:{path}.{field}"/></svg>'
        )

    def icon(self, name: str, cls: str = "") -> Markup:
        """Return an icon of the interface."""
        return self.drawing("icons.svg", f"i-{name}", "24 24", cls)

    def sign(self, name: str, cls: str = "") -> Markup:
        """Return a sign of a button."""
        return self.drawing("signs.svg", f"s-{name}", "24 24", cls)

    def card(self, name: str, cls: str = "card") -> Markup:
        """Return a vote card."""
        return self.drawing("icons.svg", f"card-{name}", "100 140", cls)

    def pennant(self, colour: int, cls: str = "flag") -> Markup:
        """Return a seat's pennant; 0 is the Emissary's."""
        return self.drawing("icons.svg", f"pennant-{colour}", "48 54", cls)

    def crown(self, cls: str = "crown") -> Markup:
        """Return the crown."""
        return self.drawing("icons.svg", "crown", "64 48", cls)

    def snail(self, cls: str = "snail") -> Markup:
        """Return the snail."""
        return self.drawing("icons.svg", "snail", "120 80", cls)

    def hare(self, cls: str = "hare") -> Markup:
        """Return the herald."""
        return self.drawing("icons.svg", "hare", "110 110", cls)

    def wordmark(self, edition: str, cls: str = "mark") -> Markup:
        """Return the drawn title of an edition."""
        if edition == "vive-le-roi":
            return self.drawing("icons.svg", "wordmark2", "802 192", f"{cls} mark-2")
        return self.drawing("icons.svg", "wordmark", "636 192", cls)


@cache
def _drawing(file: str, id_: str, box: str, cls: str) -> Markup:
    class_ = Markup(' class="{}"').format(cls) if cls else ""
    return Markup('<svg{} viewBox="0 0 {}" aria-hidden="true"><use href="{}#{}"/></svg>').format(
        class_, box, file, id_
    )
