"""The trained networks of one file of weights, applied to games."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kingup.bots.sovereign import compiled
from kingup.bots.sovereign.network import Bytes, CriticNetwork, PolicyNetwork, log_policy
from kingup.bots.sovereign.weights import Weights, load_weights
from kingup.rules.constants import ACTIONS
from kingup.rules.features import FEATURES

Logs = NDArray[np.float64]


class Networks:
    """The policy and the critic network of one file of weights."""

    def __init__(self, weights: Weights) -> None:
        self.player = PolicyNetwork(weights)
        self.critic = CriticNetwork(weights)

    def policy(
        self, games: Any, histories: Any, players: NDArray[np.int32], *, exact: bool = False
    ) -> Logs:
        """Return the log-probability of each action for a player of every game.

        With `exact`, results are the same to the last digit, however many games there are.
        """
        rows, masks = show(games, histories, players)
        free = np.flatnonzero(masks.sum(axis=1) > 1)
        found = np.where(masks > 0, 0.0, -np.inf)  # a forced action is certain
        if len(free):
            found[free] = log_policy(self.player.policy(rows[free], exact=exact), masks[free])
        return found


def show(games: Any, histories: Any, players: NDArray[np.int32]) -> tuple[Bytes, Bytes]:
    """Return what a player of every game sees, and may do, as rows of bytes."""
    rows = np.zeros((len(games), FEATURES), np.uint8)
    masks = np.zeros((len(games), ACTIONS), np.uint8)
    compiled.show_all(
        games,
        histories,
        players,
        rows.view(compiled.OBSERVATION).reshape(-1),
        masks.view(compiled.LEGAL).reshape(-1),
    )
    return rows, masks


def networks_of(path: Path | str | None) -> Networks:
    """Return the networks of a file of weights, or of the package's own."""
    return _networks(load_weights(path))


@lru_cache(maxsize=4)
def _networks(weights: Weights) -> Networks:
    return Networks(weights)
