"""One pass over a round: how likely each of its decisions was, whatever its player held.

Likelihoods do not depend on who observes. So every observer's beliefs at every moment, everybody's
conduct in every imagined deal, and the votes that others may cast all come from these tables.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kingup.bots.compiled import edition_style, history_records
from kingup.bots.sight import UNKNOWN_CARD, cards_seen
from kingup.bots.sovereign import compiled
from kingup.bots.sovereign.beliefs import LIKE_A_COURTIER, SHARPNESS, tempered
from kingup.bots.sovereign.conduct import BOTS, PHASES, RATIOS, TALLIES, UNLIKELY, WEIGHED
from kingup.bots.sovereign.conduct_rounds import (
    Decisions,
    decisions_of,
    hide_cards,
    history_of_round,
    opening_of_round,
)
from kingup.bots.sovereign.hypotheses import Types, types_of
from kingup.bots.sovereign.networks import Networks
from kingup.rules.constants import (
    ACTIONS,
    AMBITION,
    FIRST_KEEP,
    FIRST_VOTE,
    MAX_SEATS,
    NO_AMBITION,
)
from kingup.rules.records import new_games
from kingup.rules.state import History, State
from kingup.view import View

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]
Ints = NDArray[np.int64]

MANNERS = LIKE_A_COURTIER + 1
"""Like the network, in four degrees of sharpness, or like a courtier."""

PRIOR: Floats = np.append(np.full(len(SHARPNESS), 0.5 / len(SHARPNESS)), 0.5)
"""How likely each manner is before anybody acts: half of all strangers are courtiers."""

ROWS = 1024
"""The most positions in one call of the network."""


@dataclass(frozen=True)
class SeatTable:
    """The decisions of one seat in one round, for each of its types: what it may hold."""

    types: Types
    which: Ints
    """The seat's decisions among those of the round, in order."""
    start: Floats
    """By manner and type: the log-likelihood of the Ambition cards it kept."""
    policy: Floats
    """By decision, type and action: the network's log-policy."""
    votes: Floats
    """By decision, type and vote card: a courtier's log-policy; zeros where there is no vote."""
    likely: Floats
    """By decision, manner and type: the log-likelihood of the action taken."""
    ratios: Floats
    """By decision, type and manner: how much likelier than at random; then a 1."""


class RoundTable:
    """The tables of all seats in one round."""

    def __init__(self, networks: Networks, opening: State, history: Any, number: int) -> None:
        self.number = number
        self.opening = opening.copy()
        """The state when placing began, with the cards that are known."""
        # A deal takes its cards out of the game at once; what is hidden must not show there.
        for card in {*opening.card[: opening.players], UNKNOWN_CARD}:
            self.opening.gone &= ~(1 << card)
        self.history = history
        self.decisions = decisions_of(self.opening, self.history)
        """The decisions that were not forced."""
        hidden = self.opening.copy()
        hide_cards(hidden)
        self.seen = cards_seen(hidden)
        """The mask of favourites cards that everybody knows nobody holds."""
        generator = random.Random(number)
        self.seats = []
        for seat in range(hidden.seats):
            types = types_of(hidden, seat, self.seen, generator)
            self.seats.append(seat_table(networks, self, types, hidden))

    @property
    def size(self) -> int:
        """How long the round's public history is."""
        return int(self.history["size"][0])

    def known(self, seat: int, size: int) -> NDArray[np.bool_]:
        """Return which of a seat's decisions everybody knows when the history has this size."""
        found: NDArray[np.bool_] = self.decisions.known[self.seats[seat].which] <= size
        return found

    def logs(self, seat: int, size: int) -> Floats:
        """Return by manner and type the log-likelihood of all that a seat has shown."""
        table = self.seats[seat]
        found: Floats = table.start + table.likely[self.known(seat, size)].sum(axis=0)
        return found

    def own_table(self, networks: Networks, seat: int, holding: State) -> SeatTable:
        """Return the table of a seat whose cards are known: those of a state."""
        return seat_table(networks, self, holding_of(holding, seat), None)


def table_of_round(networks: Networks, view: View, number: int) -> RoundTable:
    """Return the table of a round of a view's game, counted from 1."""
    opening = opening_of_round(view, number)
    return RoundTable(networks, opening, history_of_round(view, number), number)


def holding_of(state: State, seat: int) -> Types:
    """Return what a seat holds in a state, as its only type."""
    players = tuple(p for p in range(state.players) if state.seat_of[p] == seat)

    def row(values: list[int]) -> Ints:
        return np.array([[values[p] for p in players]], np.int64)

    return Types(
        seat, players, row(state.card), row(state.dealt_1), row(state.dealt_2), row(state.kept)
    )


