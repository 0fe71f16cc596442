"""The round in sentences."""

from __future__ import annotations

from kingup.history import Move, Voted
from kingup.language import _
from kingup.rules.setup import Setup
from kingup.telling.narration import compensation, narrate, opening
from kingup.view import View
from kingup.web.pages.common.view_context import ViewContext
from kingup.web.pages.table.scene import LinePiece

SPECTATOR_MOVES = 4
"""How many of the last moves count as new for a viewer without a seat."""


def lines(public: ViewContext, *, newest: bool = False) -> tuple[LinePiece, ...]:
    """Return the round's sentences, the oldest first, or those of the newest move alone."""
    first = len(public.round.moves) - 1 if newest and public.round else -1
    told = sentences(public.view, every_vote=public.table.setting.show_votes, first=first)
    return tuple([LinePiece(str(i), index, line) for i, (index, line) in enumerate(told)])


def sentences(view: View, *, every_vote: bool, first: int = -1) -> list[tuple[int, str]]:
    """Return the round's sentences from a move on, each with the index of its move.

    The opening has −1. By ruling 13 only the last vote is shown card by card, unless the table
    shows every vote.
    """
    if not view.rounds:
        return []
    moves = view.rounds[-1].moves
    last = max((i for i, move in enumerate(moves) if isinstance(move, Voted)), default=-1)
    placements = Setup.of(view.edition, view.seats, view.options).placements
    told = [(-1, opening(view))] if first < 0 else []
    for i, move in enumerate(moves[max(first, 0) :], max(first, 0)):
        told.append((i, narrate(view, move, with_votes=every_vote or i == last)))
        fewer = compensation(view) if i == placements - 1 else None
        if fewer:
            told.append((i, fewer))
    return told


def news_title(context: ViewContext) -> str:
    """Return what the new sentences are called."""
    return _("Since your last turn") if context.seat is not None else _("Just now")


def first_new_move(context: ViewContext) -> int:
    """Return the index of the first move that is new to the viewer."""
    moves: tuple[Move, ...] = context.round.moves if context.round else ()
    if context.seat is None:
        return max(0, len(moves) - SPECTATOR_MOVES) if moves else -1
    for i in range(len(moves) - 1, -1, -1):
        move = moves[i]
        if move.seat == context.seat and not isinstance(move, Voted):
            return i + 1
    return -1
