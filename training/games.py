"""The games of a run in the GPU's memory, as PyTorch sees them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from kingup.bots.sovereign.layout import PLAYERS
from kingup.rules.constants import MAX_SEATS
from kingup.rules.records import GAME
from kingup.rules.setup import Setup
from training.network import DEVICE, NO_AMBITION, NO_CARD

SEATS = torch.arange(MAX_SEATS, device=DEVICE)


class Games:
    """Many games of several setups; everything stays on the device."""

    def __init__(self, kernels: Path, setups: Sequence[Setup], n: int, seed: int) -> None:
        self.n = n
        self.games = _games(kernels, setups, n, seed)
        self.rows = torch.from_dlpack(self.games.observations)
        self.masks = torch.from_dlpack(self.games.masks)
        self.actors = torch.from_dlpack(self.games.actors)
        self.rewards = torch.from_dlpack(self.games.rewards)
        self.dones = torch.from_dlpack(self.games.dones)
        states = self.games.games
        if DEVICE == "cpu":
            states = states.view("u1")
        self.states = torch.from_dlpack(states).view(n, GAME.itemsize).view(torch.int8)
        self.seats = self._field("seats").long()
        self.first_of = self._field("first_of").long().view(n, MAX_SEATS)
        self.size_of = self._field("size_of").long().view(n, MAX_SEATS)
        self.seat_of = self._field("seat_of").long().view(n, 16)

    def _field(self, name: str) -> Tensor:
        kind, start = GAME.fields[name][:2]  # type: ignore[index]
        return self.states[:, start : start + kind.itemsize].squeeze(1)

    def acting_seats(self) -> Tensor:
        """Return the seat that is to act, by game."""
        return self.seat_of.gather(1, self.actors.long()[:, None]).squeeze(1)

    def open_cards(self) -> tuple[Tensor, Tensor]:
        """Return everybody's card and kept Ambition, by player as the actor counts them."""
        mine = self.acting_seats()
        seat = (mine[:, None] + SEATS) % self.seats[:, None]
        there = self.seats[:, None] > SEATS
        first = self.first_of.gather(1, seat)
        team = there & (self.size_of.gather(1, seat) == 2)
        players = torch.stack([first, (first + 1).clamp(max=15)], 2).view(self.n, PLAYERS)
        known = torch.stack([there, team], 2).view(self.n, PLAYERS)
        cards = self._field("card").gather(1, players).where(known, NO_CARD)
        kept = self._field("kept").gather(1, players).where(known, NO_AMBITION)
        return cards.clamp(0, NO_CARD).to(torch.uint8), kept.clamp(0, NO_AMBITION).to(torch.uint8)

    def step(self, actions: Tensor) -> None:
        """Let everybody act."""
        self.games.step(actions.to(torch.int32))

    def courtiers(self) -> Tensor:
        """Return what courtiers would do."""
        chosen: Tensor = torch.from_dlpack(self.games.courtier_actions())
        return chosen


def _games(kernels: Path, setups: Sequence[Setup], n: int, seed: int) -> Any:
    if DEVICE == "cuda":
        from kingup.envs.gpu.device import DeviceGames

        return DeviceGames(kernels, setups, n, seed)
    from kingup.envs import Vector  # one setup, and no courtiers: enough for tests

    return Vector(n, setups[0], seed)
