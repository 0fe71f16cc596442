"""The games of a run as PyTorch tensors; nothing leaves the device."""

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
from training.vector_games import make_vector_games

SEATS = torch.arange(MAX_SEATS, device=DEVICE)


class Games:
    """Many games of several setups, played in lock-step."""

    def __init__(
        self, kernels: Path | None, setups: Sequence[Setup], kinds: Tensor, seed: int
    ) -> None:
        n = len(kinds)
        self.n = n
        self.vector = make_vector_games(kernels if DEVICE == "cuda" else None, setups, n, seed)
        self.vector.seat(_to_numpy(kinds))
        self.rows = _to_tensor(self.vector.observations)
        self.masks = _to_tensor(self.vector.masks)
        self.actors = _to_tensor(self.vector.actors)
        self.dones = _to_tensor(self.vector.dones)
        self.outcomes = _to_tensor(self.vector.outcomes)
        self.closed = _to_tensor(self.vector.closed)
        self.points = _to_tensor(self.vector.points)
        self.kings = _to_tensor(self.vector.kings)
        states = self.vector.games
        if DEVICE == "cpu":
            states = states.view("u1")
        self.states = _to_tensor(states).view(n, GAME.itemsize).view(torch.int8)
        self.seats = self.field("seats").long()
        self.first_of = self.field("first_of").long().view(n, MAX_SEATS)
        self.size_of = self.field("size_of").long().view(n, MAX_SEATS)
        self.seat_of = self.field("seat_of").long().view(n, 16)
        self.emissary = self.field("emissary") > 0

    def field(self, name: str) -> Tensor:
        """Return a field of all games' records, as bytes."""
        kind, start = GAME.fields[name][:2]  # type: ignore[index]
        return self.states[:, start : start + kind.itemsize].squeeze(1)

    def acting_seats(self) -> Tensor:
        """Return the acting seat of each game."""
        return self.seat_of.gather(1, self.actors.long()[:, None]).squeeze(1)

    def open_cards(self, mine: Tensor) -> tuple[Tensor, Tensor]:
        """Return all cards and kept Ambitions, by player counted from the seats `mine`."""
        seat = (mine[:, None] + SEATS) % self.seats[:, None]
        there = self.seats[:, None] > SEATS
        first = self.first_of.gather(1, seat)
        team = there & (self.size_of.gather(1, seat) == 2)
        players = torch.stack([first, (first + 1).clamp(max=15)], 2).view(self.n, PLAYERS)
        known = torch.stack([there, team], 2).view(self.n, PLAYERS)
        cards = self.field("card").gather(1, players).where(known, NO_CARD)
        kept = self.field("kept").gather(1, players).where(known, NO_AMBITION)
        return cards.clamp(0, NO_CARD).to(torch.uint8), kept.clamp(0, NO_AMBITION).to(torch.uint8)

    def step(self, actions: Tensor) -> None:
        """Play one action in every game."""
        chosen = actions.to(torch.int32)
        self.vector.step(chosen.numpy() if DEVICE == "cpu" else chosen)


def _to_tensor(array: Any) -> Tensor:
    tensor: Tensor = torch.from_dlpack(array)
    return tensor


def _to_numpy(kinds: Tensor) -> Any:
    return kinds.to(torch.uint8).cpu().numpy()
