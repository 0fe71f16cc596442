"""Playing: rows, actions and outcomes of some steps of all games."""

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
from training.game_arrays import CHANNELS
from training.games import SEATS, Games
from training.graphs import Graph
from training.network import DEVICE, FAST, possible
from training.settings import RunSettings

IMPOSSIBLE = -1e9

PAST, CLONE = 4, 5
"""Kinds of seats in which a past self sits, or a clone of a bot; the school waits for networks."""

NOBODY = CHARACTERS
"""The next monarch where none was seen."""

JUDGED = 8
"""Steps that the critic looks at together."""

Network = Callable[..., Any]
"""A network, compiled or not."""

Ghosts = dict[int, Network]
"""Who does not learn, by the kind of its seats."""


def log_policy(logits: Tensor, masks: Tensor) -> Tensor:
    """Return the logarithms of the policy over what is legal."""
    return logits.masked_fill(masks == 0, IMPOSSIBLE).log_softmax(1)


def sample(log_chances: Tensor, masks: Tensor, generator: torch.Generator | None = None) -> Tensor:
    """Return a legal action drawn by its chance, by row.

    Masked once more at the end: noise can be infinite, and an illegal action would write
    where nothing of its game is.
    """
    noise = torch.empty_like(log_chances).exponential_(generator=generator).log_()
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
    """How much a decision counts: nothing, where it was not the newest player's."""
    done: Tensor
    outcomes: Tensor
    """At the end of a game, by seat: shares of the win, the Emissary's, whom each seat beat."""
    closed: Tensor
    """Whether a round ended with this step, and what it brought, by seat."""
    points: Tensor
    kings: Tensor
    values: Tensor
    """By step (and one more) and game: what the critic expects of all that outcomes say."""


def tables_of(settings: RunSettings, n: int) -> dict[int, slice]:
    """Return at which of so many tables past selves sit, or clones, or (COURTIER) strangers."""
    past = int(n * settings.past_share)
    clones = past + int(n * settings.clone_share)
    strange = clones + int(n * settings.stranger_share)
    return {PAST: slice(0, past), CLONE: slice(past, clones), COURTIER: slice(clones, strange)}


def seats_of_strangers(settings: RunSettings, seats: Tensor) -> Tensor:
    """Return who sits where, by game and seat; at least one seat of each game is the newest's.

    It stays so. How many seats are the newest's and how many strangers are pages differs from
    table to table: to be alone among pages is another game than to have one of them at the table.
    """
    n = len(seats)
    kinds = torch.full((n, MAX_SEATS), LEARNER, device=DEVICE)
    tables = tables_of(settings, n)
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


def weights_of_tables(settings: RunSettings, kinds: Tensor, seats: Tensor) -> Tensor:
    """Return how much a decision of the newest counts in each game."""
    newest = ((kinds == LEARNER) & (seats[:, None] > SEATS)).sum(1)
    return (seats / newest).clamp(max=settings.alone_weight)


class Decision(NamedTuple):
    """What was decided in all games at one step, and by whom."""

    seat: Tensor
    cards: Tensor
    kept: Tensor
    log_chances: Tensor
    learn: Tensor
    actions: Tensor


