"""Advantages over one's own decisions, and outcomes seen from any seat."""

from __future__ import annotations

from typing import Any

import pytest

torch: Any = pytest.importorskip("torch", reason="PyTorch is not installed")

from training.rollout import (  # noqa: E402 - PyTorch is asked for first
    Batch,
    advantages_and_returns,
    sample,
    to_absolute,
    to_relative,
)
from training.settings import Settings  # noqa: E402


def test_outcomes_turn_from_ones_own_seat_to_the_first_and_back() -> None:
    seats = torch.tensor([3, 8])
    mine = torch.tensor([2, 5])
    shares = torch.zeros(2, 9)
    shares[0, :3] = torch.tensor([0.1, 0.2, 0.3])
    shares[1, :8] = torch.arange(8) / 28
    shares[:, 8] = torch.tensor([0.4, 0.0])
    relative = to_relative(shares, mine, seats)
    assert relative[0, 0] == shares[0, 2]
    assert relative[1, 1] == shares[1, 6]
    assert torch.equal(to_absolute(relative, mine, seats), shares)


def test_a_decision_is_worth_what_came_of_it_for_who_took_it() -> None:
    # One game of two seats: they act in turn, and after the third decision the first has won.
    steps = 4
    values = torch.zeros(steps + 1, 1, 9)
    values[..., 0], values[..., 1] = 0.5, 0.5
    shares = torch.zeros(steps, 1, 9)
    shares[2, 0, 0] = 1.0
    done = torch.tensor([[False], [False], [True], [False]])
    seat = torch.tensor([[0], [1], [0], [1]])
    unread = seat  # of the rest only the shape matters
    batch = Batch(
        rows=unread, masks=unread, actions=unread, log_old=unread, cards=unread, kept=unread,
        seat=seat, learn=unread, done=done, shares=shares, values=values,
    )  # fmt: skip
    advantages, returns = advantages_and_returns(batch, Settings(own_decay=0.5, return_decay=1.0))
    assert advantages[:, 0].tolist() == [0.25, -0.5, 0.5, 0.0]
    assert returns[:3, 0, 0].tolist() == [1.0, 1.0, 1.0]
    assert returns[3, 0, 0] == 0.5


def test_only_what_is_legal_is_ever_drawn() -> None:
    log_chances = torch.full((4096, 5), torch.nan)
    masks = torch.zeros(4096, 5, dtype=torch.uint8)
    masks[:, 3] = 1
    assert (sample(log_chances, masks) == 3).all()
