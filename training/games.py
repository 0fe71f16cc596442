"""The games of a run as PyTorch sees them; everything stays on the device."""

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
from training.vector_games import make_pupils

SEATS = torch.arange(MAX_SEATS, device=DEVICE)


class Games:
    """Many games of several setups."""

    def __init__(
        self, kernels: Path | None, setups: Sequence[Setup], kinds: Tensor, seed: int
    ) -> None:
        n = len(kinds)
        self.n = n
        self.pupils = make_pupils(kernels if DEVICE == "cuda" else None, setups, n, seed)
        self.pupils.seat(_shared_out(kinds))
        self.rows = _shared(self.pupils.observations)
        self.masks = _shared(self.pupils.masks)
        self.actors = _shared(self.pupils.actors)
        self.dones = _shared(self.pupils.dones)
        self.outcomes = _shared(self.pupils.outcomes)
        self.closed = _shared(self.pupils.closed)
        self.points = _shared(self.pupils.points)
        self.kings = _shared(self.pupils.kings)
        states = self.pupils.games
        if DEVICE == "cpu":
            states = states.view("u1")
        self.states = _shared(states).view(n, GAME.itemsize).view(torch.int8)
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
        """Return the seat that is to act, by game."""
        return self.seat_of.gather(1, self.actors.long()[:, None]).squeeze(1)

    def open_cards(self, mine: Tensor) -> tuple[Tensor, Tensor]:
        """Return everybody's card and kept Ambition, by player as a seat counts them."""
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
        """Let everybody act."""
        chosen = actions.to(torch.int32)
        self.pupils.step(chosen.numpy() if DEVICE == "cpu" else chosen)


def _shared(array: Any) -> Tensor:
    tensor: Tensor = torch.from_dlpack(array)
    return tensor


def _shared_out(kinds: Tensor) -> Any:
    return kinds.to(torch.uint8).cpu().numpy()
