"""What actions reveal about cards, for several kinds of opponents.

Given what is public, players act independently on their own cards. So each seat's factor is the
product, over its actions, of the probability that somebody with those cards would have chosen
them: somebody who plays like the network, more or less sharply, or like a courtier, or at random.
The same actions also reveal which of these it is: strangers do not choose like the network.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kingup.bots.beliefs import Tracker, exact_marginals, opening_of
from kingup.bots.compiled import history_records
from kingup.bots.same_game import continues
from kingup.bots.sight import UNKNOWN_CARD, cards_seen, history_of, sight_of
from kingup.bots.sovereign import compiled
from kingup.bots.sovereign.hypotheses import Types, hidden_seats, types_of
from kingup.bots.sovereign.networks import Networks
from kingup.rules.constants import (
    AMBITION,
    CARDS,
    FIRST_KEEP,
    MAX_HISTORY,
    MAX_SEATS,
    NO_AMBITION,
)
from kingup.rules.records import GAME, new_games
from kingup.rules.state import History, State
from kingup.view import View

SHARPNESS = np.array([1.0, 0.5, 0.2, 0.0])
"""The exponents with which somebody may follow the network's policy; 0 is at random."""

LIKE_A_COURTIER = len(SHARPNESS)
"""The manner of players who choose like a courtier; other manners are indices of SHARPNESS."""

OPEN_MIND = 0.02
"""The weight of the prior that every belief retains."""

ROWS = 1024
"""The most positions in one call of the network."""

UNLIKELY = -12.0
"""The lower bound of an action's log-probability: everybody errs."""

Floats = NDArray[np.float64]
Manners = NDArray[np.int8]


def sharpened(policy: Floats, sharpness: Floats) -> Floats:
    """Return the logarithms of policies raised to these powers and normalised; 0 is at random."""
    legal = np.isfinite(policy)
    scaled = np.where(legal, sharpness * np.where(legal, policy, 0.0), -np.inf)
    found: Floats = scaled - np.log(np.exp(scaled).sum(axis=-1, keepdims=True))
    return found


def tempered(policy: Floats, chosen: NDArray[np.int64]) -> Floats:
    """Return the log-probabilities of chosen actions, by sharpness and row of a policy."""
    every = sharpened(policy, SHARPNESS[:, None, None])
    found: Floats = np.maximum(every[:, np.arange(len(chosen)), chosen], UNLIKELY)
    return found


