"""What actions told about cards, in bits, and who kept a secret.

Told is the logarithm of how much likelier the true card became to an observer: negative misleads.
The sum over a round is what an observer learned in all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from kingup.analysis.beliefs import BeliefTable
from kingup.analysis.decisions import Decision
from kingup.analysis.table import Floats

TINY = 1e-9
BLUFF = -0.5
"""A bluff misleads by at least half a bit."""


@dataclass(frozen=True, slots=True)
class Secret:
    """How well a player kept their card in a round, as the public could infer it."""

    player: int
    round: int
    covered: float
    """The share of moments at which their card was not the likeliest."""
    uncovered: str | None
    """The last of those moments; None if there was none."""
    told: float
    """Bits told in all, until the crowning."""
    fooled: tuple[int, ...]
    """The players who thought their card less likely at the crowning than before anybody acted."""


def bits_of(table: BeliefTable) -> Floats:
    """Return by moment, observer and player the bits told by what led to it; 0 at a deal."""
    truth = np.log2(np.maximum(table.truth(), TINY))
    found = np.zeros_like(truth)
    found[1:] = truth[1:] - truth[:-1]
    deals = [i for i, moment in enumerate(table.moments) if moment.kind == "deal"]
    found[deals] = 0
    return found


def moved_of(table: BeliefTable) -> Floats:
    """Return by moment and player how far the public's beliefs moved, in bits."""
    cards = np.maximum(table.cards[:, 0].astype(np.float64), TINY)
    found = np.zeros(cards.shape[:2])
    found[1:] = (cards[1:] * np.log2(cards[1:] / cards[:-1])).sum(axis=2)
    for i, moment in enumerate(table.moments):
        if moment.kind == "deal":
            found[i] = 0
    return np.maximum(found, 0)


def told_by(
    decisions: Sequence[Decision], table: BeliefTable, seat_of: Sequence[int]
) -> list[Decision]:
    """Return the decisions with what each told about its own seat's cards."""
    bits, moved = bits_of(table), moved_of(table)
    index = {moment.name: i for i, moment in enumerate(table.moments)}
    found = []
    for decision in decisions:
        if decision.phase == "keep":
            found.append(decision)
            continue
        i = index[decision.moment]
        own = [p for p, seat in enumerate(seat_of) if seat == decision.seat]
        told = tuple(float(b) for b in bits[i][:, own].sum(axis=1))
        found.append(replace(decision, told=told, moved=float(moved[i, own].sum())))
    return found


def bluffs_among(decisions: Sequence[Decision], threshold: float) -> list[Decision]:
    """Return the decisions that misled the public, at no cost worth a label."""
    return [d for d in decisions if d.told and d.told[0] <= BLUFF and d.loss < threshold]


def best_bluff(decisions: Sequence[Decision], threshold: float) -> Decision | None:
    """Return the bluff that misled the public most."""
    found = bluffs_among(decisions, threshold)
    return min(found, key=lambda d: d.told[0], default=None)


def most_telling(decisions: Sequence[Decision]) -> Decision | None:
    """Return the decision that told the public most."""
    found = [d for d in decisions if d.told and d.told[0] > 0]
    return max(found, key=lambda d: d.told[0], default=None)


def secrets_of(table: BeliefTable, seat_of: Sequence[int]) -> list[Secret]:
    """Return how well every player kept their card, round by round."""
    truth = table.truth()
    players = truth.shape[2]
    found = []
    for number in sorted({moment.round for moment in table.moments}):
        those = [i for i, moment in enumerate(table.moments) if moment.round == number]
        first, last = those[0], _before_opening(table, those)
        those = [i for i in those if i <= last]
        guesses = table.cards[those, 0].argmax(axis=2)
        for player in range(players):
            hidden = guesses[:, player] != table.held[those, player]
            places = np.flatnonzero(hidden)
            fooled = tuple(
                o
                for o in range(players)
                if seat_of[o] != seat_of[player]
                and truth[last, o + 1, player] < truth[first, o + 1, player] - 1e-6
            )
            told = np.log2(max(TINY, truth[last, 0, player]) / truth[first, 0, player])
            found.append(
                Secret(
                    player,
                    number,
                    float(hidden.mean()),
                    table.moments[those[int(places[-1])]].name if len(places) else None,
                    float(told),
                    fooled,
                )
            )
    return found


def _before_opening(table: BeliefTable, those: list[int]) -> int:
    """Return the last of a round's moments at which cards were hidden."""
    certain = table.truth()[:, 0].min(axis=1) >= 1.0
    hidden = [i for i in those if not certain[i]]
    return hidden[-1] if hidden else those[-1]
