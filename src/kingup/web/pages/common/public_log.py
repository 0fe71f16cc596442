"""A table's log as everybody may know it: numbered entries without secrets.

Moves come from the public view; the table's events only tell when they happened. A sealed vote
shows only that a card is down, a deal only that cards were dealt; Ambition choices are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kingup.history import Climbed, Crowning, Move, Voted
from kingup.tables.events import Acted, Dealt, Event, Numbered, Shuffled

if TYPE_CHECKING:
    from kingup.tables.table import Table
    from kingup.view import View


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A public entry, with the number of its event."""

    number: int
    kind: str
    """dealt, moved, card (a vote card is down), voted, crowned, or event."""
    round: int = -1
    index: int = -1
    """The index of the move in the round."""
    move: Move | None = None
    crowning: Crowning | None = None
    player: int = -1
    event: Event | None = None


def public_log(table: Table, after: int) -> list[LogEntry]:
    """Return the public log after an event."""
    if table.game is None:
        return [
            LogEntry(n.number, "event", event=n.event) for n in table.numbered if n.number > after
        ]
    view = table.view()
    first, rounds = _round_of(table.numbered, after, len(view.rounds))
    return list(_walk(table, view, first, rounds, after))


def _round_of(log: Sequence[Numbered], after: int, rounds: int) -> tuple[int, int]:
    """Return the position in the log where an event's round begins, and the rounds before it."""
    for position in range(len(log) - 1, -1, -1):
        if isinstance(log[position].event, Dealt):
            rounds -= 1
            if log[position].number <= after:
                return position, rounds
    return 0, 0


def _walk(table: Table, view: View, first: int, rounds: int, after: int) -> Iterator[LogEntry]:
    """Yield the entries after an event; earlier moves are only counted."""
    round_, index, cards, crownings = rounds - 1, 0, 0, 0
    log = table.numbered
    for position in range(first, len(log)):
        numbered = log[position]
        number, event = numbered.number, numbered.event
        if isinstance(event, Dealt):
            round_, index, cards, crownings = round_ + 1, 0, 0, 0
            if number > after:
                yield LogEntry(number, "dealt", round_)
            continue
        if not isinstance(event, (Acted, Shuffled)):
            if number > after:
                yield LogEntry(number, "event", event=event)
            continue
        moves = view.rounds[round_].moves
        last = moves[index - 1] if index else None
        voting = isinstance(last, Climbed) and last.place == "throne"
        if isinstance(event, Acted):
            if not voting:
                if len(event.action) > 2:  # the choice of an Ambition card
                    continue
                if number > after:
                    yield LogEntry(number, "moved", round_, index, moves[index])
                index += 1
                continue
            cards += 1
            if number > after:
                yield LogEntry(number, "card", round_, player=event.player)
            following = log[position + 1].event if position + 1 < len(log) else None
            shuffles = isinstance(following, Shuffled) or index >= len(moves)
            if cards < len(view.seats) or shuffles:
                continue
        cards = 0
        voted = moves[index]
        if number > after:
            yield LogEntry(number, "voted", round_, index, voted)
        index += 1
        if isinstance(voted, Voted) and voted.outcome == "throne":
            crowning = view.rounds[round_].crownings[crownings]
            crownings += 1
            if number > after:
                yield LogEntry(number, "crowned", round_, index - 1, voted, crowning)
