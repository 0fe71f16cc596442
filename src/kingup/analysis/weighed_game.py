"""Everything that analysing one finished game needs: tables, cards, conduct and habits."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from kingup.analysis.beliefs import PUBLIC, deal_state, knowledge_of, revealed_after
from kingup.analysis.moments import check_finished
from kingup.analysis.table import (
    MANNERS,
    Floats,
    Floats32,
    RoundTable,
    SeatTable,
    no_tallies,
    table_of_round,
    tallies_of,
)
from kingup.analysis.worlds import Observer
from kingup.bots.sovereign.conduct import CAUTION
from kingup.bots.sovereign.networks import Networks
from kingup.game import Game
from kingup.rules.constants import MAX_SEATS
from kingup.rules.state import State


@dataclass(frozen=True)
class WeighedRound:
    """One round of a finished game, with everybody's cards."""

    table: RoundTable
    state: State
    """Its opening, with everybody's cards."""
    own: tuple[SeatTable, ...]
    """By seat: its decisions with the cards that it held."""
    past: Floats32
    """Everybody's conduct in earlier rounds."""
    habits: Floats
    """By seat and manner, from earlier rounds."""
    opened: int | None
    """The size of the history after which all cards lie open."""

    def observer(self, seat: int, size: int) -> Observer:
        """Return where a seat, or the public, stood when the history had this size."""
        revealed = None
        if self.opened is not None and size >= self.opened:
            revealed = tuple(self.state.card[: self.state.players])
        knows = knowledge_of(self.table, seat, self.state, revealed)
        own = None if seat == PUBLIC else self.own[seat]
        return Observer(self.table, knows, own, self.past, self.habits, size)

    def open_tallies(self, size: int) -> Floats32:
        """Return everybody's conduct so far with the cards that they really hold."""
        found = self.past.copy()
        for seat, each in enumerate(self.own):
            phases = self.table.decisions.phases[each.which]
            found[seat] += tallies_of(each, self.table.known(seat, size), phases)[0]
        return found


@dataclass(frozen=True)
class WeighedGame:
    """A finished game, weighed once."""

    game: Game
    rounds: list[WeighedRound] = field(default_factory=list)


def facts_of(game: Game, networks: Networks) -> WeighedGame:
    """Weigh every decision of a finished game."""
    check_finished(game)
    view = game.view()
    facts = WeighedGame(game)
    past, habits = no_tallies(), np.zeros((MAX_SEATS, MANNERS))
    for number in range(1, len(game.rounds) + 1):
        table = table_of_round(networks, view, number)
        state = deal_state(game, table)
        own = tuple(table.own_table(networks, seat, state) for seat in range(state.seats))
        opened = revealed_after(game, number)
        round_ = WeighedRound(table, state, own, past.copy(), habits.copy(), opened)
        facts.rounds.append(round_)
        past = round_.open_tallies(table.size)
        for seat, each in enumerate(own):
            # Decisions of one game resemble each other, so they count for less than they seem.
            habits[seat] += CAUTION * each.likely.sum(axis=0)[:, 0]
    return facts
