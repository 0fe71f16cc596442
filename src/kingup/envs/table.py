"""One compiled game at a time, shared by the environments with a Python step."""

from __future__ import annotations

import secrets
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kingup.envs import compiled
from kingup.envs.checks import seed_number
from kingup.rules.compiled import actors_at, fault_at
from kingup.rules.constants import ACTIONS, LEGAL, OVER
from kingup.rules.features import FEATURES
from kingup.rules.records import HISTORY, from_record, new_games
from kingup.rules.setup import Setup, new_state
from kingup.rules.state import State


class EnvTable:
    """A game that deals automatically between the players' decisions."""

    def __init__(self, setup: Setup) -> None:
        plain = new_state(setup)
        self.setup = setup
        self.seats = plain.seats
        self.players = plain.players
        self.seat_of: list[int] = plain.seat_of[: plain.players]
        self.first_of: list[int] = plain.first_of[: plain.seats]
        self._fresh = new_games(plain, 1)
        self.games = new_games(plain, 1)
        """The game as a record, secrets included."""
        self._histories = np.zeros(1, HISTORY)
        self._seeded = False
        self._nobody = np.zeros(1, np.int32)
        self._features = np.zeros(0, compiled.OBSERVATION)
        self._legal = np.zeros(0, compiled.LEGAL)

    def reset(self, seed: int | None) -> None:
        """Begin a game: from a seed, or with the generator as it is."""
        if seed is None and not self._seeded:
            seed = secrets.randbits(62)
        if seed is not None:
            compiled.seed_all(self.games, seed_number(seed))
            self._seeded = True
        compiled.begin_all(
            self.games, self._histories, self._fresh, self._nobody, self._features, self._legal
        )

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return bool(self.games["phase"][0] == OVER)

    @property
    def state(self) -> State:
        """A copy of the state, secrets included."""
        return from_record(self.games, 0)

    def to_act(self) -> list[int]:
        """Return the players who may act now."""
        mask = actors_at(self.games, 0)
        return [player for player in range(self.players) if mask >> player & 1]

    def is_legal(self, player: int, action: int) -> bool:
        """Return whether a player may perform an action now."""
        return bool(fault_at(self.games, 0, player, action) == LEGAL)

    def act(self, player: int, action: int) -> None:
        """Perform a legal action."""
        compiled.act_at(self.games, self._histories, 0, player, action)

    def reward(self, seat: int, *, by_points: bool) -> float:
        """Return a seat's reward in the finished game."""
        return float(compiled.reward_at(self.games, 0, seat, by_points))

    def show(self, player: int) -> tuple[NDArray[np.uint8], NDArray[Any]]:
        """Return what a player may know and do, in new arrays."""
        features = np.zeros((1, FEATURES), np.uint8)
        legal = np.zeros((1, ACTIONS), np.int8)
        compiled.show_at(
            self.games,
            self._histories,
            0,
            player,
            features.view(compiled.OBSERVATION).reshape(1),
            legal.view(compiled.LEGAL).reshape(1),
        )
        return features[0], legal[0]
