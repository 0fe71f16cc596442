"""What pages are sent: scenes, and the differences from one to the next.

A board is built, compared and encoded once for all who see the same; what only one viewer sees
is never kept beyond that viewer's page.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

import msgspec

from kingup.language import current_language
from kingup.server.live_table import LiveTable
from kingup.tables.events import Dealt
from kingup.tables.table import Table
from kingup.web.live.rendering import Renderer, digest
from kingup.web.pages.common.public_log import public_log
from kingup.web.pages.common.view_context import SPECTATOR, ViewContext, Viewer
from kingup.web.pages.common.viewer import may_act
from kingup.web.pages.table.beats import Beat, beats, waiting
from kingup.web.pages.table.scene import Board, Own, Scene, difference
from kingup.web.pages.table.scene_building import board, own
from kingup.web.pages.table.screen_reader import question

GZIP_LEVEL = 1
"""How hard messages are compressed, of 9."""
WORTH_PACKING = 14_000
"""Bytes from which on a message is packed: ten packets arrive at once anyway, and below that
both sides lose more time than it saves."""

LONGEST_ABSENCE = 60
"""Events that a page which was away is still played; after more, it jumps to the present."""

encode = msgspec.json.encode


@dataclass(frozen=True, slots=True)
class Shown:
    """What a page shows: an event, and for a game the scene."""

    kind: str
    number: int
    viewer: Viewer
    scene: Scene | None = None


@dataclass(slots=True)
class _Moment:
    """A table after an event, as everybody sees it in a language."""

    public: ViewContext
    board: Board


@dataclass(slots=True)
class _Drawn:
    """What was made for a version of a table."""

    version: int = -1
    moments: dict[tuple[str, int], _Moment] = field(default_factory=dict)
    """By language and event; the last one's is the present."""
    beats: dict[tuple[str, int, int], tuple[Board, list[tuple[Beat, msgspec.Raw]]]] = field(
        default_factory=dict
    )
    """By language, event, and the board before, which is kept so that its id stays taken."""


