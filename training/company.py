"""Tables of mixed company: everybody's decisions, one by one, and how everybody has chosen so far.

Unlike in a `Rollout`, no decision is hidden in the step kernel: the judge has to see games of
courtiers and pages alone, too.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from kingup.bots.sovereign.conduct import BOTS as BOT_MANNERS
from kingup.bots.sovereign.conduct import PHASES, RATIOS, TALLIES, UNLIKELY, WEIGHED
from kingup.bots.sovereign.layout import OUTCOMES
from kingup.bots.sovereign.shape import Shape
from kingup.envs.opponents import COURTIER, LEARNER, PAGE, RANDOM
from kingup.rules.constants import ACTIONS, AMBITION, CARDS, MAX_SEATS, PLACE, VOTE
from kingup.rules.features import FEATURES
from kingup.rules.setup import Setup
from training.checkpoint import check_versions
from training.games import SEATS, Games
from training.graphs import Graph
from training.network import DEVICE, FAST, PolicyModule
from training.rollout import Network, log_policy, sample

SELF = LEARNER
"""The kind of seats that the trained player has, at some sharpness."""

FIRST_GUEST = 4
"""The kind of seats of the first of the other networks; the next ones follow."""

_PHASES = torch.arange(PHASES, device=DEVICE)

BOTS = {"random": RANDOM, "page": PAGE, "courtier": COURTIER}


class Guest(NamedTuple):
    """Another network, and the tables at which it may sit."""

    network: Network
    tables: slice


@dataclass
class Seating:
    """Who sits where, by game and seat."""

    kinds: Tensor
    sharpness: Tensor
    """The exponent with which a self follows its policy."""


class Position(NamedTuple):
    """What the judge may see of every game, from an observer's seat."""

    rows: Tensor
    cards: Tensor
    kept: Tensor
    seat: Tensor
    past: Tensor
    """Tallies of earlier rounds, by seat counted from the observer's."""
    now: Tensor
    """Tallies of this round."""
    hints: Tensor
    """Hints of this round, for those who do not see the cards."""


