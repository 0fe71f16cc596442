"""What has happened since the looker's last turn, and in the round so far."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass

from kingup.history import Move, Voted
from kingup.language import _
from kingup.rules.setup import Setup
from kingup.telling.narration import compensation, narrate, opening
from kingup.view import View
from kingup.web.pages.common.view_context import Made, ViewContext

GLANCE = 4
"""How many events somebody without a seat is told."""


@dataclass(frozen=True, slots=True)
class EventDigest:
    """Sentences, the oldest first."""

    title: str
    lately: tuple[str, ...]
    earlier: tuple[str, ...]
    """The round before that."""

    @property
    def last(self) -> str:
        """The last thing that happened."""
        return self.lately[-1] if self.lately else ""


def news(look: ViewContext) -> EventDigest:
    """Return what happened in the round, what is new apart."""
    indices, lines = so_far(look)
    new = bisect_left(indices, _since(look))
    lately, earlier = lines[new:], lines[:new]
    title = _("Since your last turn") if look.seat is not None else _("Just now")
    return EventDigest(title, lately, earlier)


def so_far(look: ViewContext) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Return the sentences of the round, which all see alike, after the indices of their moves."""
    return look.shared("sentences", _so_far)


def _so_far(look: ViewContext) -> tuple[tuple[int, ...], tuple[str, ...]]:
    # Most of what happens at a table is a vote that is put down: no sentence is new then.
    moves = look.round.moves if look.round else ()
    source = (look.view.names, look.view.round, moves)
    return look.build_on("sentences", source, lambda before: _told(look, source, before))


def _told(
    look: ViewContext, source: tuple[object, int, tuple[Move, ...]], before: Made | None
) -> tuple[tuple[int, ...], tuple[str, ...]]:
    every_vote = look.table.setting.show_votes
    if before is not None and _only_grew(source, before[0]):
        indices, lines = before[1]
        told = sentences(look.view, every_vote=every_vote, first=len(before[0][2]))
    else:
        indices, lines, told = (), (), sentences(look.view, every_vote=every_vote)
    return (
        (*indices, *[index for index, _line in told]),
        (*lines, *[line for _index, line in told]),
    )


def _only_grew(
    source: tuple[object, int, tuple[Move, ...]], last: tuple[object, int, tuple[Move, ...]]
) -> bool:
    """Return whether what was told before stays as it is: a new vote makes the last one short."""
    known = last[2]
    names, round_, moves = source
    return (
        (names, round_, moves[: len(known)]) == last
        and bool(known)
        and not any(isinstance(move, Voted) for move in moves[len(known) :])
    )


def sentences(view: View, *, every_vote: bool, first: int = 0) -> list[tuple[int, str]]:
    """Return the round from a move on as sentences, each with the index of its move.

    The opening has −1. Ruling 13: a screen shows the last vote only, unless the table has agreed
    otherwise.
    """
    if not view.rounds:
        return []
    moves = view.rounds[-1].moves
    last = max((i for i, move in enumerate(moves) if isinstance(move, Voted)), default=-1)
    placements = Setup.of(view.edition, view.seats, view.options).placements
    told = [] if first else [(-1, opening(view))]
    for i in range(first, len(moves)):
        move = moves[i]
        shown = every_vote or i == last
        told.append((i, narrate(view, move, with_votes=shown)))
        fewer = compensation(view) if i == placements - 1 else None
        if fewer:
            told.append((i, fewer))
    return told


def _since(look: ViewContext) -> int:
    """Return the index of the first move that is news."""
    moves: tuple[Move, ...] = look.round.moves if look.round else ()
    if look.seat is None:
        return max(0, len(moves) - GLANCE) if moves else -1
    for i in range(len(moves) - 1, -1, -1):
        move = moves[i]
        if move.seat == look.seat and not isinstance(move, Voted):
            return i + 1
    return -1