class Scenes:
    """Messages for all tables' pages."""

    def __init__(self, renderer: Renderer) -> None:
        self._renderer = renderer
        self._drawn: WeakKeyDictionary[LiveTable, _Drawn] = WeakKeyDictionary()

    def kept(self, live: LiveTable) -> tuple[int, int]:
        """Return how many moments of a table are kept, and how many events as beats."""
        drawn = self._of(live)
        return len(drawn.moments), len(drawn.beats)

    def forget(self, live: LiveTable) -> None:
        """Keep nothing of a table that nobody looks at any more."""
        self._drawn.pop(live, None)

    def scene(self, live: LiveTable, viewer: Viewer) -> Scene | None:
        """Return what a game's page shows now; None for any other page."""
        if self._renderer.kind(live.table, viewer) != "game":
            return None
        return self._scene(live, viewer, live.table.number)

    def first(
        self,
        live: LiveTable,
        viewer: Viewer,
        address: str,
        kind: str,
        after: int,
        known: str = "",
    ) -> tuple[bytes, Shown]:
        """Return the message for a page whose HTML is of a kind and shows event `after`.

        What the page was loaded with is not sent again: `known` is the digest of its scene.
        """
        table = live.table
        if kind != "game" or self._renderer.kind(table, viewer) != "game":
            return self._page(live, viewer, address, min(after, table.number))
        behind = table.number - after
        first = after if 0 < behind <= LONGEST_ABSENCE and _began(table) <= after else table.number
        start = loaded = self._scene(live, viewer, first)
        message: dict[str, Any] = {}
        if first < table.number:
            start = Scene(start.board, waiting(start.own))
            message["missed"] = True
        if digest(loaded) != known:
            message["scene"] = start
        elif asked := difference(loaded.own, start.own):
            message["scene"] = {"own": asked}  # asks for nothing that is past
        return self._following(live, viewer, Shown("game", first, viewer, start), message)

    def following(
        self, live: LiveTable, viewer: Viewer, address: str, shown: Shown
    ) -> tuple[bytes, Shown]:
        """Return the message for a page that shows something, and what it shows then."""
        kind = self._renderer.kind(live.table, viewer)
        if shown.scene is None or kind == "lobby" or shown.viewer != viewer:
            return self._page(live, viewer, address, shown.number)
        if kind == "result":
            return self._ending(live, viewer, address, shown)
        if live.table.number - shown.number > LONGEST_ABSENCE:
            return self.first(live, viewer, address, "game", live.table.number)
        return self._following(live, viewer, shown, {})

    def _ending(
        self, live: LiveTable, viewer: Viewer, address: str, shown: Shown
    ) -> tuple[bytes, Shown]:
        """Return the result's page, after the vote that ended the game if it was not seen yet."""
        played: list[dict[str, Any]] = []
        if live.table.number - shown.number <= LONGEST_ABSENCE:
            context = self._context(live, viewer, live.table.number)
            played, _now = self._played(live, context, shown)
        if not any(beat["cue"] for beat in played):
            return self._page(live, viewer, address, shown.number)
        # The beats announce what has happened; the page comes after them.
        return self._page(live, viewer, address, 0, played)

    def _page(
        self,
        live: LiveTable,
        viewer: Viewer,
        address: str,
        after: int,
        played: Sequence[dict[str, Any]] = (),
    ) -> tuple[bytes, Shown]:
        """Return a whole page, another kind or another player's, with beats to play before."""
        table, renderer = live.table, self._renderer
        context = ViewContext(table, viewer, live.present(), live.waiting_bots)
        kind, scene = renderer.kind(table, viewer), self.scene(live, viewer)
        page = renderer.main(context, address, scene)
        said = renderer.announcements(context, after) if after else []
        message = {"number": table.number, "page": page, "said": said}
        message |= {"title": renderer.title(context), "turn": may_act(context)}
        if played:
            message["beats"] = played
        return encode(message), Shown(kind, table.number, viewer, scene)

    def _following(
        self, live: LiveTable, viewer: Viewer, shown: Shown, message: dict[str, Any]
    ) -> tuple[bytes, Shown]:
        table = live.table
        context = self._context(live, viewer, table.number)
        played, now = self._played(live, context, shown)
        if shown.number == table.number and not message:  # somebody came, or left
            moment = self._moment(live, table.number)
            after = Scene(moment.board, own(context, moment.board))
            played.append(_beat(None, difference(now.board, after.board), now.own, after.own, ()))
            now = after
        message |= {"number": table.number, "title": self._renderer.title(context)}
        message |= {"turn": may_act(context)}
        if played:
            message["beats"] = played
        return encode(message), Shown("game", table.number, viewer, now)

    def _played(
        self, live: LiveTable, present: ViewContext, shown: Shown
    ) -> tuple[list[dict[str, Any]], Scene]:
        """Return the beats of all events after those that are shown, and the scene then."""
        now = shown.scene
        played: list[dict[str, Any]] = []
        assert now is not None  # noqa: S101 (the callers have checked)
        last = live.table.number
        for number in range(shown.number + 1, last + 1):
            context = present if number == last else self._context(live, present.viewer, number)
            now = self._play(live, context, now, number, played)
        return played, now

    def _play(
        self,
        live: LiveTable,
        context: ViewContext,
        now: Scene,
        number: int,
        played: list[dict[str, Any]],
    ) -> Scene:
        """Add the beats of an event, and return the scene after it."""
        moment = self._moment(live, number)
        after = own(context, moment.board)
        steps = self._beats(live, now.board, moment, number)
        held = now.own
        is_news = any(beat.cue or beat.said for beat, _difference in steps)
        asks = question(context) if is_news and number == live.table.number else []
        for i, (beat, board_difference) in enumerate(steps):
            last = i == len(steps) - 1
            then = after if last else waiting(now.own)
            said = (*beat.said, *asks) if last else beat.said
            played.append(_beat(beat.cue, board_difference, held, then, said))
            held = then
        return Scene(moment.board, after)

    def _beats(
        self, live: LiveTable, before: Board, moment: _Moment, number: int
    ) -> list[tuple[Beat, msgspec.Raw]]:
        """Return the beats of an event with their boards' differences, once for all."""
        drawn = self._of(live)
        key = (current_language(), number, id(before))
        known = drawn.beats.get(key)
        if known is None:
            table = moment.public.table
            entries = public_log(table, number - 1)
            found, last = [], before
            for beat in beats(before, moment.board, moment.public, entries):
                found.append((beat, msgspec.Raw(encode(difference(last, beat.board)))))
                last = beat.board
            known = drawn.beats[key] = (before, found)
        return known[1]

    def _scene(self, live: LiveTable, viewer: Viewer, number: int) -> Scene:
        shown = self._moment(live, number).board
        return Scene(shown, own(self._context(live, viewer, number), shown))

    def _context(self, live: LiveTable, viewer: Viewer, number: int) -> ViewContext:
        public = self._moment(live, number).public
        return ViewContext(public.table, viewer, public.present, common=public)

    def _moment(self, live: LiveTable, number: int) -> _Moment:
        drawn, language = self._of(live), current_language()
        if (language, number) not in drawn.moments:
            present = live.present()
            for table in _tables(live.table, number):
                public = ViewContext(table, SPECTATOR, present)
                drawn.moments.setdefault((language, table.number), _Moment(public, board(public)))
        return drawn.moments[language, number]

    def _of(self, live: LiveTable) -> _Drawn:
        drawn = self._drawn.get(live)
        if drawn is None or drawn.version != live.version:
            drawn = self._drawn[live] = _Drawn(live.version)
        return drawn


def packed(message: bytes) -> str | bytes:
    """Return a message as it is sent to a page that can unpack: text, or gzip if it is long."""
    if len(message) < WORTH_PACKING:
        return message.decode()
    return gzip.compress(message, GZIP_LEVEL, mtime=0)


def _tables(table: Table, number: int) -> Iterator[Table]:
    """Yield the table after an event and after all that follow; the present one is itself."""
    if number < table.number:
        past = Table.of(table.numbered[:number])
        while past.number < table.number:
            yield past.copy()
            past.apply(table.numbered[past.number])
    yield table


def _began(table: Table) -> int:
    """Return the number of the event with which the first cards were dealt."""
    return next(one.number for one in table.numbered if isinstance(one.event, Dealt))


def _beat(
    cue: dict[str, str] | None, board_difference: Any, before: Own, after: Own, said: Any
) -> dict[str, Any]:
    beat: dict[str, Any] = {"cue": cue, "board": board_difference}
    changed = difference(before, after)
    if changed:
        beat["own"] = changed
    if said:
        beat["said"] = said
    return beat
