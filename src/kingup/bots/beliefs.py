"""What other players' actions reveal about their cards.

`beliefs` answers the question for a person; `Tracker` keeps the answer up to date for a bot,
weighing each public action once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kingup.bots import compiled
from kingup.bots.records import TYPES
from kingup.bots.same_game import continues
from kingup.bots.sight import UNKNOWN_CARD, cards_seen, history_of, sight_of
from kingup.game import Game
from kingup.rules.characters import LETTERS
from kingup.rules.constants import (
    AMBITION,
    AMBITIONS,
    BELLYACHE,
    CARDS,
    NO,
    PLACE,
    RING,
    YES,
)
from kingup.rules.kernel.board import favourites
from kingup.rules.kernel.dealing import open_round
from kingup.rules.setup import Setup, new_state
from kingup.rules.state import State
from kingup.view import View

Floats = NDArray[np.float64]

DRAWS = 20_000
"""The number of deals drawn if teams make the exact sum too slow."""


@dataclass(frozen=True, slots=True)
class Beliefs:
    """What an observer may believe about everybody's favourites."""

    cards: Floats
    """By player and favourites card: the probability that they hold it."""
    favourites: Floats
    """By player and character (in ring order): the probability that it is a favourite."""
    letters: str = ""
    """The characters in ring order."""

    def of(self, player: int) -> dict[str, float]:
        """Return the probability that each character is a favourite of a player, by letter."""
        return dict(zip(self.letters, map(float, self.favourites[player]), strict=True))


def beliefs(game: Game, observer: int | None = None) -> Beliefs:
    """Return what a player, or a spectator (None), may believe about everybody's cards.

    The posterior of every hidden card given all public actions of the round, assuming that
    everybody chooses like a courtier; cards that the observer knows are certain.
    """
    return beliefs_of(game.view(observer))


def beliefs_of(view: View) -> Beliefs:
    """Return the beliefs that follow from a view."""
    tracker = Tracker()
    tracker.update(view)
    return tracker.beliefs()


def favourites_by_card(state: State) -> Floats:
    """Return 1 or 0 by favourites card and character of the ring: whether the card shows it."""
    found: Floats = np.array(
        [[favourites(state, c) >> who & 1 for who in range(RING)] for c in range(CARDS)], float
    )
    return found


