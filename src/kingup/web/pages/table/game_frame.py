"""What stays the same on a game's page from its first event to its last."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kingup.language import _
from kingup.tables.decisions import coached_player
from kingup.telling.slots import FLOORS_WITH_LOCKS
from kingup.telling.words import FLOORS, label_of, players_of, seat_of
from kingup.web.pages.common.view_context import ViewContext
from kingup.web.pages.table.round_lines import news_title


@dataclass(frozen=True, slots=True)
class SeatFrame:
    """A seat's place on the page."""

    id: str
    you: bool
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RowFrame:
    """A player's row on the score sheet."""

    id: str
    seat: int
    you: bool


def is_coached(context: ViewContext) -> bool:
    """Return whether a coach may help the viewer, who looks at their own cards."""
    player = coached_player(context.table, context.viewer.person)
    return player is not None and player == context.player


def game_frame(context: ViewContext) -> dict[str, Any]:
    """Return a template's context for the parts of a page that never change."""
    view, table, passed = context.view, context.table, context.table.setting.passed
    seats = [
        SeatFrame(str(seat), seat == context.seat and not passed, tuple(players_of(view, seat)))
        for seat in range(len(view.seats))
    ]
    rows = [
        RowFrame(str(player), seat_of(view, player), player == context.player and not passed)
        for player in range(sum(view.seats))
    ]
    if view.emissary:
        rows.append(RowFrame("emissary", len(seats), False))
        seats.append(SeatFrame("emissary", False, ()))
    return {
        "page": context.viewer.page,
        "code": table.code,
        "action": f"/t/{table.code}",
        "number": table.number,
        "edition": view.edition,
        "plays": context.player is not None or (passed and bool(context.viewer.holds)),
        "coached": is_coached(context),
        "mate": context.mate,
        "passed": passed,
        "letters": sorted(view.castle),
        "names": {letter: label_of(view, letter) for letter in view.castle},
        "floors": [_(floor) for floor in FLOORS],
        "locked_floors": FLOORS_WITH_LOCKS,
        "seats": seats,
        "rows": rows,
        "news_title": news_title(context),
    }
