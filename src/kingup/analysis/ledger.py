"""A ledger that adds up: result = start + deals + own play + others' gifts + rest."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kingup.analysis.decisions import Decision
from kingup.analysis.replaying import steps_of
from kingup.analysis.table import Floats, Floats32
from kingup.analysis.values import Valuer
from kingup.analysis.weighed_game import WeighedGame
from kingup.bots.compiled import history_records
from kingup.game import Game
from kingup.rules.deals import RandomDealer, deal_round
from kingup.rules.records import GAME, to_record
from kingup.rules.state import History, State


@dataclass(frozen=True, slots=True)
class Ledger:
    """Where a seat's result came from, in chances to win."""

    seat: int
    result: float
    """1 for a win, a share of it if several win, 0 otherwise."""
    start: float
    """The mean over first deals: what the seat could expect before any card was dealt."""
    deals: tuple[float, ...]
    """By round: the chances after the deal, less the mean over other deals."""
    own: float
    """What its own decisions changed: the sum of its losses, with the sign reversed."""
    gifts: tuple[float, ...]
    """By seat: what that seat's decisions changed for this one; 0 for its own."""
    rest: float
    """Cards nobody could know: whatever the other entries leave."""

    @property
    def luck_adjusted(self) -> float:
        """The result without the luck of the deals."""
        return self.result - sum(self.deals)


@dataclass(frozen=True)
class DealValues:
    """What the deals were worth, by round and then by seat and the Emissary."""

    before: tuple[Floats, ...]
    """The mean over deals that might have come."""
    after: tuple[Floats, ...]
    """After the deal that came."""


def ledgers_of(
    facts: WeighedGame, decisions: list[Decision], values: DealValues
) -> tuple[Ledger, ...]:
    """Return every seat's ledger."""
    luck = [after - before for before, after in zip(values.before, values.after, strict=True)]
    seats = range(len(facts.game.setup.seats))
    found = []
    for seat in seats:
        own = 0.0
        gifts = [0.0] * len(seats)
        for decision in decisions:
            if decision.seat == seat:
                own += decision.gifts[seat]
            else:
                gifts[decision.seat] += decision.gifts[seat]
        result = share_of(facts.game, seat)
        start = float(values.before[0][seat])
        deals = tuple(float(each[seat]) for each in luck)
        rest = result - (start + sum(deals) + own + sum(gifts))
        found.append(Ledger(seat, result, start, deals, own, tuple(gifts), rest))
    return tuple(found)


def share_of(game: Game, seat: int) -> float:
    """Return a seat's share of the win."""
    return 1 / len(game.winners) if seat in game.winners else 0.0


def deal_values(facts: WeighedGame, valuer: Valuer, deals: int, seed: int) -> DealValues:
    """Return what every deal was worth, beside others that might have come."""
    before: list[Floats] = []
    after: list[Floats] = []
    for again, number, count in steps_of(facts.game):
        past = facts.rounds[number - 1].past
        if count == -1:
            before.append(_mean_of_deals(again.state, valuer, past, deals, f"{seed}/{number}"))
        elif count == 0:
            after.append(_values([again.state], valuer, past)[0])
    return DealValues(tuple(before), tuple(after))


def _mean_of_deals(
    before: State, valuer: Valuer, past: Floats32, number: int, seed: str
) -> Floats:
    """Return the mean of everybody's chances over deals that might have come."""
    dealer = RandomDealer(seed)
    states = []
    for _ in range(number):
        state = before.copy()
        deal_round(state, dealer.deal(state))
        states.append(state)
    found: Floats = _values(states, valuer, past).mean(axis=0)
    return found


def _values(states: list[State], valuer: Valuer, past: Floats32) -> Floats:
    games = np.zeros(len(states), GAME)
    for i, state in enumerate(states):
        to_record(state, games, i)
    histories = np.repeat(history_records(History()), len(states))
    return valuer.chances(games, histories, np.repeat(past[None], len(states), axis=0))
