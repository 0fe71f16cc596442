"""What a seat may hold: hypotheses about its cards, complete or a fair sample."""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kingup.bots.sight import UNKNOWN_CARD
from kingup.rules.constants import AMBITIONS, CARDS, NO_AMBITION
from kingup.rules.state import State

PAIRS = 104
"""The number of sampled pairs of cards for a team, of 650."""

DEALS = 2
"""The number of sampled Ambition deals for each favourites card."""

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Types:
    """What a seat may hold: one row per hypothesis, one column per player."""

    seat: int
    players: tuple[int, ...]
    cards: Ints
    dealt_1: Ints
    dealt_2: Ints
    kept: Ints

    def __len__(self) -> int:
        return len(self.cards)

    @property
    def kinds(self) -> Ints:
        """The indices of these types in the courtiers' beliefs."""
        card = self.cards[:, 0]
        if len(self.players) == 2:
            return card * CARDS + self.cards[:, 1]
        kept = self.kept[:, 0]
        return np.where(kept == NO_AMBITION, card, card * AMBITIONS + kept)

    def write(self, games: NDArray[np.void], rows: Ints) -> None:
        """Give the seat the cards of these rows, one for each of an array of games."""
        for column, player in enumerate(self.players):
            games["card"][:, player] = self.cards[rows, column]
            games["dealt_1"][:, player] = self.dealt_1[rows, column]
            games["dealt_2"][:, player] = self.dealt_2[rows, column]
            games["kept"][:, player] = self.kept[rows, column]


def hidden_seats(state: State) -> list[int]:
    """Return the seats that a state does not know completely."""
    hidden = set()
    for player in range(state.players):
        unkept = state.ambition and state.kept[player] == NO_AMBITION
        if state.card[player] == UNKNOWN_CARD or (unkept and not _dealt(state, player)):
            hidden.add(state.seat_of[player])
    return sorted(hidden)


def _dealt(state: State, player: int) -> bool:
    """Return whether a player's Ambition cards are known: then the two differ."""
    return state.dealt_1[player] != state.dealt_2[player]


def types_of(state: State, seat: int, seen: int, generator: random.Random) -> Types:
    """Return what a seat may hold; `seen` is the mask of cards that no hidden player has."""
    players = tuple(p for p in range(state.players) if state.seat_of[p] == seat)
    free = [card for card in range(CARDS) if not seen >> card & 1]
    cards: list[tuple[int, ...]]
    if state.card[players[0]] != UNKNOWN_CARD:
        cards = [tuple(state.card[p] for p in players)] * AMBITIONS
    elif len(players) == 1:
        cards = [(card,) for _ in range(DEALS if state.ambition else 1) for card in free]
    else:
        cards = [tuple(generator.sample(free, 2)) for _ in range(PAIRS)]
    return _with_ambitions(state, seat, players, cards, generator)


def _with_ambitions(
    state: State,
    seat: int,
    players: tuple[int, ...],
    cards: list[tuple[int, ...]],
    generator: random.Random,
) -> Types:
    """Add Ambition cards: for each deal of two, keeping either."""
    if not state.ambition:
        held = np.array(cards, np.int64)
        nothing = np.zeros_like(held)
        return Types(seat, players, held, nothing, nothing, nothing + NO_AMBITION)
    known = set()
    for player in range(state.players):
        if _dealt(state, player):
            known |= {state.dealt_1[player], state.dealt_2[player]}
    others = [ambition for ambition in range(AMBITIONS) if ambition not in known]
    number = 2 * len(players)
    pool = others if len(others) >= number else list(range(AMBITIONS))
    rows: list[tuple[list[int], list[int], list[int], list[int]]] = []
    for pair in cards:
        dealt = generator.sample(pool, number)
        first, second = dealt[: len(players)], dealt[len(players) :]
        rows += [(list(pair), first, second, kept) for kept in (first, second)]
    columns = [np.array([row[i] for row in rows], np.int64) for i in range(4)]
    return Types(seat, players, *columns)
