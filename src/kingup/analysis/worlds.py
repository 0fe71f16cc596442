"""Imagined games: what one seat could think at one moment, with everybody's conduct and manner."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kingup.analysis.beliefs import Knowledge, type_weights
from kingup.analysis.table import (
    MANNERS,
    PRIOR,
    Floats,
    Floats32,
    Ints,
    RoundTable,
    SeatTable,
    tallies_of,
)
from kingup.bots.sovereign import compiled
from kingup.bots.sovereign.beliefs import Manners
from kingup.bots.sovereign.conduct import PHASES, TALLIES
from kingup.rules.constants import CARDS, KING_UP, MAX_SEATS

MOST_DRAWS = 40
"""Draws with colliding cards before the rest are repaired regardless of beliefs."""


@dataclass(frozen=True)
class Observer:
    """Where an observer stands: the round's table, what they know, and how long it has lasted."""

    table: RoundTable
    knows: Knowledge
    own: SeatTable | None
    """The observer's own decisions, with the cards they hold; None for the public."""
    past: Floats32
    """Everybody's conduct in earlier rounds, by seat and phase."""
    habits: Floats
    """By seat and manner: how likely it has become in earlier rounds, as logarithms."""
    size: int
    """How long the round's public history is."""


@dataclass(frozen=True)
class Imagined:
    """Games that an observer may imagine."""

    games: Any
    rows: dict[int, Ints]
    """By other seat: which of its types it holds in each game."""
    manners: Manners
    """By game and seat: how everybody will choose."""
    tallies: Floats32
    """By game, seat and phase: how everybody has chosen so far, with these cards."""


def imagine(
    observer: Observer, position: Any, number: int, random: np.random.Generator
) -> Imagined:
    """Return games with this public position in which everything hidden has been filled in."""
    table, knows = observer.table, observer.knows
    games = np.repeat(position, number)
    seats = range(table.opening.seats)
    others = [seat for seat in seats if seat != knows.seat]
    logs = {seat: table.logs(seat, observer.size) for seat in others}
    rows = _draw(observer, logs, number, random)
    for seat in others:
        table.seats[seat].types.write(games, rows[seat])
    if observer.own is not None:
        observer.own.types.write(games, np.zeros(number, np.int64))
    _mend(observer, games, others, random)
    if table.opening.edition == KING_UP:
        for player in range(table.opening.players):
            games["gone"] |= 1 << games["card"][:, player].astype(np.int32)
    compiled.begin_worlds(games, random.integers(0, 2**48, number))
    manners = np.zeros((number, MAX_SEATS), np.int8)
    tallies = np.zeros((number, MAX_SEATS, PHASES, TALLIES), np.float32)
    tallies += observer.past
    for seat in seats:
        row = rows.get(seat, np.zeros(number, np.int64))
        each = table.seats[seat] if seat in logs else observer.own
        if each is None:
            continue
        phases = table.decisions.phases[each.which]
        tallies[:, seat] += tallies_of(each, table.known(seat, observer.size), phases)[row]
        if seat in logs:
            # The observer's own manner stays 0: a decision is judged as if good play followed.
            manners[:, seat] = _manners(logs[seat], observer.habits[seat], row, random)
    return Imagined(games, rows, manners, tallies)


def _manners(
    likely: Floats, habits: Floats, rows: Ints, random: np.random.Generator
) -> NDArray[np.int8]:
    """Draw how a seat will choose, given what it holds in each game."""
    logs = likely + (np.log(PRIOR) + habits)[:, None]
    totals = np.exp(logs - logs.max(axis=0)).cumsum(axis=0)[:, rows]
    points = random.random(len(rows)) * totals[-1]
    found: NDArray[np.int8] = np.minimum((totals <= points).sum(axis=0), MANNERS - 1).astype(
        np.int8
    )
    return found


def _draw(
    observer: Observer, logs: dict[int, Floats], number: int, random: np.random.Generator
) -> dict[int, Ints]:
    """Return a type of every other seat for each game, redrawn while cards collide."""
    tables = observer.table.seats
    totals = {
        seat: type_weights(each, observer.knows.allows(tables[seat].types)).cumsum()
        for seat, each in logs.items()
    }
    rows = {seat: np.zeros(number, np.int64) for seat in logs}
    left = np.arange(number if logs else 0)
    for _ in range(MOST_DRAWS):
        if not len(left):
            break
        for seat, total in totals.items():
            points = random.random(len(left)) * total[-1]
            rows[seat][left] = np.minimum(np.searchsorted(total, points, "right"), len(total) - 1)
        cards = np.concatenate(
            [tables[seat].types.cards[rows[seat][left]] for seat in logs], axis=1
        )
        ordered = np.sort(cards, axis=1)
        left = left[(ordered[:, 1:] == ordered[:, :-1]).any(axis=1)]
    return rows


def _mend(observer: Observer, games: Any, others: list[int], random: np.random.Generator) -> None:
    """Replace cards that are still held twice."""
    if observer.knows.revealed is not None:
        return
    hidden = [p for seat in others for p in observer.table.seats[seat].types.players]
    cards = np.sort(games["card"][:, hidden], axis=1)
    for i in np.flatnonzero((cards[:, 1:] == cards[:, :-1]).any(axis=1)):
        used = observer.knows.seen
        for player in hidden:
            if used >> int(games["card"][i, player]) & 1:
                free = [card for card in range(CARDS) if not used >> card & 1]
                games["card"][i, player] = free[random.integers(len(free))]
            used |= 1 << int(games["card"][i, player])
