"""Playing: rows, actions and outcomes of some steps of all games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from kingup.bots.sovereign.layout import OUTCOMES, PLAYERS
from kingup.rules.constants import ACTIONS, MAX_SEATS
from kingup.rules.features import FEATURES
from training.games import SEATS, Games
from training.network import DEVICE, FAST, possible
from training.settings import Settings

IMPOSSIBLE = -1e9

Network = Callable[..., Any]
"""A network, compiled or not."""


def log_policy(logits: Tensor, masks: Tensor) -> Tensor:
    """Return the logarithms of the policy over what is legal."""
    return logits.masked_fill(masks == 0, IMPOSSIBLE).log_softmax(1)


def sample(log_chances: Tensor, masks: Tensor) -> Tensor:
    """Return a legal action drawn by its chance, by row.

    Masked once more at the end: noise can be infinite, and an illegal action would write
    where nothing of its game is.
    """
    noise = torch.empty_like(log_chances).exponential_().log_()
    return (log_chances - noise).masked_fill(masks == 0, -torch.inf).argmax(1)


@dataclass
class Batch:
    """What was played: by step and game."""

    rows: Tensor
    masks: Tensor
    actions: Tensor
    log_old: Tensor
    cards: Tensor
    kept: Tensor
    seat: Tensor
    learn: Tensor
    """Whether the newest player decided, among more than one action."""
    done: Tensor
    shares: Tensor
    """At the end of a game, by seat and the Emissary: the share of the win."""
    values: Tensor
    """By step (and one more), game, seat and the Emissary: the critic's chances to win."""


class Rollout:
    """Plays games on and on, and keeps the last steps."""

    def __init__(self, games: Games, settings: Settings) -> None:
        t, n = settings.steps, games.n
        self.games = games
        self.settings = settings

        def room(*shape: int, kind: torch.dtype) -> Tensor:
            return torch.zeros(t, n, *shape, dtype=kind, device=DEVICE)

        self.batch = Batch(
            rows=room(FEATURES, kind=torch.uint8),
            masks=room(ACTIONS, kind=torch.uint8),
            actions=room(kind=torch.int64),
            log_old=room(ACTIONS, kind=torch.bfloat16),
            cards=room(PLAYERS, kind=torch.uint8),
            kept=room(PLAYERS, kind=torch.uint8),
            seat=room(kind=torch.int64),
            learn=room(kind=torch.bool),
            done=room(kind=torch.bool),
            shares=room(OUTCOMES, kind=torch.float32),
            values=torch.zeros(t + 1, n, OUTCOMES, device=DEVICE),
        )
        self.past = int(n * settings.past_share)
        self.courtiers = int(n * settings.courtier_share)
        # Who else sits where stays so: at least one seat of each such game is the newest's.
        strangers = torch.rand(n, MAX_SEATS, device=DEVICE) < 0.5
        strangers.scatter_(1, (torch.rand(n, device=DEVICE) * games.seats).long()[:, None], False)
        strangers[self.past + self.courtiers :] = False
        self.strangers = strangers

    @torch.no_grad()
    @torch.autocast(DEVICE, torch.bfloat16, enabled=FAST)
    def play(self, player: Network, past: Network | None, critic: Network) -> Batch:
        """Play the next steps of all games."""
        games, batch = self.games, self.batch
        for t in range(self.settings.steps):
            batch.rows[t] = games.rows
            batch.masks[t] = games.masks
            batch.cards[t], batch.kept[t] = games.open_cards()
            seat = games.acting_seats()
            batch.seat[t] = seat
            log_chances = log_policy(player(games.rows), games.masks)
            actions = sample(log_chances, games.masks)
            strange = self.strangers.gather(1, seat[:, None]).squeeze(1)
            a, b = self.past, self.past + self.courtiers
            if a and past is not None:
                masks = games.masks[:a]
                theirs = sample(log_policy(past(games.rows[:a]), masks), masks)
                actions[:a] = torch.where(strange[:a], theirs, actions[:a])
            if b > a:
                theirs = games.courtiers()[a:b].long()
                actions[a:b] = torch.where(strange[a:b], theirs, actions[a:b])
            batch.actions[t] = actions
            batch.log_old[t] = log_chances.to(torch.bfloat16)
            foreign = strange if past is not None else strange & (self._index >= a)
            batch.learn[t] = ~foreign & (games.masks.sum(1) > 1)
            games.step(actions)
            batch.done[t] = games.dones > 0
            batch.shares[t] = self._shares()
        for t in range(self.settings.steps):
            self._judge(critic, t, batch.rows[t], batch.cards[t], batch.kept[t], batch.seat[t])
        cards, kept = games.open_cards()
        self._judge(critic, self.settings.steps, games.rows, cards, kept, games.acting_seats())
        return batch

    @property
    def _index(self) -> Tensor:
        return torch.arange(self.games.n, device=DEVICE)

    def _shares(self) -> Tensor:
        games = self.games
        fair = 1 / games.seats.float()
        won = torch.zeros(games.n, OUTCOMES, device=DEVICE)
        width = games.rewards.shape[1]
        there = SEATS[:width] < games.seats[:, None]
        won[:, :width] = (games.rewards + fair[:, None]).where(there, 0)
        won[:, MAX_SEATS] = (1 - won.sum(1)).clamp(min=0)
        return won

    def _judge(
        self, critic: Network, t: int, rows: Tensor, cards: Tensor, kept: Tensor, seat: Tensor
    ) -> None:
        logits = critic(rows, cards, kept)[0].masked_fill(~possible(rows), IMPOSSIBLE)
        self.batch.values[t] = to_absolute(logits.softmax(1), seat, self.games.seats)


