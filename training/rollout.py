"""Rollouts: observations, actions and outcomes of some steps of all games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import torch
from torch import Tensor

from kingup.bots.sovereign.layout import OUTCOMES, PLAYERS
from kingup.envs.opponents import COURTIER, LEARNER, PAGE
from kingup.rules.constants import ACTIONS, CHARACTERS, MAX_SEATS
from kingup.rules.features import FEATURES
from training.games import SEATS, Games
from training.graphs import Graph
from training.network import DEVICE, FAST, possible
from training.settings import RunSettings
from training.step_arrays import CHANNELS

IMPOSSIBLE = -1e9

PAST, CLONE = 4, 5
"""Kinds of seats of a past self, and of a clone of a bot: networks, as the learner is."""

NOBODY = CHARACTERS
"""Stands for the next monarch where none was seen."""

CRITIC_STEPS = 8
"""Steps that the critic evaluates in one batch."""

Network = Callable[..., Any]
"""A network, compiled or not."""

FrozenNetworks = dict[int, Network]
"""The networks that do not learn, by the kind of their seats."""


def log_policy(logits: Tensor, masks: Tensor) -> Tensor:
    """Return the log-probabilities of the legal actions."""
    return logits.masked_fill(masks == 0, IMPOSSIBLE).log_softmax(1)


def sample(log_chances: Tensor, masks: Tensor, generator: torch.Generator | None = None) -> Tensor:
    """Draw a legal action for each row by its probability.

    Masked once more at the end: noise can be infinite, and an illegal action would make the
    kernel write outside its game.
    """
    noise = torch.empty_like(log_chances).exponential_(generator=generator).log_()
    return (log_chances - noise).masked_fill(masks == 0, -torch.inf).argmax(1)


@dataclass
class Batch:
    """What was played, by step and game."""

    rows: Tensor
    masks: Tensor
    actions: Tensor
    log_old: Tensor
    cards: Tensor
    kept: Tensor
    seat: Tensor
    learn: Tensor
    """How much a decision counts: 0 unless the newest player made it."""
    done: Tensor
    outcomes: Tensor
    """At the end of a game: shares of the win by seat, the Emissary's, ranks by seat."""
    closed: Tensor
    """Whether a round ended with this step."""
    points: Tensor
    """The points of that round, by seat."""
    kings: Tensor
    values: Tensor
    """The critic's estimates of the outcomes, with one step more than the rest."""


def opponent_tables(settings: RunSettings, n: int) -> dict[int, slice]:
    """Return which of n tables have past selves, clones, or (COURTIER) courtiers and pages."""
    past = int(n * settings.past_share)
    clones = past + int(n * settings.clone_share)
    strange = clones + int(n * settings.stranger_share)
    return {PAST: slice(0, past), CLONE: slice(past, clones), COURTIER: slice(clones, strange)}


def draw_seat_kinds(settings: RunSettings, seats: Tensor) -> Tensor:
    """Draw the kind of player of every seat; the newest has at least one seat of each game.

    Seats keep their kind for the whole run. How many seats the newest has, and how many of the
    others are pages, varies from table to table, so that the learner meets every mixture.
    """
    n = len(seats)
    kinds = torch.full((n, MAX_SEATS), LEARNER, device=DEVICE)
    tables = opponent_tables(settings, n)
    for kind, those in tables.items():
        kinds[those] = kind
    small = (seats < settings.clone_seats)[:, None]
    kinds = kinds.masked_fill((kinds == CLONE) & small, LEARNER)
    strange = len(kinds[tables[COURTIER]])
    share = 2 * settings.page_share * torch.rand(strange, 1, device=DEVICE)
    pages = torch.rand(strange, MAX_SEATS, device=DEVICE) < share
    kinds[tables[COURTIER]] = torch.where(pages, PAGE, COURTIER)
    if settings.alone < 1:
        share = torch.rand(n, 1, device=DEVICE)
        newest = torch.rand(n, MAX_SEATS, device=DEVICE) < share
        if settings.alone:
            newest &= torch.rand(n, 1, device=DEVICE) >= settings.alone
        kinds = kinds.masked_fill(newest, LEARNER)
    own = (torch.rand(n, device=DEVICE) * seats).long()
    return kinds.scatter(1, own[:, None], LEARNER)


def decision_weights(settings: RunSettings, kinds: Tensor, seats: Tensor) -> Tensor:
    """Return the weight of the newest player's decisions in each game."""
    newest = ((kinds == LEARNER) & (seats[:, None] > SEATS)).sum(1)
    return (seats / newest).clamp(max=settings.alone_weight)