class Company:
    """Many games of mixed company, played in lock-step."""

    def __init__(
        self,
        kernels: Path | None,
        setups: Sequence[Setup],
        seating: Seating,
        player: Network,
        guests: Sequence[Guest],
        seed: int,
        *,
        recorded: bool = True,
    ) -> None:
        n = len(seating.kinds)
        self.games = Games(kernels, setups, torch.full((n, MAX_SEATS), LEARNER), seed)
        self.seating = seating
        self._player = player
        self._guests = guests
        self._bots = torch.full((n,), -1, dtype=torch.int32, device=DEVICE)
        self._bot_logs = torch.zeros(n, BOT_MANNERS, device=DEVICE)
        self._hidden_logs = torch.zeros(n, CARDS * BOT_MANNERS, device=DEVICE)
        self._kinds = seating.kinds.to(torch.uint8).contiguous()
        self._actions = torch.zeros(n, dtype=torch.int32, device=DEVICE)
        self._ratios = torch.zeros(n, TALLIES, device=DEVICE)
        self._by_chance = torch.zeros(n, device=DEVICE)
        self._before = torch.zeros(n, 4, dtype=torch.int64, device=DEVICE)
        self.past, self.now, self._sealed = (
            torch.zeros(n, MAX_SEATS, PHASES, TALLIES, device=DEVICE) for _ in range(3)
        )
        self._hidden, self._hidden_sealed = (
            torch.zeros(n, MAX_SEATS, CARDS * BOT_MANNERS, device=DEVICE) for _ in range(2)
        )
        self.number = torch.zeros(n, dtype=torch.int64, device=DEVICE)
        """How many games have ended at each table."""
        self.observers = torch.zeros(n, dtype=torch.int32, device=DEVICE)
        self.rows = torch.zeros(n, FEATURES, dtype=torch.uint8, device=DEVICE)
        self._masks = torch.zeros(n, ACTIONS, dtype=torch.uint8, device=DEVICE)
        self._choosing = Graph(self._choose, recorded=recorded)
        self._noting = Graph(self._note, recorded=recorded)
        self._drawing = Graph(self._draw_observers, recorded=recorded)
        # Recording repeats the work: harmless only while there is nothing to note yet.
        with torch.no_grad():
            self._noting()

    def _choose(self) -> None:
        """Let everybody choose an action, and weigh it in each manner of the network."""
        games, kinds = self.games, self.seating.kinds
        seat = games.acting_seats()
        kind = kinds.gather(1, seat[:, None]).squeeze(1)
        sharp = self.seating.sharpness.gather(1, seat[:, None])
        masks = games.masks
        logs = log_policy(self._player(games.rows), masks)
        actions = sample(log_policy(sharp * logs, masks), masks)
        for code, guest in enumerate(self._guests, FIRST_GUEST):
            those = guest.tables
            theirs = log_policy(guest.network(games.rows[those]), masks[those])
            chosen = sample(theirs, masks[those])
            actions[those] = torch.where(kind[those] == code, chosen, actions[those])
        actions = torch.where(self._bots >= 0, self._bots.long(), actions)
        self._actions.copy_(actions)
        by_chance = -(masks > 0).sum(1).float().log()
        picked = actions[:, None]
        for column, exponent in enumerate(WEIGHED):
            chance = log_policy(exponent * logs, masks).gather(1, picked).squeeze(1)
            self._ratios[:, column] = chance.clamp(min=UNLIKELY) - by_chance
        self._by_chance.copy_(by_chance)
        self._ratios[:, -1] = 1
        phase = games.field("phase").long()
        self._before[:, 0], self._before[:, 1] = seat, phase
        self._before[:, 2:] = games.field("votes_held").long()

    def _note(self) -> None:
        """Add what was played to the tallies, and begin new ones after rounds and games."""
        games = self.games
        seat, phase = self._before[:, 0], self._before[:, 1]
        seen = (phase != AMBITION).float()[:, None]
        added = self._ratios.clone()
        added[:, RATIOS - BOT_MANNERS : RATIOS] = self._bot_logs - self._by_chance[:, None]
        added *= seen
        hidden = (self._hidden_logs - self._by_chance[:, None]) * seen
        theirs = (seat[:, None] == SEATS).float()
        kind = ((phase - PLACE)[:, None] == _PHASES).float()
        spread = (theirs[:, :, None] * kind[:, None])[..., None] * added[:, None, None]
        spread_hidden = theirs[:, :, None] * hidden[:, None]
        secret = (phase == VOTE).float()
        # Votes count when all have been revealed; another vote may have been called since.
        open_ = games.field("phase").long() != VOTE
        open_ |= (games.field("votes_held").long() != self._before[:, 2:]).any(1)
        closed = games.closed > 0
        done = games.dones > 0
        for now, sealed, more in (
            (self.now, self._sealed, spread),
            (self._hidden, self._hidden_sealed, spread_hidden),
        ):
            sealed += more * like(secret, more)
            now += more * like(1 - secret, more) + sealed * like(open_, more)
            sealed *= like(~open_ & ~done, more)
        self.past += self.now * like(closed, self.now)
        self.past *= like(~done, self.past)
        self.now *= like(~closed, self.now)
        self._hidden *= like(~closed, self._hidden)
        self.number += done

    def step(self) -> None:
        """Play one decision of every game."""
        vector = self.games.vector
        vector.propose(as_array(self._kinds), as_array(self._bots))
        with (
            torch.no_grad(),
            torch.autocast(DEVICE, torch.bfloat16, enabled=FAST, cache_enabled=False),
        ):
            self._choosing()
        vector.weigh(
            as_array(self._actions), as_array(self._bot_logs), as_array(self._hidden_logs)
        )
        self.games.step(self._actions)
        with torch.no_grad():
            self._noting()

    def _draw_observers(self) -> None:
        games = self.games
        chance = torch.rand(2, games.n, device=DEVICE)
        seat = (chance[0] * games.seats).long()
        other = games.first_of.gather(1, seat[:, None]).squeeze(1).int()
        self.observers.copy_(torch.where(chance[1] < 0.5, other, games.actors))

    def look_from(self, seat: Tensor) -> None:
        """Make the first player of a seat of every game the observer."""
        players = self.games.first_of.gather(1, seat[:, None]).squeeze(1)
        self.observers.copy_(players.int())

    def observe(self, *, anybody: bool, redraw: bool = True) -> Position:
        """Return what the actor of every game sees or, with `anybody`, often somebody else.

        Without `redraw`, observers stay who they are.
        """
        games = self.games
        if anybody:
            if redraw:
                self._drawing()
            players = as_array(self.observers)
            games.vector.show_to(players, as_array(self.rows), as_array(self._masks))
            rows, observers = self.rows, self.observers
        else:
            rows, observers = games.rows, games.actors
        seat = games.seat_of.gather(1, observers.long()[:, None]).squeeze(1)
        cards, kept = games.open_cards(seat)
        by_seat = (self.past, self.now, self.hints())
        return Position(rows, cards, kept, seat, *(turned(x, seat, games.seats) for x in by_seat))

    def hints(self) -> Tensor:
        """Return everybody's hints of this round, by seat."""
        by_card = self._hidden.view(*self._hidden.shape[:2], CARDS, BOT_MANNERS)
        number = self.now[..., -1].sum(2, keepdim=True)
        return torch.cat([by_card.logsumexp(2) - math.log(CARDS), number], 2)


def like(flags: Tensor, other: Tensor) -> Tensor:
    """Return one number a row, shaped so that it multiplies rows of another tensor."""
    return flags.to(other.dtype).view(-1, *[1] * (other.dim() - 1))


def turned(by_seat: Tensor, mine: Tensor, seats: Tensor) -> Tensor:
    """Return rows by seat as rows by relative seat, one's own first; absent seats have zeros."""
    index = ((SEATS + mine[:, None]) % seats[:, None])[:, :, None]
    there = (seats[:, None] > SEATS)[:, :, None]
    flat = by_seat.flatten(2)
    return flat.gather(1, index.expand_as(flat)).where(there, 0).view_as(by_seat)


def relative_shares(outcomes: Tensor, mine: Tensor, seats: Tensor) -> Tensor:
    """Return shares of the win by relative seat, then the Emissary's."""
    shares = turned(outcomes[:, :MAX_SEATS, None], mine, seats).squeeze(2)
    return torch.cat([shares, outcomes[:, MAX_SEATS:OUTCOMES]], 1)


def as_array(tensor: Tensor) -> Any:
    """Return the array that shares a tensor's memory: CuPy's on a GPU, else NumPy's."""
    if DEVICE == "cpu":
        return tensor.numpy()
    import cupy as cp

    return cp.from_dlpack(tensor)


def read_player_network(path: Path) -> PolicyModule:
    """Return the player of a file of weights, or a clone; exit if it cannot be used."""
    with np.load(path, allow_pickle=False) as file:
        about = json.loads(str(file["about"]))
        check_versions(path, about)
        shape = about.get("shape") or about["player"]
        names = [name for name in file.files if name != "about" and not name.startswith("critic.")]
        arrays = {name.removeprefix("player."): torch.from_numpy(file[name]) for name in names}
    player: PolicyModule = PolicyModule(Shape(**shape))
    player.load_state_dict({name: array.float() for name, array in arrays.items()})
    player.to(DEVICE).requires_grad_(False)
    return player