class PolicyBeliefs:
    """The beliefs of one viewer, updated by each new view."""

    def __init__(self, networks: Networks) -> None:
        self._networks = networks
        self._last: View | None = None
        self._key: Any = None
        self._weighed = 0
        self._game: Any = None
        self.state = State()
        """What the viewer knows."""
        self.seen = 0
        """The mask of favourites cards that no hidden player holds."""
        self.types: list[Types] = []
        """What each hidden seat may hold."""
        self._logs: list[Floats] = []
        """By hidden seat: its log-likelihood, by sharpness and type."""
        self._courtiers = Tracker()

    def update(self, view: View) -> None:
        """Take in what has happened since the last view."""
        state = sight_of(view)
        seen = cards_seen(state)
        self.state, self.seen = state, seen
        seats = hidden_seats(state)
        history = history_of(view)
        key = (view.round, view.viewer, seen, tuple(seats))
        if key != self._key or not continues(self._last, view):
            self._begin(view, state, seats)
            self._key, self._weighed = key, 0
        if self._weighed < history.size:
            self._weigh(history_records(history))
            self._weighed = history.size
        self._courtiers.update(view)
        self._last = view

    def _begin(self, view: View, state: State, seats: list[int]) -> None:
        generator = random.Random(view.round)
        self.types = [types_of(state, seat, self.seen, generator) for seat in seats]
        self._logs = [np.zeros((len(SHARPNESS), len(types))) for types in self.types]
        opening = opening_of(view, state)
        opening.gone = state.gone
        self._game = new_games(opening, 1)
        if state.ambition:
            self._weigh_ambitions(opening)

    def _weigh_ambitions(self, opening: State) -> None:
        """Weigh which of two Ambition cards a player keeps: the first choice of a round."""
        history = history_records(History())
        for types, logs in zip(self.types, self._logs, strict=True):
            games = np.repeat(new_games(opening, 1), len(types))
            games["phase"] = AMBITION
            types.write(games, np.arange(len(types)))
            games["kept"][:, list(types.players)] = NO_AMBITION
            for column, player in enumerate(types.players):
                chosen = FIRST_KEEP + (types.kept[:, column] != types.dealt_1[:, column])
                histories = np.repeat(history, len(types))
                asked = np.full(len(types), player, np.int32)
                found = self._networks.policy(games, histories, asked)
                logs += tempered(found, chosen)

    def _weigh(self, history: Any) -> None:
        positions = np.zeros(MAX_HISTORY, GAME)
        sizes, seats, actions = (np.zeros(MAX_HISTORY, np.int64) for _ in range(3))
        number = compiled.collect_decisions(
            self._game, history, self._weighed, positions, sizes, seats, actions
        )
        for types, logs in zip(self.types, self._logs, strict=True):
            own = np.flatnonzero(seats[:number] == types.seat)
            each = len(types)
            at_once = max(1, ROWS // each)
            for start in range(0, len(own), at_once):
                part = own[start : start + at_once]
                games = np.repeat(positions[part], each)
                rows = np.tile(np.arange(each), len(part))
                types.write(games, rows)
                histories = np.repeat(history, len(games))
                histories["size"] = np.repeat(sizes[part], each)
                asked = np.full(len(games), types.players[0], np.int32)
                found = self._networks.policy(games, histories, asked)
                chances = tempered(found, np.repeat(actions[part], each))
                logs += chances.reshape(len(SHARPNESS), len(part), each).sum(axis=1)

    def _likelihoods(self) -> list[Floats]:
        """Return for each hidden seat the log-likelihoods, by manner and type."""
        found = []
        for types, logs in zip(self.types, self._logs, strict=True):
            like_courtiers = self._courtiers.logs_of(types.seat, types.kinds)
            if like_courtiers is None:
                like_courtiers = np.full(len(types), -np.inf)
            # A priori, half of all strangers are courtiers.
            found.append(np.vstack([logs - np.log(len(logs)), like_courtiers]))
        return found

    def weights(self) -> list[Floats]:
        """Return the probability of each type of each hidden seat, ignoring the other seats."""
        found = []
        for logs in self._likelihoods():
            likely = np.logaddexp.reduce(logs)
            weights = np.exp(likely - likely.max())
            weights /= weights.sum()
            found.append((1 - OPEN_MIND) * weights + OPEN_MIND / len(weights))
        return found

    def manners(self, chosen: list[NDArray[np.int64]], random: np.random.Generator) -> Manners:
        """Draw everybody's manner, by game and seat, given the types of the hidden seats in each.

        The manner of a seat that hides nothing is unknown: it is assumed to play like the network.
        """
        found = np.zeros((len(chosen[0]) if chosen else 0, MAX_SEATS), np.int8)
        for types, logs, rows in zip(self.types, self._likelihoods(), chosen, strict=True):
            totals = np.exp(logs - logs.max(axis=0)).cumsum(axis=0)[:, rows]
            points = random.random(len(rows)) * totals[-1]
            found[:, types.seat] = (totals <= points).sum(axis=0)
        return found

    def marginals(self) -> Floats:
        """Return by player and card the probability that they hold it; known cards are certain."""
        cards = np.zeros((self.state.players, CARDS))
        hidden: list[int] = []
        teams = False
        for types, weights in zip(self.types, self.weights(), strict=True):
            for column, player in enumerate(types.players):
                np.add.at(cards[player], types.cards[:, column], weights)
            if self.state.card[types.players[0]] == UNKNOWN_CARD:
                hidden += types.players
                teams |= len(types.players) > 1
        for player in range(self.state.players):
            if self.state.card[player] != UNKNOWN_CARD:
                cards[player] = 0
                cards[player, self.state.card[player]] = 1
        if hidden and not teams:
            cards[hidden] = exact_marginals(cards[hidden])
        return cards
