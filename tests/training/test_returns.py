"""Advantages, outcomes as seen from a seat, labels of rounds, and the seats that learn."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

torch: Any = pytest.importorskip("torch", reason="PyTorch is not installed")

from training.rollout import (  # noqa: E402
    CLONE,
    Batch,
    advantages_and_returns,
    decision_weights,
    draw_seat_kinds,
    round_labels,
    sample,
    to_absolute,
    to_relative,
)
from training.settings import RunSettings  # noqa: E402
from training.step_arrays import CHANNELS  # noqa: E402 - PyTorch is asked for first

from kingup.envs.opponents import LEARNER  # noqa: E402

NOBODY = 14


def test_outcomes_rotate_to_ones_own_seat_and_back() -> None:
    seats = torch.tensor([3, 8])
    mine = torch.tensor([2, 5])
    outcomes = torch.zeros(2, CHANNELS)
    outcomes[0, :3] = torch.tensor([0.1, 0.2, 0.3])
    outcomes[1, :8] = torch.arange(8) / 28
    outcomes[:, 8] = torch.tensor([0.4, 0.0])
    outcomes[0, 9:12] = torch.tensor([-0.5, 0.0, 0.5])
    relative = to_relative(outcomes, mine, seats)
    assert relative[0, 0] == outcomes[0, 2]
    assert relative[1, 1] == outcomes[1, 6]
    assert relative[0, 9] == 0.5
    assert torch.equal(to_absolute(relative, mine, seats), outcomes)


def batch_of(steps: int, n: int = 1, **fields: Any) -> Batch:
    """Return a batch of which only some fields matter."""
    unread = torch.zeros(steps, n, dtype=torch.int64)
    return Batch(
        rows=unread, masks=unread, actions=unread, log_old=unread, cards=unread, kept=unread,
        seat=fields.get("seat", unread), learn=unread,
        done=fields.get("done", torch.zeros(steps, n, dtype=torch.bool)),
        outcomes=fields.get("outcomes", torch.zeros(steps, n, CHANNELS)),
        closed=fields.get("closed", torch.zeros(steps, n, dtype=torch.bool)),
        points=fields.get("points", torch.zeros(steps, n, 8, dtype=torch.int16)),
        kings=fields.get("kings", torch.full((steps, n), NOBODY, dtype=torch.uint8)),
        values=fields.get("values", torch.zeros(steps + 1, n, CHANNELS)),
    )  # fmt: skip


def test_an_advantage_follows_the_outcome_of_the_acting_seat() -> None:
    # One game of two seats: they act in turn, and after the third decision the first has won.
    steps = 4
    values = torch.zeros(steps + 1, 1, CHANNELS)
    values[..., 0], values[..., 1] = 0.5, 0.5
    outcomes = torch.zeros(steps, 1, CHANNELS)
    outcomes[2, 0, 0] = 1.0
    done = torch.tensor([[False], [False], [True], [False]])
    batch = batch_of(
        steps, seat=torch.tensor([[0], [1], [0], [1]]), done=done, outcomes=outcomes, values=values
    )
    settings = RunSettings(own_decay=0.5, return_decay=1.0)
    advantages, returns = advantages_and_returns(batch, settings, rank=0.0)
    assert advantages[:, 0].tolist() == [0.25, -0.5, 0.5, 0.0]
    assert returns[:3, 0, 0].tolist() == [1.0, 1.0, 1.0]
    assert returns[3, 0, 0] == 0.5


def test_rank_counts_a_little_besides_winning() -> None:
    outcomes = torch.zeros(1, 1, CHANNELS)
    outcomes[0, 0, 9] = 0.5
    batch = batch_of(1, done=torch.tensor([[True]]), outcomes=outcomes)
    advantages, _returns = advantages_and_returns(batch, RunSettings(), rank=0.1)
    assert advantages.item() == pytest.approx(0.05)


def test_a_rounds_end_labels_the_decisions_before_it_and_not_those_after() -> None:
    closed = torch.tensor([[False], [True], [False], [False]])
    kings = torch.tensor([[NOBODY], [5], [NOBODY], [NOBODY]], dtype=torch.uint8)
    points = torch.zeros(4, 1, 8, dtype=torch.int16)
    points[1, 0, 0] = 21
    points[3, 0, 0] = 99  # left from an earlier round: nothing has ended
    known, seen, crowned = round_labels(batch_of(4, closed=closed, kings=kings, points=points))
    assert known[:, 0].tolist() == [True, True, False, False]
    assert seen[:2, 0, 0].tolist() == [21, 21]
    assert crowned[:, 0].tolist() == [5, 5, NOBODY, NOBODY]


def test_every_game_has_a_learner_and_shares_hold() -> None:
    torch.manual_seed(1)
    seats = torch.tensor([3, 8]).repeat(500)
    kinds = draw_seat_kinds(RunSettings(past_share=0.2, stranger_share=0.1), seats)
    for i in range(0, 1000, 37):
        assert (kinds[i, : seats[i]] == 0).any()
    assert (kinds[300:] == 0).all()
    assert set(kinds[:200].unique().tolist()) == {0, 4}
    assert set(kinds[200:300].unique().tolist()) == {0, 2, 3}
    alone = draw_seat_kinds(RunSettings(past_share=1.0, stranger_share=0.0, alone=1.0), seats)
    assert ((alone == 0).sum(1) == 1).all()


def test_clones_can_be_kept_out_of_games_with_few_seats() -> None:
    torch.manual_seed(1)
    seats = torch.tensor([3, 8]).repeat(500)
    settings = RunSettings(
        past_share=0.0, stranger_share=0.0, clone_share=1.0, clones=("page",), clone_seats=5
    )
    kinds = draw_seat_kinds(settings, seats)
    assert (kinds[0::2] == LEARNER).all()
    assert (kinds[1::2] == CLONE).any(1).float().mean() > 0.8
    everywhere = draw_seat_kinds(dataclasses.replace(settings, clone_seats=2), seats)
    assert (everywhere[0::2] == CLONE).any(1).float().mean() > 0.5


def test_games_have_equal_weight_up_to_a_limit_however_many_seats_learn() -> None:
    torch.manual_seed(1)
    seats = torch.tensor([3, 8]).repeat(500)
    settings = RunSettings(past_share=0.6, stranger_share=0.0, alone=0.5, alone_weight=4.0)
    kinds = draw_seat_kinds(settings, seats)
    newest = torch.stack([(row[:n] == 0).sum() for row, n in zip(kinds, seats, strict=True)])
    weights = decision_weights(settings, kinds, seats)
    assert (weights * newest == torch.minimum(seats, 4 * newest)).all()
    assert (weights[600:] == 1).all()
    # Half of them, and those others in which by chance only one seat learns.
    assert 0.5 < float((newest[:600] == 1).float().mean()) < 0.8
    assert (decision_weights(RunSettings(), kinds, seats) == 1).all()


def test_only_legal_actions_are_drawn() -> None:
    log_chances = torch.full((4096, 5), torch.nan)
    masks = torch.zeros(4096, 5, dtype=torch.uint8)
    masks[:, 3] = 1
    assert (sample(log_chances, masks) == 3).all()
