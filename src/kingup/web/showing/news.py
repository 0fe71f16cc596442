"""What has happened since the looker's last turn, and in the round so far."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass

from kingup.history import Move, Voted
from kingup.language import _
from kingup.rules.setup import Setup
from kingup.telling.narration import compensation, narrate, opening
from kingup.view import View
from kingup.web.showing.looking import Look

GLANCE = 4
"""How many events somebody without a seat is told."""


@dataclass(frozen=True, slots=True)
class News:
    """Sentences, the oldest first."""

    title: str
    lately: tuple[str, ...]
    earlier: tuple[str, ...]
    """The round before that."""

    @property
    def last(self) -> str:
        """The last thing that happened."""
        return self.lately[-1] if self.lately else ""


def news(look: Look) -> News:
    """Return what happened in the round, what is new apart."""
    indices, lines = so_far(look)
    new = bisect_left(indices, _since(look))
    lately, earlier = lines[new:], lines[:new]
    title = _("Since your last turn") if look.seat is not None else _("Just now")
    return News(title, lately, earlier)


def so_far(look: Look) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Return the sentences of the round, which all see alike, after the indices of their moves."""
    return look.shared("sentences", _so_far)


def _so_far(look: Look) -> tuple[tuple[int, ...], tuple[str, ...]]:
    # Most of what happens at a table is a vote that is put down: no sentence is new then.
    moves = look.round.moves if look.round else ()
    source = (look.view.names, look.view.round, moves)
    return look.remember("sentences", source, lambda: _told(look))


def _told(look: Look) -> tuple[tuple[int, ...], tuple[str, ...]]:
    told = sentences(look.view, every_vote=look.table.setting.show_votes)
    return tuple([index for index, _line in told]), tuple([line for _index, line in told])


def sentences(view: View, *, every_vote: bool) -> list[tuple[int, str]]:
    """Return the round as sentences, each with the index of its move; the opening has −1.

    Ruling 13: a screen shows the last vote only, unless the table has agreed otherwise.
    """
    if not view.rounds:
        return []
    moves = view.rounds[-1].moves
    votes = [i for i, move in enumerate(moves) if isinstance(move, Voted)]
    placements = Setup.of(view.edition, view.seats, view.options).placements
    told = [(-1, opening(view))]
    for i, move in enumerate(moves):
        shown = every_vote or (bool(votes) and i == votes[-1])
        told.append((i, narrate(view, move, with_votes=shown)))
        fewer = compensation(view) if i == placements - 1 else None
        if fewer:
            told.append((i, fewer))
    return told


def _since(look: Look) -> int:
    """Return the index of the first move that is news."""
    moves: tuple[Move, ...] = look.round.moves if look.round else ()
    if look.seat is None:
        return max(0, len(moves) - GLANCE) if moves else -1
    for i in range(len(moves) - 1, -1, -1):
        move = moves[i]
        if move.seat == look.seat and not isinstance(move, Voted):
            return i + 1
    return -1