def seat_table(
    networks: Networks, round_: RoundTable, types: Types, hidden: State | None
) -> SeatTable:
    """Weigh a seat's decisions; with `hidden`, its kept Ambition cards, too."""
    decisions, each = round_.decisions, len(types)
    which = np.flatnonzero(decisions.seats == types.seat)
    policy = np.zeros((len(which), each, ACTIONS))
    votes = np.zeros((len(which), each, 3))
    likely = np.zeros((len(which), MANNERS, each))
    ratios = np.zeros((len(which), each, TALLIES))
    ratios[..., RATIOS] = 1
    at_once = max(1, ROWS // each)
    for start in range(0, len(which), at_once):
        those = slice(start, start + at_once)
        part = _weigh(networks, round_, types, which[those])
        policy[those], votes[those], likely[those], ratios[those, :, :RATIOS] = part
    begin = np.zeros((MANNERS, each))
    if hidden is not None and hidden.ambition:
        begin[: len(SHARPNESS)] = _weigh_kept(networks, hidden, types)
    return SeatTable(types, which, begin, policy, votes, likely, ratios)


def _weigh(
    networks: Networks, round_: RoundTable, types: Types, which: Ints
) -> tuple[Floats, Floats, Floats, Floats]:
    decisions, each, n = round_.decisions, len(types), len(which)
    games, actions, masks = given(decisions, types, which)
    histories = np.repeat(round_.history, len(games))
    histories["size"] = np.repeat(decisions.sizes[which], each)
    asked = np.full(len(games), types.players[0], np.int32)
    policy = networks.policy(games, histories, asked)
    style = edition_style(round_.opening.edition)
    bots = np.zeros((len(games), BOTS))
    compiled.weigh_bots(games, style, np.full(len(games), types.seat), actions, bots)
    manners = np.vstack([tempered(policy, actions), bots[:, 0]])
    votes = np.zeros((len(games), 3))
    voting = np.flatnonzero(actions >= FIRST_VOTE)
    if len(voting):
        logs = np.zeros((len(voting), ACTIONS))
        legal = np.zeros(len(voting), compiled.LEGAL)
        compiled.court_all(games[voting], style, asked[voting], legal, logs)
        votes[voting] = logs[:, FIRST_VOTE : FIRST_VOTE + 3]
    ratios = np.zeros((len(games), RATIOS))
    weighed = [list(SHARPNESS).index(exponent) for exponent in WEIGHED]
    ratios[:, : len(WEIGHED)] = np.maximum(manners[weighed], UNLIKELY).T
    ratios[:, len(WEIGHED) :] = bots
    ratios += np.log(masks.sum(axis=1))[:, None]
    return (
        policy.reshape(n, each, ACTIONS),
        votes.reshape(n, each, 3),
        manners.reshape(MANNERS, n, each).transpose(1, 0, 2),
        ratios.reshape(n, each, RATIOS),
    )


def given(decisions: Decisions, types: Types, which: Ints) -> tuple[Any, Ints, NDArray[np.uint8]]:
    """Return positions in which a seat holds each of its types, with actions and masks."""
    each = len(types)
    games = np.repeat(decisions.games[which], each)
    types.write(games, np.tile(np.arange(each), len(which)))
    actions = np.repeat(decisions.actions[which], each)
    return games, actions, np.repeat(decisions.masks[which], each, axis=0)


def _weigh_kept(networks: Networks, hidden: State, types: Types) -> Floats:
    """Weigh which of two Ambition cards a seat's players keep: the first choice of a round."""
    logs = np.zeros((len(SHARPNESS), len(types)))
    games = np.repeat(new_games(hidden, 1), len(types))
    games["phase"] = AMBITION
    types.write(games, np.arange(len(types)))
    games["kept"][:, list(types.players)] = NO_AMBITION
    histories = np.repeat(history_records(History()), len(types))
    for column, player in enumerate(types.players):
        chosen = FIRST_KEEP + (types.kept[:, column] != types.dealt_1[:, column])
        asked = np.full(len(types), player, np.int32)
        logs += tempered(networks.policy(games, histories, asked), chosen)
    return logs


def tallies_of(table: SeatTable, known: NDArray[np.bool_], phases: Ints) -> Floats32:
    """Return by type and phase the conduct of a seat in the decisions that are known."""
    found = np.zeros((PHASES, len(table.types), TALLIES), np.float32)
    np.add.at(found, phases[known], table.ratios[known])
    return found.transpose(1, 0, 2)


def no_tallies() -> Floats32:
    """Return the conduct of players of whom nothing is known, by seat and phase."""
    return np.zeros((MAX_SEATS, PHASES, TALLIES), np.float32)