def to_absolute(relative: Tensor, mine: Tensor, seats: Tensor) -> Tensor:
    """Return outcomes counted from the first seat, from those counted from one's own."""
    index = (SEATS - mine[..., None]) % seats[..., None]
    return _turned(relative, index, seats)


def to_relative(absolute: Tensor, mine: Tensor, seats: Tensor) -> Tensor:
    """Return outcomes counted from one's own seat, from those counted from the first."""
    index = (SEATS + mine[..., None]) % seats[..., None]
    return _turned(absolute, index, seats)


def _turned(outcomes: Tensor, index: Tensor, seats: Tensor) -> Tensor:
    turned = outcomes[..., :MAX_SEATS].gather(-1, index).where(seats[..., None] > SEATS, 0)
    return torch.cat([turned, outcomes[..., MAX_SEATS:]], -1)


@torch.no_grad()
def advantages_and_returns(batch: Batch, settings: Settings) -> tuple[Tensor, Tensor]:
    """Return each decision's advantage, and what the critic should have said of each step."""
    steps, n = batch.actions.shape
    advantages = torch.zeros(steps, n, device=DEVICE)
    returns = torch.zeros_like(batch.shares)
    target = batch.values[steps].clone()
    later = batch.values[steps][:, :MAX_SEATS].clone()
    trace = torch.zeros(n, MAX_SEATS, device=DEVICE)
    for t in range(steps - 1, -1, -1):
        done = batch.done[t][:, None]
        following = batch.values[t + 1]
        mixed = following + settings.return_decay * (target - following)
        target = torch.where(done, batch.shares[t], mixed)
        returns[t] = target
        # A game that ended pays everybody; the next own decision belongs to another game.
        later = torch.where(done, batch.shares[t][:, :MAX_SEATS], later)
        trace = trace.masked_fill(done, 0)
        seat = batch.seat[t][:, None]
        value = batch.values[t].gather(1, seat)
        delta = later.gather(1, seat) - value
        advantage = delta + settings.own_decay * trace.gather(1, seat)
        advantages[t] = advantage.squeeze(1)
        trace.scatter_(1, seat, advantage)
        later.scatter_(1, seat, value)
    return advantages, returns
