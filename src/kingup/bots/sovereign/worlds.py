"""Imagined games: hidden cards drawn from beliefs, under the network's own policy."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kingup.bots.sovereign import compiled
from kingup.bots.sovereign.beliefs import Manners, PolicyBeliefs
from kingup.rules.constants import AMBITION, CARDS, KING_UP, MAX_SEATS, NO_AMBITION
from kingup.rules.records import new_games

MOST_DRAWS = 40
"""Draws with colliding cards before the rest are repaired regardless of beliefs."""


class Worlds(NamedTuple):
    """Imagined games, and everybody's manner by game and seat."""

    games: Any
    manners: Manners


def imagine(beliefs: PolicyBeliefs, number: int, random: np.random.Generator) -> Worlds:
    """Return games in which everything hidden has been filled in, and everybody's manner."""
    state = beliefs.state
    games = np.repeat(new_games(state, 1), number)
    chosen = _draw(beliefs, number, random)
    for types, rows in zip(beliefs.types, chosen, strict=True):
        types.write(games, rows)
    _mend(beliefs, games, random)
    players = state.players
    if state.ambition and state.phase == AMBITION:
        # Everybody else is still choosing, too.
        for types in beliefs.types:
            games["kept"][:, list(types.players)] = NO_AMBITION
        games["kept_in"] = (games["kept"][:, :players] != NO_AMBITION).sum(axis=1)
    if state.edition == KING_UP:
        for player in range(players):
            games["gone"] |= 1 << games["card"][:, player].astype(np.int32)
    compiled.begin_worlds(games, random.integers(0, 2**48, number))
    manners = beliefs.manners(chosen, random) if chosen else np.zeros((number, MAX_SEATS), np.int8)
    return Worlds(games, manners)


def _draw(
    beliefs: PolicyBeliefs, number: int, random: np.random.Generator
) -> list[NDArray[np.int64]]:
    """Return a type of every hidden seat for each game, redrawn while cards collide."""
    totals = [weights.cumsum() for weights in beliefs.weights()]
    chosen = [np.zeros(number, np.int64) for _ in totals]
    left = np.arange(number if totals else 0)
    for _ in range(MOST_DRAWS):
        if not len(left):
            break
        for rows, total in zip(chosen, totals, strict=True):
            points = random.random(len(left)) * total[-1]
            rows[left] = np.minimum(np.searchsorted(total, points, "right"), len(total) - 1)
        left = left[_collides(beliefs, [rows[left] for rows in chosen])]
    return chosen


def _collides(beliefs: PolicyBeliefs, chosen: list[NDArray[np.int64]]) -> NDArray[np.bool_]:
    cards = [
        types.cards[rows, column]
        for types, rows in zip(beliefs.types, chosen, strict=True)
        for column in range(len(types.players))
    ]
    table = np.sort(np.stack(cards, axis=1), axis=1)
    found: NDArray[np.bool_] = (table[:, 1:] == table[:, :-1]).any(axis=1)
    return found


def _mend(beliefs: PolicyBeliefs, games: Any, random: np.random.Generator) -> None:
    """Replace cards that are still held twice."""
    hidden = [player for types in beliefs.types for player in types.players]
    if not hidden or beliefs.state.card[hidden[0]] < CARDS:  # all are known
        return
    for game in games:
        used = beliefs.seen
        for player in hidden:
            if used >> int(game["card"][player]) & 1:
                free = [card for card in range(CARDS) if not used >> card & 1]
                game["card"][player] = free[random.integers(len(free))]
            used |= 1 << int(game["card"][player])