class Rollout:
    """Plays games on and on, and keeps the last steps."""

    def __init__(self, games: Games, kinds: Tensor, settings: RunSettings) -> None:
        t, n = settings.steps, games.n
        self.games = games
        self.kinds = kinds
        self.settings = settings
        self.weights = weights_of_tables(settings, kinds, games.seats)
        tables = tables_of(settings, n)
        self.ghosts = {kind: tables[kind] for kind in (PAST, CLONE)}
        """The games in which networks play that do not learn."""

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

        self._deciding: tuple[Network, Ghosts, Graph[Decision]] | None = None

    def _decide(self, player: Network, ghosts: Ghosts) -> Decision:
        """Let networks choose in all games."""
        games = self.games
        seat = games.acting_seats()
        log_chances = log_policy(player(games.rows), games.masks)
        actions = sample(log_chances, games.masks)
        kind = self.kinds.gather(1, seat[:, None]).squeeze(1)
        for ghost, network in ghosts.items():
            those = self.ghosts[ghost]
            masks = games.masks[those]
            if len(masks):
                theirs = sample(log_policy(network(games.rows[those]), masks), masks)
                actions[those] = torch.where(kind[those] == ghost, theirs, actions[those])
        cards, kept = games.open_cards(seat)
        learn = (kind == LEARNER) * self.weights
        return Decision(seat, cards, kept, log_chances, learn, actions.int())

    def _decision(self, player: Network, ghosts: Ghosts) -> Decision:
        known = self._deciding
        if known is None or known[0] is not player or known[1] is not ghosts:
            recorded = self.settings.recorded
            known = (
                player,
                ghosts,
                Graph(lambda: self._decide(player, ghosts), recorded=recorded),
            )
            self._deciding = known
        return known[2]()

    @torch.no_grad()
    @torch.autocast(DEVICE, torch.bfloat16, enabled=FAST, cache_enabled=False)
    def play(self, player: Network, ghosts: Ghosts, critic: Network) -> Batch:
        """Play the next steps of all games. Nothing here waits for the device."""
        games, batch = self.games, self.batch
        for t in range(self.settings.steps):
            batch.rows[t] = games.rows
            batch.masks[t] = games.masks
            found = self._decision(player, ghosts)
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
        for first in range(0, steps, JUDGED):
            some = slice(first, min(first + JUDGED, steps))
            rows, cards, kept = batch.rows[some], batch.cards[some], batch.kept[some]
            self._judge(critic, some, rows, cards, kept, batch.seat[some])
        seat = games.acting_seats()
        cards, kept = games.open_cards(seat)
        last = slice(steps, None)
        self._judge(critic, last, games.rows[None], cards[None], kept[None], seat[None])
        return batch

    @torch.no_grad()
    def share_of_four(self) -> float:
        """Return what the newest's first seat won of the games of four that ended, if any did."""
        own = (self.kinds == LEARNER).int().argmax(1)
        ended = self.batch.done & (self.games.seats == 4)
        index = own.expand(ended.shape)[..., None]
        won = self.batch.outcomes.gather(2, index).squeeze(2)[ended]
        return float(won.mean()) if len(won) else float("nan")

    def _judge(
        self,
        critic: Network,
        steps: slice,
        rows: Tensor,
        cards: Tensor,
        kept: Tensor,
        seat: Tensor,
    ) -> None:
        """Write what the critic expects at some steps: several at once, which is quicker."""
        flat = rows.flatten(0, 1)
        logits, ranks = critic(flat, cards.flatten(0, 1), kept.flatten(0, 1))
        chances = logits.masked_fill(~possible(flat), IMPOSSIBLE).softmax(1)
        relative = torch.cat([chances, ranks], 1)
        seats = self.games.seats.repeat(len(rows))
        found = to_absolute(relative, seat.flatten(), seats)
        self.batch.values[steps] = found.view_as(self.batch.values[steps])


def to_absolute(relative: Tensor, mine: Tensor, seats: Tensor) -> Tensor:
    """Return outcomes counted from the first seat, from those counted from one's own."""
    return _turned(relative, (SEATS - mine[..., None]) % seats[..., None], seats)


def to_relative(absolute: Tensor, mine: Tensor, seats: Tensor) -> Tensor:
    """Return outcomes counted from one's own seat, from those counted from the first."""
    return _turned(absolute, (SEATS + mine[..., None]) % seats[..., None], seats)


def _turned(outcomes: Tensor, index: Tensor, seats: Tensor) -> Tensor:
    """Turn what is by seat: shares in front, the Emissary's stays, behind it the ranks."""
    there = seats[..., None] > SEATS
    shares = outcomes[..., :MAX_SEATS].gather(-1, index).where(there, 0)
    parts = [shares, outcomes[..., MAX_SEATS:OUTCOMES]]
    if outcomes.shape[-1] > OUTCOMES:
        parts.append(outcomes[..., OUTCOMES:].gather(-1, index).where(there, 0))
    return torch.cat(parts, -1)


@torch.no_grad()
def advantages_and_returns(
    batch: Batch, settings: RunSettings, rank: float
) -> tuple[Tensor, Tensor]:
    """Return each decision's advantage, and what the critic should have said of each step.

    A seat's worth is its chance to win, and `rank` times whom it beats.
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
        # A game that ended pays everybody; the next own decision belongs to another game.
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


def worth(outcomes: Tensor, rank: float) -> Tensor:
    """Return what outcomes are worth to every seat."""
    return outcomes[..., :MAX_SEATS] + rank * outcomes[..., OUTCOMES:]


@torch.no_grad()
def round_labels(batch: Batch) -> tuple[Tensor, Tensor, Tensor]:
    """Return for each step: whether its round's end was seen, its points, the next monarch.

    Where the next monarch was not seen, it is nobody's number.
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
        # A round that ends crowns somebody: what comes later is another round's.
        crowned = batch.kings[t] != NOBODY
        kings[t] = torch.where(crowned, batch.kings[t], kings[t])
    return known, points, kings