class Decision(NamedTuple):
    """The decisions of all games at one step."""

    seat: Tensor
    cards: Tensor
    kept: Tensor
    log_chances: Tensor
    learn: Tensor
    actions: Tensor


class Rollout:
    """Plays games continuously, and keeps the latest steps."""

    def __init__(self, games: Games, kinds: Tensor, settings: RunSettings) -> None:
        t, n = settings.steps, games.n
        self.games = games
        self.kinds = kinds
        self.settings = settings
        self.weights = decision_weights(settings, kinds, games.seats)
        tables = opponent_tables(settings, n)
        self.frozen_tables = {kind: tables[kind] for kind in (PAST, CLONE)}
        """The games in which frozen networks play, by kind."""

        def room(*shape: int, kind: torch.dtype) -> Tensor:
            return torch.zeros(t, n, *shape, dtype=kind, device=DEVICE)

        self.batch = Batch(
            rows=room(FEATURES, kind=torch.uint8),
            masks=room(ACTIONS, kind=torch.uint8),
            actions=room(kind=torch.int64),
            log_old=room(ACTIONS, kind=torch.bfloat16 if FAST else torch.float32),
            cards=room(PLAYERS, kind=torch.uint8),
            kept=room(PLAYERS, kind=torch.uint8),
            seat=room(kind=torch.int64),
            learn=room(kind=torch.float32),
            done=room(kind=torch.bool),
            outcomes=room(CHANNELS, kind=torch.float32),
            closed=room(kind=torch.bool),
            points=room(MAX_SEATS, kind=torch.int16),
            kings=room(kind=torch.uint8),
            values=torch.zeros(t + 1, n, CHANNELS, device=DEVICE),
        )

        self._decision_graph: tuple[Network, FrozenNetworks, Graph[Decision]] | None = None

    def _decide(self, player: Network, frozen: FrozenNetworks) -> Decision:
        """Let the networks choose an action in every game."""
        games = self.games
        seat = games.acting_seats()
        log_chances = log_policy(player(games.rows), games.masks)
        actions = sample(log_chances, games.masks)
        kind = self.kinds.gather(1, seat[:, None]).squeeze(1)
        for frozen_kind, network in frozen.items():
            those = self.frozen_tables[frozen_kind]
            masks = games.masks[those]
            if len(masks):
                theirs = sample(log_policy(network(games.rows[those]), masks), masks)
                actions[those] = torch.where(kind[those] == frozen_kind, theirs, actions[those])
        cards, kept = games.open_cards(seat)
        learn = (kind == LEARNER) * self.weights
        return Decision(seat, cards, kept, log_chances, learn, actions.int())

    def _decision(self, player: Network, frozen: FrozenNetworks) -> Decision:
        known = self._decision_graph
        if known is None or known[0] is not player or known[1] is not frozen:
            recorded = self.settings.recorded
            known = (
                player,
                frozen,
                Graph(lambda: self._decide(player, frozen), recorded=recorded),
            )
            self._decision_graph = known
        return known[2]()

    @torch.no_grad()
    @torch.autocast(DEVICE, torch.bfloat16, enabled=FAST, cache_enabled=False)
    def play(self, player: Network, frozen: FrozenNetworks, critic: Network) -> Batch:
        """Play the next steps of all games, without waiting for the device."""
        games, batch = self.games, self.batch
        for t in range(self.settings.steps):
            batch.rows[t] = games.rows
            batch.masks[t] = games.masks
            found = self._decision(player, frozen)
            batch.seat[t], batch.cards[t], batch.kept[t] = found.seat, found.cards, found.kept
            batch.log_old[t] = found.log_chances
            batch.learn[t] = found.learn
            batch.actions[t] = found.actions
            games.step(found.actions)
            batch.done[t] = games.dones > 0
            batch.outcomes[t] = games.outcomes
            batch.closed[t] = games.closed > 0
            batch.points[t] = games.points
            batch.kings[t] = games.kings
        steps = self.settings.steps
        for first in range(0, steps, CRITIC_STEPS):
            some = slice(first, min(first + CRITIC_STEPS, steps))
            rows, cards, kept = batch.rows[some], batch.cards[some], batch.kept[some]
            self._write_values(critic, some, rows, cards, kept, batch.seat[some])
        seat = games.acting_seats()
        cards, kept = games.open_cards(seat)
        last = slice(steps, None)
        self._write_values(critic, last, games.rows[None], cards[None], kept[None], seat[None])
        return batch

    @torch.no_grad()
    def share(self) -> float:
        """Return the share of wins of the newest's first seat in games that ended."""
        own = (self.kinds == LEARNER).int().argmax(1)
        ended = self.batch.done
        index = own.expand(ended.shape)[..., None]
        won = self.batch.outcomes.gather(2, index).squeeze(2)[ended]
        return float(won.mean()) if len(won) else float("nan")

    def _write_values(
        self,
        critic: Network,
        steps: slice,
        rows: Tensor,
        cards: Tensor,
        kept: Tensor,
        seat: Tensor,
    ) -> None:
        """Write the critic's estimates for several steps at once, which is faster."""
        flat = rows.flatten(0, 1)
        logits, ranks = critic(flat, cards.flatten(0, 1), kept.flatten(0, 1))
        chances = logits.masked_fill(~possible(flat), IMPOSSIBLE).softmax(1)
        relative = torch.cat([chances, ranks], 1)
        seats = self.games.seats.repeat(len(rows))
        found = to_absolute(relative, seat.flatten(), seats)
        self.batch.values[steps] = found.view_as(self.batch.values[steps])


