"""How every seat has chosen so far: what the judge reads to tell strangers from equals.

A tally sums, over decisions, how much likelier an action was in each of some manners than at
random: as the network plays, in three degrees of sharpness, as a courtier does, or as a page does.
Each seat has a tally for placing, for climbing and for voting. Forced decisions and kept Ambition
cards do not count, and votes count once they are revealed. Where cards are hidden, a hint is all
there is: the same for courtiers and pages, averaged over every card that the seat may hold.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kingup.rules.constants import MAX_SEATS

WEIGHED = (1.0, 0.5, 0.2)
"""The exponents of the network's policy by which actions are weighed."""

BOTS = 2
"""The manners of bots that come after these: a courtier's and a page's."""

RATIOS = len(WEIGHED) + BOTS
TALLIES = RATIOS + 1
"""The numbers of a tally: a sum for each manner, and how many decisions there were."""

PHASES = 3
"""Placing, climbing, voting."""

HINTS = BOTS + 1
"""The numbers of a hint: a sum for each kind of bot, and how many decisions there were."""

UNLIKELY = -12.0
"""The lower bound of an action's log-probability: everybody errs."""

FEW_DECISIONS = 4.0
"""Added to the number of decisions where sums are divided by it, so that few tell little."""

MANY_DECISIONS = 15.0
"""After so many decisions the count is half of its limit."""

CAUTION = 0.5
"""The power of a likelihood in a posterior: decisions of one game resemble each other."""

CONDUCT_EACH = PHASES * TALLIES + (RATIOS + 1) + BOTS + (BOTS + 1)
"""The features of a seat: means and counts of its tallies, and which manner is likely; both also
of its hint.
"""

CONDUCT = MAX_SEATS * CONDUCT_EACH

Floats = NDArray[np.float32]


def conduct_features(tallies: Floats, hints: Floats) -> Floats:
    """Return the judge's features of tallies by row, seat and phase, and of hints by row and seat.

    Zeros mean that nothing is known.
    """
    sums, number = tallies[..., :RATIOS], tallies[..., RATIOS:]
    means = sums / (number + np.float32(FEW_DECISIONS))
    known = number / (number + np.float32(MANY_DECISIONS))
    each = np.concatenate([means, known], axis=-1)
    hinted, hint_number = hints[..., :BOTS], hints[..., BOTS:]
    found = [
        each.reshape(*each.shape[:-2], PHASES * TALLIES),
        _likely(sums.sum(axis=-2)),
        hinted / (hint_number + np.float32(FEW_DECISIONS)),
        _likely(hinted),
    ]
    features = np.concatenate(found, axis=-1).astype(np.float32)
    return features.reshape(*features.shape[:-2], CONDUCT)


def _likely(sums: Floats) -> Floats:
    """Return which manner is likely, the last one being chance."""
    logs = np.concatenate([np.float32(CAUTION) * sums, np.zeros_like(sums[..., :1])], axis=-1)
    found: Floats = np.exp(logs - logs.max(axis=-1, keepdims=True))
    found /= found.sum(axis=-1, keepdims=True)
    return found
