"""The game whose analysis is asked for: a table's, or that of a record that somebody brought."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import Request

from kingup.server.analysis_service import FinishedGame, finished_game
from kingup.tables import Table
from kingup.web.http.dependencies import find_table
from kingup.web.http.identity import person_of
from kingup.web.pages.common.perspective import OPEN, moment_address
from kingup.web.pages.replay.records import replay_of_record


@dataclass(frozen=True, slots=True)
class Subject:
    """A finished game, and where its pages are."""

    finished: FinishedGame
    table: Table
    """The table at the end of the game."""
    base: str
    """The address before /analysis and /retry."""
    replay: str
    """The address before the name of a moment."""
    own_seat: int | None = None
    """The number of the person's seat, or of the first if they play several."""

    def link_to(self, moment: str, seat: int | None) -> str:
        """Return the address of a moment, as a seat saw it or with all cards open."""
        return moment_address(self.replay, moment, OPEN if seat is None else str(seat + 1))


async def subject_of(request: Request) -> Subject:
    """Return the game that an address names; one that is not over, or not stored, is refused."""
    names = request.path_params
    if "record" in names:
        id_ = names["record"]
        replay = await replay_of_record(request, id_)
        base = f"/replay/{id_}"
        return Subject(FinishedGame(id_, replay.game, is_record=True), replay.end, base, base)
    live = await find_table(request, names["code"])
    finished, table, base = finished_game(live), live.table, f"/t/{live.code}"
    own = table.player_of(person_of(request))
    seat = table.seat_of(own[0]) + 1 if own else None
    return Subject(finished, table, base, f"{base}/replay", seat)
