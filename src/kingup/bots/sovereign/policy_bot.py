"""The trained player as a bot: it plays from the policy network alone."""

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

    def __init__(self, seed: int, networks: Networks, temperature: float = 1.0) -> None:
        self._random = random.Random(seed)
        self._temperature = temperature
        self.advisor = advisor_of(networks)
        """Evaluates the network, in one batch for all bots that share it."""

    def choose(self, view: View) -> str:
        """Return one of the view's actions."""
        return self.decide(view, self.advisor.advise([view])[0])

    def decide(self, view: View, advice: Logs) -> str:
        """Return one of the view's actions, drawn from the advisor's policy."""
        if len(view.actions) == 1:
            return view.actions[0]
        return view.actions[draw(advice, self._temperature, self._random)]


class NetworkAdvisor:
    """The network's policy for many views at once; each result is as if it were alone."""

    def __init__(self, networks: Networks) -> None:
        self._networks = networks

    def advise(self, views: Sequence[View]) -> list[Logs]:
        """Return by view the log-probability of each action; a single action is not evaluated."""
        asked = [view for view in views if len(view.actions) > 1]
        if not asked:
            return [np.zeros(1) for _ in views]
        games, histories, players, codes = read_views(asked)
        policies = self._networks.policy(games, histories, players, exact=True)
        found = iter([logs[actions] for logs, actions in zip(policies, codes, strict=True)])
        return [next(found) if len(view.actions) > 1 else np.zeros(1) for view in views]


@lru_cache(maxsize=8)
def advisor_of(networks: Networks) -> NetworkAdvisor:
    """Return the one advisor of these networks."""
    return NetworkAdvisor(networks)


def draw(logs: Logs, temperature: float, generator: random.Random) -> int:
    """Draw an index by its probability, sharpened below a temperature of 1 and blurred above."""
    scaled = (logs - logs.max()) / temperature
    totals = np.exp(scaled).cumsum()
    point = generator.random() * totals[-1]
    return min(int(np.searchsorted(totals, point, side="right")), len(logs) - 1)
