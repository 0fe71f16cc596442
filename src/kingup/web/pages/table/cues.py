"""What a screen may act out: public moments after an event, in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingup.history import Climbed, Placed, Voted
from kingup.web.pages.common.public_log import LogEntry, log_entries

if TYPE_CHECKING:
    from kingup.web.pages.common.view_context import ViewContext

Cue = dict[str, str | int]


def cues(look: ViewContext, after: int) -> list[Cue]:
    """Return the moments after an event."""
    return [moment for happening in log_entries(look, after) for moment in _moments(happening)]


def _moments(happening: LogEntry) -> list[Cue]:
    move = happening.move
    if happening.kind == "dealt":
        return [{"kind": "dealt"}]
    if happening.kind == "card":
        return [{"kind": "voted"}]
    if isinstance(move, Placed):
        return [{"kind": "placed", "who": move.letter, "at": str(move.floor)}]
    if isinstance(move, Climbed):
        return [{"kind": "climbed", "who": move.letter, "from": move.origin, "at": move.place}]
    if happening.kind == "voted" and isinstance(move, Voted):
        votes = move.votes + (move.emissary or "")
        return [{"kind": "revealed", "who": move.letter, "votes": votes, "outcome": move.outcome}]
    if happening.kind == "crowned" and isinstance(move, Voted):
        return [{"kind": "crowned", "who": move.letter}, {"kind": "scored"}]
    return []