class Tracker:
    """The beliefs of one viewer, updated by each new view."""

    def __init__(self) -> None:
        self._last: View | None = None
        self._key: tuple[int, int, int] | None = None
        self._weighed = 0
        self._game: Any = None
        self._weights: Any = None
        self._state = State()
        self.seen = 0
        """The mask of favourites cards that the hidden players cannot hold."""

    def update(self, view: View) -> None:
        """Take in what has happened since the last view."""
        state = sight_of(view)
        seen = cards_seen(state)
        unknown = 0
        for player in range(state.players):
            if state.card[player] == UNKNOWN_CARD:
                unknown |= 1 << state.seat_of[player]
        self._state, self.seen = state, seen
        style = compiled.edition_style(state.edition)
        history = history_of(view)
        key = (view.round, unknown, seen)
        if key != self._key or not continues(self._last, view):
            self._key, self._weighed = key, 0
            self._game = compiled.new_games(opening_of(view, state), 1)
            self._weights = np.zeros(1, compiled.BELIEF)
            compiled.begin_beliefs(self._game, style, self._weights, unknown, seen)
        compiled.weigh_more(
            self._game, style, compiled.history_records(history), self._weights, self._weighed
        )
        self._last, self._weighed = view, history.size

    def logs_of(self, seat: int, kinds: NDArray[np.int64]) -> Floats | None:
        """Return the log-likelihood of a seat's actions for each type of courtier.

        None for a seat whose favourites are known.
        """
        if not self._weights["types"][0, seat]:
            return None
        logs: Floats = self._weights["weight"][0, seat * TYPES + kinds].copy()
        if self._state.ambition:
            # Priors of kept cards are not normalised; a team's kept cards were not weighed.
            logs -= np.log(AMBITIONS if self._state.size_of[seat] == 1 else 2 * 2)
        return logs

    def totals(self) -> Any:
        """Return the beliefs as cumulative weights from which worlds are drawn."""
        totals = self._weights.copy()
        style = compiled.edition_style(self._state.edition)
        compiled.total_beliefs(self._game, style, totals, self.seen)
        return totals

    def beliefs(self) -> Beliefs:
        """Return the marginals: every player's cards and favourites."""
        state = self._state
        cards = np.zeros((state.players, CARDS))
        hidden = [p for p in range(state.players) if state.card[p] == UNKNOWN_CARD]
        for player in set(range(state.players)) - set(hidden):
            cards[player, state.card[player]] = 1.0
        teams = any(state.size_of[state.seat_of[p]] == 2 for p in hidden)
        totals = self.totals()
        if hidden and not teams:
            cards[hidden] = exact_marginals(
                np.stack([self._card_weights(totals, player) for player in hidden])
            )
        elif hidden:
            cards[hidden] = self._drawn_marginals(totals)[hidden]
        letters = LETTERS[state.edition][:RING]
        return Beliefs(cards, cards @ favourites_by_card(state), letters)

    def _card_weights(self, totals: Any, player: int) -> Floats:
        seat = self._state.seat_of[player]
        first, number = seat * TYPES, int(totals["types"][0, seat])
        weights: Floats = np.diff(totals["weight"][0, first : first + number], prepend=0.0)
        by_card: Floats = weights.reshape(CARDS, -1).sum(axis=1)
        return by_card

    def _drawn_marginals(self, totals: Any) -> Floats:
        games = compiled.new_games(self._state, 1)
        compiled.seed_at(games, 0, 1)
        counts = np.zeros((self._state.players, CARDS))
        compiled.draw_worlds(games, totals, self.seen, counts, DRAWS)
        return counts / DRAWS


def exact_marginals(weights: Floats) -> Floats:
    """Return the probability of each card for each player, given that no two hold the same.

    `weights` are by player and card. The sum over all deals is computed card by card over the sets
    of players who already have one, forwards and backwards.
    """
    players, cards = weights.shape
    full = 1 << players
    without = [np.flatnonzero(~np.arange(full) >> p & 1) for p in range(players)]
    forward = np.zeros((cards + 1, full))
    forward[0, 0] = 1.0
    for card in range(cards):
        forward[card + 1] = forward[card]
        for p in range(players):
            forward[card + 1, without[p] | 1 << p] += forward[card, without[p]] * weights[p, card]
    backward = np.zeros((cards + 1, full))
    backward[cards, full - 1] = 1.0
    for card in range(cards - 1, -1, -1):
        backward[card] = backward[card + 1]
        for p in range(players):
            backward[card, without[p]] += (
                backward[card + 1, without[p] | 1 << p] * weights[p, card]
            )
    marginals = np.zeros_like(weights)
    for card in range(cards):
        for p in range(players):
            met = forward[card, without[p]] * backward[card + 1, without[p] | 1 << p]
            marginals[p, card] = weights[p, card] * met.sum()
    total: Floats = marginals.sum(axis=1, keepdims=True)
    return marginals / total


def opening_of(view: View, sight: State) -> State:
    """Return the state of a view's round as it was when placing began."""
    state = new_state(Setup.of(view.edition, view.seats, view.options))
    if len(view.rounds) > 1:
        last = view.rounds[-2].crownings[-1]
        state.score[: state.players] = last.scores
        state.emissary_score = last.emissary_score or 0
    state.round = view.round - 1
    state.first = view.rounds[-1].first
    state.card = sight.card[:]
    state.emissary_card = sight.emissary_card
    pile = [YES, BELLYACHE] + [NO] * state.no_start
    state.pile[: len(pile)] = pile
    state.pile_size = len(pile)
    open_round(state)
    state.kept = sight.kept[:]
    if state.phase == AMBITION:
        state.phase = PLACE
    return state
