"""The trained player as a bot: it plays from the policy network alone, in some temperament."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kingup.bots.sovereign.network import log_policy
from kingup.bots.sovereign.networks import Logs, Networks, show
from kingup.bots.sovereign.temperament import (
    AS_TRAINED,
    Temperament,
    forget,
    impulses,
    leaning,
    narrow,
)
from kingup.bots.sovereign.view_reader import read_views
from kingup.view import View


class Sovereign:
    """A bot that draws its action from the network's policy."""

    at_once = True

    def __init__(
        self, seed: int, networks: Networks, temperament: Temperament = AS_TRAINED
    ) -> None:
        self._random = random.Random(seed)
        # Players who differ in temperature only share an advisor.
        plain = temperament.only_warmer
        self._temperature = temperament.temperature if plain else 1.0
        self.advisor = advisor_of(networks, AS_TRAINED if plain else temperament)
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
    """The network's policy for many views at once; each result is as if it were alone.

    A temperament changes what the network sees, and how it likes its actions.
    """

    def __init__(self, networks: Networks, temperament: Temperament = AS_TRAINED) -> None:
        self._networks = networks
        self._temperament = temperament

    def advise(self, views: Sequence[View]) -> list[Logs]:
        """Return by view the log-probability of each action; a single action is not evaluated."""
        asked = [view for view in views if len(view.actions) > 1]
        if not asked:
            return [np.zeros(1) for _ in views]
        games, histories, players, codes = read_views(asked)
        policies = self._policies(games, histories, players)
        found = iter([logs[actions] for logs, actions in zip(policies, codes, strict=True)])
        return [next(found) if len(view.actions) > 1 else np.zeros(1) for view in views]

    def _policies(self, games: Any, histories: Any, players: NDArray[np.int32]) -> Logs:
        own = self._temperament
        rows, masks = show(games, histories, players)
        if own == AS_TRAINED:
            return log_policy(self._networks.player.policy(rows, exact=True), masks)
        if not own.sees_all:
            forget(rows, own.memory)
            narrow(rows, own.whole_game)
        liked = self._networks.player.policy(rows, exact=True) / own.temperature
        logs = log_policy(liked + leaning(rows, own.heart, own.daring), masks)
        if not own.impulse:
            return logs
        chances: Logs = (1 - own.impulse) * np.exp(logs) + own.impulse * impulses(rows, masks)
        with np.errstate(divide="ignore"):
            return np.log(chances)


@lru_cache(maxsize=64)
def advisor_of(networks: Networks, temperament: Temperament = AS_TRAINED) -> NetworkAdvisor:
    """Return the one advisor of these networks with this temperament."""
    return NetworkAdvisor(networks, temperament)


def draw(logs: Logs, temperature: float, generator: random.Random) -> int:
    """Draw an index by its probability, sharpened below a temperature of 1 and blurred above."""
    scaled = (logs - logs.max()) / temperature
    totals = np.exp(scaled).cumsum()
    point = generator.random() * totals[-1]
    return min(int(np.searchsorted(totals, point, side="right")), len(logs) - 1)
