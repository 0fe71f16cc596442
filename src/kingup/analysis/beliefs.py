"""What every observer may believe about everybody's favourites, moment by moment.

The reader infers like the trained player: from all public actions of the round, for players who
choose like the network, more or less sharply, or like a courtier.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kingup.analysis.moments import Moment, check_finished, moments_of_round
from kingup.analysis.table import PRIOR, Floats, RoundTable, table_of_round
from kingup.bots.beliefs import favourites_by_card
from kingup.bots.sovereign.beliefs import OPEN_MIND
from kingup.bots.sovereign.hypotheses import Types
from kingup.bots.sovereign.networks import networks_of
from kingup.game import Game
from kingup.history import Voted
from kingup.rules.cards import AMBITION_CODES, CARD_CODES
from kingup.rules.characters import LETTERS
from kingup.rules.constants import AMBITIONS, CARDS, NO_AMBITION, RING
from kingup.rules.state import State

PUBLIC = -1
"""The observer who holds no cards."""


@dataclass(frozen=True)
class Knowledge:
    """What an observer knows of the cards in a round before anybody acts."""

    seat: int
    """PUBLIC for the public."""
    seen: int
    """The mask of favourites cards that no other seat can hold."""
    ambitions: int
    """The mask of Ambition cards that no other seat can hold."""
    revealed: tuple[int, ...] | None = None
    """Every player's favourites card, after a wedding's first crowning."""

    def allows(self, types: Types) -> NDArray[np.bool_]:
        """Return which types of another seat are possible."""
        if self.revealed is not None:
            held = np.array([self.revealed[p] for p in types.players])
            found = np.asarray((types.cards == held).all(axis=1))
            return found if found.any() else np.ones(len(types), bool)
        seen = np.array([self.seen >> card & 1 for card in range(CARDS)], bool)
        kept = np.array([self.ambitions >> card & 1 for card in range(AMBITIONS)] + [0], bool)
        possible = np.asarray(~seen[types.cards].any(axis=1))
        without = possible & np.asarray(~kept[types.kept].any(axis=1))
        return without if without.any() else possible


def knowledge_of(
    table: RoundTable, seat: int, held: State | None, revealed: tuple[int, ...] | None = None
) -> Knowledge:
    """Return what a seat with the cards of a state knows; the public holds none."""
    seen, ambitions = table.seen, 0
    if held is not None and seat != PUBLIC:
        for player in range(held.players):
            if held.seat_of[player] != seat:
                continue
            seen |= 1 << held.card[player]
            if held.ambition and held.dealt_1[player] != held.dealt_2[player]:
                ambitions |= 1 << held.dealt_1[player] | 1 << held.dealt_2[player]
            elif held.ambition and held.kept[player] != NO_AMBITION:
                ambitions |= 1 << held.kept[player]
    return Knowledge(seat, seen, ambitions, revealed)


def type_weights(logs: Floats, allowed: NDArray[np.bool_]) -> Floats:
    """Return the probability of each type, given log-likelihoods by manner and type."""
    likely = np.logaddexp.reduce(logs + np.log(PRIOR)[:, None])
    likely = np.where(allowed, likely, -np.inf)
    weights = np.exp(likely - likely.max())
    weights /= weights.sum()
    found: Floats = (1 - OPEN_MIND) * weights + OPEN_MIND * allowed / allowed.sum()
    return found


def marginals(weights: Floats) -> Floats:
    """Return the probability of each card, given that no two players hold the same.

    `weights` are by case, player and card: `exact_marginals` for many cases at once.
    """
    cases, players, cards = weights.shape
    full = 1 << players
    without = [np.flatnonzero(~np.arange(full) >> p & 1) for p in range(players)]
    forward = np.zeros((cards + 1, cases, full))
    forward[0, :, 0] = 1.0
    for card in range(cards):
        forward[card + 1] = forward[card]
        for p in range(players):
            step = forward[card][:, without[p]] * weights[:, p, card, None]
            forward[card + 1][:, without[p] | 1 << p] += step
    backward = np.zeros((cases, full))
    backward[:, full - 1] = 1.0
    found = np.zeros_like(weights)
    for card in range(cards - 1, -1, -1):
        later = backward
        backward = later.copy()
        for p in range(players):
            met = later[:, without[p] | 1 << p]
            own = weights[:, p, card]
            found[:, p, card] = own * (forward[card][:, without[p]] * met).sum(axis=1)
            backward[:, without[p]] += met * own[:, None]
    total: Floats = found.sum(axis=2, keepdims=True)
    return found / total


@dataclass(frozen=True)
class BeliefTable:
    """Beliefs by moment, observer, player and favourites card.

    The first observer is the public, then come the players. At a crowning they are what was
    believed just before the cards were opened.
    """

    moments: tuple[Moment, ...]
    cards: NDArray[np.float32]
    held: NDArray[np.int64]
    """By moment and player: the favourites card that they held."""
    shown: NDArray[np.float32]
    """By card and character of the ring: 1 if the character is a favourite."""
    letters: str
    """The characters of the ring."""

    def favourites(self, moment: int, observer: int = 0) -> Floats:
        """Return by player and character the probability that it is a favourite of theirs."""
        found: Floats = self.cards[moment, observer].astype(np.float64) @ self.shown
        return found

    def truth(self) -> Floats:
        """Return by moment, observer and player the probability of the card they hold."""
        found = np.take_along_axis(self.cards, self.held[:, None, :, None], 3)[..., 0]
        return found.astype(np.float64)

    def known(self, moment: int, observer: int = 0) -> Floats:
        """Return by player how many of their favourites are known, in expectation."""
        theirs = self.shown[self.held[moment]]
        found: Floats = (self.favourites(moment, observer) * theirs).sum(axis=1)
        return found


def beliefs_over_time(game: Game, tables: list[RoundTable] | None = None) -> BeliefTable:
    """Return what every observer could believe at every moment of a finished game."""
    check_finished(game)
    if tables is None:
        networks, view = networks_of(None), game.view()
        numbers = range(1, len(game.rounds) + 1)
        tables = [table_of_round(networks, view, number) for number in numbers]
    moments: list[Moment] = []
    parts, held = [], []
    for table in tables:
        moves = game.rounds[table.number - 1].moves
        those = moments_of_round(moves, table.number)
        state = deal_state(game, table)
        moments += those
        parts.append(_round_beliefs(game, table, those, state))
        held += [state.card[: state.players]] * len(those)
    state = tables[0].opening
    shown = favourites_by_card(state).astype(np.float32)
    letters = LETTERS[state.edition][:RING]
    return BeliefTable(
        tuple(moments), np.concatenate(parts), np.array(held, np.int64), shown, letters
    )


def deal_state(game: Game, table: RoundTable) -> State:
    """Return the opening of a round with everybody's cards, kept Ambition cards included."""
    round_ = game.rounds[table.number - 1]
    state = table.opening.copy()
    codes = CARD_CODES[state.edition]
    state.card[: state.players] = [codes[card] for card in round_.deal.favourites]
    for player, pair in enumerate(round_.deal.ambitions):
        state.dealt_1[player], state.dealt_2[player] = (AMBITION_CODES[card] for card in pair)
    for player, kept in enumerate(round_.kept):
        if kept is not None:
            state.kept[player] = AMBITION_CODES[kept]
    return state


