"""The trained player as a bot: it plays from the network alone."""

from __future__ import annotations

import random

import numpy as np

from kingup.bots.sight import history_of, player_of, sight_of
from kingup.bots.sovereign.mind import Logs, Mind
from kingup.rules.actions import encode_action, parse_action
from kingup.rules.records import HISTORY, new_games
from kingup.rules.state import History, State
from kingup.view import View


class Sovereign:
    """A bot that draws its action from the network's policy."""

    def __init__(self, seed: int, mind: Mind, temperature: float = 1.0) -> None:
        self._random = random.Random(seed)
        self._mind = mind
        self._temperature = temperature

    def choose(self, view: View) -> str:
        """Return one of the view's actions."""
        player = player_of(view)
        if len(view.actions) == 1:
            return view.actions[0]
        state = sight_of(view)
        games, histories = new_games(state, 1), history_records(history_of(view))
        logs = self._mind.policy(games, histories, np.array([player], np.int32))[0]
        codes = codes_of(view, state, player)
        return view.actions[draw(logs[codes], self._temperature, self._random)]


def history_records(history: History) -> np.ndarray[tuple[int], np.dtype[np.void]]:
    """Return a history as an array of one record."""
    array = np.zeros(1, HISTORY)
    array[0] = (history.size, history.seat, history.action)
    return array


def codes_of(view: View, state: State, player: int) -> list[int]:
    """Return the rules' numbers of a view's actions."""
    return [encode_action(state, player, parse_action(state, text)) for text in view.actions]


def draw(logs: Logs, temperature: float, generator: random.Random) -> int:
    """Return an index by its chance, sharpened below a temperature of 1 and blurred above."""
    scaled = (logs - logs.max()) / temperature
    totals = np.exp(scaled).cumsum()
    point = generator.random() * totals[-1]
    return min(int(np.searchsorted(totals, point, side="right")), len(logs) - 1)
