"""What is shown of a table, drawn once for all who see the same.

Nothing here may be keyed by less than page, viewer, language and address: a fragment holds
somebody's cards.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from kingup.language import current_language
from kingup.server.live_table import LiveTable
from kingup.web.live.rendering import Renderer
from kingup.web.pages.common.view_context import SPECTATOR, ViewContext, Viewer
from kingup.web.pages.common.viewer import may_act
from kingup.web.pages.table.parts import Drawing, as_json

T = TypeVar("T")

PACKING = 1
"""How hard messages are packed, of 9."""
WORTH_PACKING = 14_000
"""Characters from which on a message is packed: ten packets arrive at once anyway, and below that
both sides lose more time than it saves."""

MOST_DRAWN = 2000
"""Drawings and messages of a table that are kept while nothing changes there."""

LONGEST_ABSENCE = 400
"""Events after which a page that was away is told nothing more of what it has missed."""


class Screens:
    """Fragments and messages of all tables, kept as long as nothing changes."""

    def __init__(self, renderer: Renderer) -> None:
        self.renderer = renderer
        self._drawn: WeakKeyDictionary[LiveTable, tuple[int, dict[object, object]]] = (
            WeakKeyDictionary()
        )
        self._kept: WeakKeyDictionary[LiveTable, dict[object, dict[str, tuple[Any, Any]]]] = (
            WeakKeyDictionary()
        )

    def drawing(self, live: LiveTable, looker: Viewer, address: str) -> Drawing:
        """Return the table as a page in its parts."""
        return self._once(
            live,
            ("drawing", looker, current_language(), address),
            lambda: self.renderer.drawing(self._look(live, looker), address),
        )

    def fragment(self, live: LiveTable, looker: Viewer, address: str) -> str:
        """Return the table as a piece of HTML."""
        return self._once(
            live,
            ("fragment", looker, current_language(), address),
            lambda: self.drawing(live, looker, address).html(),
        )

    def message(
        self,
        live: LiveTable,
        looker: Viewer,
        address: str,
        after: int,
        before: Drawing | None = None,
    ) -> str:
        """Return what a page that shows event `after` is sent, as JSON.

        A page that shows a drawing of this table, `before`, is sent what has changed in it.
        """
        after = min(after, live.table.number)
        if looker.player is not None:  # nobody else is sent it: it is not kept
            return self._message(live, looker, address, after, before)
        return self._once(
            live,
            ("message", looker, current_language(), address, after, before),
            lambda: self._message(live, looker, address, after, before),
        )

    def packed(
        self,
        live: LiveTable,
        looker: Viewer,
        address: str,
        after: int,
        before: Drawing | None = None,
    ) -> str | bytes:
        """Return the same message packed: once for all, not once for each who is sent it.

        A short one stays as it is: packing would cost more than it saves.
        """
        message = self.message(live, looker, address, after, before)
        if len(message) < WORTH_PACKING:
            return message
        if looker.player is not None:
            return _packed(message)
        return self._once(live, ("packed", message), lambda: _packed(message))

    def forget(self, live: LiveTable) -> None:
        """Keep nothing of a table that nobody looks at any more."""
        self._drawn.pop(live, None)
        self._kept.pop(live, None)

    def _message(
        self,
        live: LiveTable,
        looker: Viewer,
        address: str,
        after: int,
        before: Drawing | None,
    ) -> str:
        table = live.table
        look = self._look(live, looker)
        drawing = self.drawing(live, looker, address)
        shown = None if before is None else drawing.changes(before)
        if shown is None:
            shown = f'"html":{as_json(drawing.html())}'
        told = moments = "[]"
        if table.number - LONGEST_ABSENCE <= after and after > 0:
            told = as_json(self.renderer.announcements(look, after))
            moments = look.shared(
                f"moments {after}", lambda public: as_json(self.renderer.cues(public, after))
            )
        return (
            f'{{"number":{table.number},{shown},"told":{told},"moments":{moments},'
            f'"title":{as_json(self.renderer.title(look))},"turn":{as_json(may_act(look))}}}'
        )

    def _look(self, live: LiveTable, looker: Viewer) -> ViewContext:
        common = self._once(
            live,
            ("common", current_language()),
            lambda: ViewContext(
                live.table,
                SPECTATOR,
                live.present(),
                live.waiting_bots,
                memory=self._memory(live, SPECTATOR),
            ),
        )
        return self._once(
            live,
            ("look", looker, current_language()),
            lambda: ViewContext(
                live.table,
                looker,
                common.present,
                common.waiting_bots,
                common,
                self._memory(live, looker),
            ),
        )

    def _memory(self, live: LiveTable, looker: Viewer) -> dict[str, tuple[Any, Any]]:
        """Return what was made for the same eyes before; forgotten with the table."""
        kept = self._kept.setdefault(live, {})
        return kept.setdefault((looker, current_language()), {})

    def _once(self, live: LiveTable, key: object, draw: Callable[[], T]) -> T:
        version, drawn = self._drawn.get(live, (-1, {}))
        if version != live.version:
            drawn = {}
            self._drawn[live] = (live.version, drawn)
        if len(drawn) >= MOST_DRAWN:
            drawn.clear()  # addresses are whatever visitors say: nobody fills the memory with them
        if key not in drawn:
            drawn[key] = draw()
        return drawn[key]  # type: ignore[return-value]


def _packed(message: str) -> bytes:
    return gzip.compress(message.encode(), PACKING, mtime=0)
