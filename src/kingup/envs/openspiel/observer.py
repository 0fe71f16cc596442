"""What an OpenSpiel player observes, composed of named public and private pieces."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from kingup.envs.openspiel.position import Position
from kingup.envs.text import draw_text
from kingup.rules.features import BLOCKS, FEATURES, OFFSETS, Observation
from kingup.rules.kernel.observing import observe

RECALL = 1536
"""More events than anybody can see in a game."""


class KingUpObserver:
    """An observer with OpenSpiel's PyObserver interface.

    Without perfect recall its pieces are blocks of the observation encoder: the public ones, the
    seat's own, or both; with perfect recall, everything that was seen, in order.
    """

    def __init__(self, kind: Any, seats: int) -> None:
        self._public = bool(kind.public_info)
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._recall = bool(kind.perfect_recall)
        self._blocks = []
        if not self._recall:
            wanted = {"public"} if self._public else set()
            wanted |= {"own"} if self._private else set()
            self._blocks = [b for b in BLOCKS if b.knowledge in wanted and b.name != "padding"]
        pieces = [("player", seats), *((block.name, block.length) for block in self._blocks)]
        if self._recall:
            pieces.append(("recall", RECALL))
        self.tensor = np.zeros(sum(length for _, length in pieces), np.float32)
        self.dict = {}
        start = 0
        for name, length in pieces:
            self.dict[name] = self.tensor[start : start + length]
            start += length
        self._features = Observation([0] * FEATURES)

    def set_from(self, state: Any, player: int) -> None:
        """Write what a player (a seat of ours) sees."""
        position: Position = state.position
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        if self._recall:
            seen = position.seen_by(player, public=self._public, private=self._private)
            self.dict["recall"][: len(seen)] = [event.code for event in seen]
            return
        features = self._features
        observe(position.state, position.history, _player_of(position, player), features)
        for block in self._blocks:
            start = OFFSETS[block.name]
            values = features.feature[start : start + block.length]
            self.dict[block.name][:] = np.array(values, np.float32) / block.top

    def string_from(self, state: Any, player: int) -> str:
        """Return what a player (a seat of ours) sees as text."""
        position: Position = state.position
        if self._recall:
            seen = position.seen_by(player, public=self._public, private=self._private)
            return "\n".join([f"seat {player}", *(event.text for event in seen)])
        text = ""
        if self._private:
            begun = [i for i, event in enumerate(position.log) if event.text.startswith("round ")]
            round_ = position.log[begun[-1] :] if begun else []
            own = [event.text for event in round_ if event.seat == player]
            text = f"seat {player}: {', '.join(own)}\n" if own else ""
        if self._public:
            text += draw_text(position.state) + _table(position)
        return text


def _player_of(position: Position, seat: int) -> int:
    """Return the player for whom a seat's agent looks: in a team, the one who is to act."""
    state = position.state
    if not position.is_over and not position.is_chance and state.seat_of[position.player] == seat:
        return position.player
    return state.first_of[seat]


def _table(position: Position) -> str:
    """Return the public history of the round as one line."""
    state, history = position.state, position.history
    entries = zip(history.seat[: history.size], history.action[: history.size], strict=True)
    line = " ".join(f"{seat}:{action}" for seat, action in entries)
    return f"history: {line}\n" if state.round else ""