def revealed_after(game: Game, number: int) -> int | None:
    """Return the size of a round's history after which all cards lie open; None if none."""
    round_ = game.rounds[number - 1]
    for moment, move in zip(moments_of_round(round_.moves, number)[1:], round_.moves, strict=True):
        if isinstance(move, Voted) and move.outcome == "throne":
            return moment.size
    return None


def _round_beliefs(
    game: Game, table: RoundTable, moments: list[Moment], state: State
) -> NDArray[np.float32]:
    players = state.players
    opened = revealed_after(game, table.number)
    cards = np.zeros((len(moments), players + 1, players, CARDS))
    cards[:, :, np.arange(players), state.card[:players]] = 1.0  # what is known is certain
    sizes = np.array([moment.size for moment in moments])
    hidden = np.flatnonzero(sizes <= (opened or table.size))
    logs = [
        np.stack([table.logs(seat, int(sizes[m])) for m in hidden]) for seat in range(state.seats)
    ]
    teams = any(state.size_of[seat] > 1 for seat in range(state.seats))
    for observer in range(players + 1):
        seat = PUBLIC if observer == 0 else state.seat_of[observer - 1]
        knows = knowledge_of(table, seat, state)
        others = [s for s in range(state.seats) if s != seat]
        found = np.zeros((len(hidden), players, CARDS))
        for other in others:
            types = table.seats[other].types
            allowed = knows.allows(types)
            weights = np.stack([type_weights(each, allowed) for each in logs[other]])
            for column, player in enumerate(types.players):
                np.add.at(found[:, player].T, types.cards[:, column], weights.T)
        asked = [p for p in range(players) if state.seat_of[p] in others]
        if asked and not teams:
            found[:, asked] = marginals(found[:, asked])
        for player in asked:
            cards[hidden, observer, player] = found[:, player]
    return cards.astype(np.float32)