def to_absolute(relative: Tensor, mine: Tensor, seats: Tensor) -> Tensor:
    """Convert outcomes by relative seat (own seat first) to outcomes by seat."""
    return _turned(relative, (SEATS - mine[..., None]) % seats[..., None], seats)


def to_relative(absolute: Tensor, mine: Tensor, seats: Tensor) -> Tensor:
    """Convert outcomes by seat to outcomes by relative seat (own seat first)."""
    return _turned(absolute, (SEATS + mine[..., None]) % seats[..., None], seats)


def _turned(outcomes: Tensor, index: Tensor, seats: Tensor) -> Tensor:
    """Reorder the columns by seat: shares, then the Emissary's, which stays, then ranks."""
    there = seats[..., None] > SEATS
    shares = outcomes[..., :MAX_SEATS].gather(-1, index).where(there, 0)
    parts = [shares, outcomes[..., MAX_SEATS:OUTCOMES]]
    if outcomes.shape[-1] > OUTCOMES:
        parts.append(outcomes[..., OUTCOMES:].gather(-1, index).where(there, 0))
    return torch.cat(parts, -1)


@torch.no_grad()
def advantages_and_returns(
    batch: Batch, settings: RunSettings, rank: Tensor | float
) -> tuple[Tensor, Tensor]:
    """Return each decision's advantage, and the critic's target for each step.

    A seat's worth is its chance to win plus `rank` times its rank.
    """
    steps, n = batch.actions.shape
    advantages = torch.zeros(steps, n, device=DEVICE)
    returns = torch.zeros_like(batch.outcomes)
    target = batch.values[steps].clone()
    later = worth(batch.values[steps], rank).clone()
    trace = torch.zeros(n, MAX_SEATS, device=DEVICE)
    for t in range(steps - 1, -1, -1):
        done = batch.done[t][:, None]
        following = batch.values[t + 1]
        mixed = following + settings.return_decay * (target - following)
        target = torch.where(done, batch.outcomes[t], mixed)
        returns[t] = target
        # A game that ended pays every seat; a seat's next decision belongs to another game.
        later = torch.where(done, worth(batch.outcomes[t], rank), later)
        trace = trace.masked_fill(done, 0)
        seat = batch.seat[t][:, None]
        value = worth(batch.values[t], rank).gather(1, seat)
        delta = later.gather(1, seat) - value
        advantage = delta + settings.own_decay * trace.gather(1, seat)
        advantages[t] = advantage.squeeze(1)
        trace.scatter_(1, seat, advantage)
        later.scatter_(1, seat, value)
    return advantages, returns


def worth(outcomes: Tensor, rank: Tensor | float) -> Tensor:
    """Return the worth of outcomes to every seat."""
    return outcomes[..., :MAX_SEATS] + rank * outcomes[..., OUTCOMES:]


@torch.no_grad()
def round_labels(batch: Batch) -> tuple[Tensor, Tensor, Tensor]:
    """Return for each step whether the round's end was seen, its points, and the next monarch.

    A next monarch that was not seen is NOBODY.
    """
    known = torch.zeros_like(batch.closed)
    points = torch.zeros_like(batch.points)
    kings = torch.full_like(batch.kings, NOBODY)
    steps = len(known)
    for t in range(steps - 1, -1, -1):
        if t + 1 < steps:
            known[t], points[t], kings[t] = known[t + 1], points[t + 1], kings[t + 1]
        closed = batch.closed[t]
        known[t] |= closed
        points[t] = torch.where(closed[:, None], batch.points[t], points[t])
        # Every round ends with a crowning, so later crownings belong to later rounds.
        crowned = batch.kings[t] != NOBODY
        kings[t] = torch.where(crowned, batch.kings[t], kings[t])
    return known, points, kings
