"""The trained player as a bot: it plays from the network alone."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from kingup.bots.sovereign.networks import Logs, Networks
from kingup.bots.sovereign.view_reader import read_views
from kingup.view import View


class Sovereign:
    """A bot that draws its action from the network's policy."""

    at_once = True

    def __init__(self, seed: int, mind: Networks, temperature: float = 1.0) -> None:
        self._random = random.Random(seed)
        self._temperature = temperature
        self.council = council_of(mind)
        """Asks the network, for all bots of this mind at once if there are many."""

    def choose(self, view: View) -> str:
        """Return one of the view's actions."""
        return self.decide(view, self.council.consider([view])[0])

    def decide(self, view: View, advice: Logs) -> str:
        """Return one of the view's actions, drawn by what the council found."""
        if len(view.actions) == 1:
            return view.actions[0]
        return view.actions[draw(advice, self._temperature, self._random)]


class NetworkCouncil:
    """The network's policy for many views at once; each comes out as it would alone."""

    def __init__(self, mind: Networks) -> None:
        self._mind = mind

    def consider(self, views: Sequence[View]) -> list[Logs]:
        """Return by view the logarithm of each action's chance; one action needs no thought."""
        asked = [view for view in views if len(view.actions) > 1]
        if not asked:
            return [np.zeros(1) for _ in views]
        games, histories, players, codes = read_views(asked)
        policies = self._mind.policy(games, histories, players, exact=True)
        found = iter([logs[actions] for logs, actions in zip(policies, codes, strict=True)])
        return [next(found) if len(view.actions) > 1 else np.zeros(1) for view in views]


@lru_cache(maxsize=8)
def council_of(mind: Networks) -> NetworkCouncil:
    """Return the one council of a mind."""
    return NetworkCouncil(mind)


def draw(logs: Logs, temperature: float, generator: random.Random) -> int:
    """Return an index by its chance, sharpened below a temperature of 1 and blurred above."""
    scaled = (logs - logs.max()) / temperature
    totals = np.exp(scaled).cumsum()
    point = generator.random() * totals[-1]
    return min(int(np.searchsorted(totals, point, side="right")), len(logs) - 1)
