"""Accuracy, and the bot whose losses are nearest: "like a courtier"."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from kingup.analysis.decisions import Decision

LEVELS = Path(__file__).parent / "levels.json"
"""Losses per decision of our bots, measured by `python -m bench.analysis levels`."""

STEEPNESS = 0.04354
HIGHEST, LOWEST = 103.1668, 2.1669
"""The constants of lichess's accuracy, with its bonus."""

LEAST = 1.0
"""The least accuracy in a harmonic mean, in which a 0 would decide everything."""


def accuracy_of(loss: float, seats: int) -> float:
    """Return the accuracy of one decision, from 0 to 100."""
    lost = 100 * max(0.0, loss) * seats / 2
    return min(100.0, max(0.0, HIGHEST * math.exp(-STEEPNESS * lost) - LOWEST))


def game_accuracy(decisions: Sequence[Decision], seats: int) -> float | None:
    """Return the accuracy of a player's decisions: the mean of two means.

    One is weighted by what was at stake, the other is harmonic: neither many easy decisions nor
    one failure alone decides. None if nothing was decided.
    """
    if not decisions:
        return None
    each = [accuracy_of(decision.loss, seats) for decision in decisions]
    stakes = [decision.stake for decision in decisions]
    total = sum(stakes)
    weighted = (
        sum(a * stake for a, stake in zip(each, stakes, strict=True)) / total
        if total > 0
        else sum(each) / len(each)
    )
    harmonic = len(each) / sum(1 / max(LEAST, a) for a in each)
    return (weighted + harmonic) / 2


@cache
def level_losses() -> dict[str, float]:
    """Return the loss per decision, between two seats, of bots that can be told apart by it."""
    losses: dict[str, float] = json.loads(LEVELS.read_text(encoding="utf-8"))["losses"]
    return losses


def level_of(decisions: Sequence[Decision], seats: int) -> str | None:
    """Return the bot whose loss per decision is nearest; None if nothing was decided."""
    if not decisions:
        return None
    loss = sum(decision.loss for decision in decisions) / len(decisions) * seats / 2
    known = level_losses()
    return min(known, key=lambda level: abs(known[level] - loss))
