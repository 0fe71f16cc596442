"""Cues for animations and sounds: the public moves after an event, in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingup.history import Climbed, Placed, Voted
from kingup.web.pages.common.public_log import LogEntry, log_entries

if TYPE_CHECKING:
    from kingup.web.pages.common.view_context import ViewContext

Cue = dict[str, str | int]


def cues(context: ViewContext, after: int) -> list[Cue]:
    """Return the cues after an event."""
    return [cue for entry in log_entries(context, after) for cue in _cues_of(entry)]


def _cues_of(entry: LogEntry) -> list[Cue]:
    move = entry.move
    if entry.kind == "dealt":
        return [{"kind": "dealt"}]
    if entry.kind == "card":
        return [{"kind": "voted"}]
    if isinstance(move, Placed):
        return [{"kind": "placed", "who": move.letter, "at": str(move.floor)}]
    if isinstance(move, Climbed):
        return [{"kind": "climbed", "who": move.letter, "from": move.origin, "at": move.place}]
    if entry.kind == "voted" and isinstance(move, Voted):
        votes = move.votes + (move.emissary or "")
        return [{"kind": "revealed", "who": move.letter, "votes": votes, "outcome": move.outcome}]
    if entry.kind == "crowned" and isinstance(move, Voted):
        return [{"kind": "crowned", "who": move.letter}, {"kind": "scored"}]
    return []
