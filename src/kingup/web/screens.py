"""What is shown of a table, drawn once for all who see the same.

Nothing here may be keyed by less than page, viewer, language and address: a fragment holds
somebody's cards.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from typing import TypeVar
from weakref import WeakKeyDictionary

from kingup.language import current_language
from kingup.web.live import LiveTable
from kingup.web.looking import may_act
from kingup.web.rendering import Renderer
from kingup.web.showing.looking import Looker

T = TypeVar("T")

PACKING = 4
"""How hard messages are packed, of 9."""

LONGEST_ABSENCE = 400
"""Events after which a page that was away is told nothing more of what it has missed."""


class Screens:
    """Fragments and messages of all tables, kept as long as nothing changes."""

    def __init__(self, renderer: Renderer) -> None:
        self.renderer = renderer
        self._drawn: WeakKeyDictionary[LiveTable, tuple[int, dict[object, object]]] = (
            WeakKeyDictionary()
        )

    def fragment(self, live: LiveTable, looker: Looker, address: str) -> str:
        """Return the table as a piece of HTML."""
        return self._once(
            live,
            ("fragment", looker, current_language(), address),
            lambda: self.renderer.fragment(
                live.table, looker, present=live.present(), address=address
            ),
        )

    def message(self, live: LiveTable, looker: Looker, address: str, after: int) -> str:
        """Return what a page that shows event `after` is sent, as JSON."""
        table = live.table
        after = min(after, table.number)

        def draw() -> str:
            news = table.number - LONGEST_ABSENCE <= after and after > 0
            return json.dumps(
                {
                    "number": table.number,
                    "html": self.fragment(live, looker, address),
                    "told": self.renderer.told(table, looker, after) if news else [],
                    "moments": self.renderer.moments(table, after) if news else [],
                    "title": self.renderer.title(table, looker),
                    "turn": may_act(table, looker),
                },
                ensure_ascii=False,
                separators=(",", ":"),
            )

        return self._once(live, ("message", looker, current_language(), address, after), draw)

    def packed(self, live: LiveTable, looker: Looker, address: str, after: int) -> bytes:
        """Return the same message packed: once for all, not once for each who is sent it."""
        return self._once(
            live,
            ("packed", looker, current_language(), address, min(after, live.table.number)),
            lambda: gzip.compress(
                self.message(live, looker, address, after).encode(), PACKING, mtime=0
            ),
        )

    def _once(self, live: LiveTable, key: object, draw: Callable[[], T]) -> T:
        version, drawn = self._drawn.get(live, (-1, {}))
        if version != live.version:
            drawn = {}
            self._drawn[live] = (live.version, drawn)
        if key not in drawn:
            drawn[key] = draw()
        return drawn[key]  # type: ignore[return-value]
