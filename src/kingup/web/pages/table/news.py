"""What has happened since the viewer's last turn, and earlier in the round."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass

from kingup.history import Move, Voted
from kingup.language import _
from kingup.rules.setup import Setup
from kingup.telling.narration import compensation, narrate, opening
from kingup.view import View
from kingup.web.pages.common.view_context import Made, ViewContext

SPECTATOR_MOVES = 4
"""How many of the last moves count as new for a viewer without a seat."""


@dataclass(frozen=True, slots=True)
class EventDigest:
    """Sentences, the oldest first."""

    title: str
    lately: tuple[str, ...]
    earlier: tuple[str, ...]
    """The sentences of the round before those in `lately`."""

    @property
    def last(self) -> str:
        """The last sentence."""
        return self.lately[-1] if self.lately else ""


def news(context: ViewContext) -> EventDigest:
    """Return the round in sentences, the new ones apart."""
    indices, lines = so_far(context)
    new = bisect_left(indices, _since(context))
    lately, earlier = lines[new:], lines[:new]
    title = _("Since your last turn") if context.seat is not None else _("Just now")
    return EventDigest(title, lately, earlier)


def so_far(context: ViewContext) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Return the indices of the round's moves, and their sentences; the same for all viewers."""
    return context.shared("sentences", _so_far)


def _so_far(context: ViewContext) -> tuple[tuple[int, ...], tuple[str, ...]]:
    # Most events are votes put down, which add no sentence.
    moves = context.round.moves if context.round else ()
    source = (context.view.names, context.view.round, moves)
    return context.build_on("sentences", source, lambda before: _extend(context, source, before))


def _extend(
    context: ViewContext, source: tuple[object, int, tuple[Move, ...]], before: Made | None
) -> tuple[tuple[int, ...], tuple[str, ...]]:
    every_vote = context.table.setting.show_votes
    if before is not None and _only_grew(source, before[0]):
        indices, lines = before[1]
        added = sentences(context.view, every_vote=every_vote, first=len(before[0][2]))
    else:
        indices, lines, added = (), (), sentences(context.view, every_vote=every_vote)
    return (
        (*indices, *[index for index, _line in added]),
        (*lines, *[line for _index, line in added]),
    )


def _only_grew(
    source: tuple[object, int, tuple[Move, ...]], last: tuple[object, int, tuple[Move, ...]]
) -> bool:
    """Return whether earlier sentences stay valid: a new vote shortens that of the last vote."""
    known = last[2]
    names, round_, moves = source
    return (
        (names, round_, moves[: len(known)]) == last
        and bool(known)
        and not any(isinstance(move, Voted) for move in moves[len(known) :])
    )


def sentences(view: View, *, every_vote: bool, first: int = 0) -> list[tuple[int, str]]:
    """Return the round's sentences from a move on, each with the index of its move.

    The opening has −1. By ruling 13 only the last vote is shown card by card, unless the table
    shows every vote.
    """
    if not view.rounds:
        return []
    moves = view.rounds[-1].moves
    last = max((i for i, move in enumerate(moves) if isinstance(move, Voted)), default=-1)
    placements = Setup.of(view.edition, view.seats, view.options).placements
    added = [] if first else [(-1, opening(view))]
    for i in range(first, len(moves)):
        move = moves[i]
        shown = every_vote or i == last
        added.append((i, narrate(view, move, with_votes=shown)))
        fewer = compensation(view) if i == placements - 1 else None
        if fewer:
            added.append((i, fewer))
    return added


def _since(context: ViewContext) -> int:
    """Return the index of the first move that is new to the viewer."""
    moves: tuple[Move, ...] = context.round.moves if context.round else ()
    if context.seat is None:
        return max(0, len(moves) - SPECTATOR_MOVES) if moves else -1
    for i in range(len(moves) - 1, -1, -1):
        move = moves[i]
        if move.seat == context.seat and not isinstance(move, Voted):
            return i + 1
    return -1
