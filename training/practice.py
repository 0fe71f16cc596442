"""A learner and its games: it plays some steps against networks that do not learn, then learns."""

from __future__ import annotations

import copy
import time
from pathlib import Path

import torch
from torch import Tensor

from training.checkpoint import load
from training.clones import SHAPE
from training.games import Games
from training.learner import Learner
from training.network import DEVICE, FAST, PolicyModule
from training.rollout import CLONE, PAST, FrozenNetworks, Rollout, draw_seat_kinds
from training.settings import RunSettings, draw_setups

Weights = dict[str, Tensor]

WARM_UP_TURNS = 4
"""Turns after which games that began together are spread over all stages."""


class Practice:
    """A learner, its games, and the frozen networks that play in some of their seats."""

    def __init__(
        self, settings: RunSettings, kernels: Path | None, learner: Learner, seed: int
    ) -> None:
        self.learner = learner
        setups = draw_setups(settings)
        sizes = torch.tensor([len(setup.seats) for setup in setups], device=DEVICE)
        seats = sizes.repeat(settings.games // len(setups) + 1)[: settings.games]
        kinds = draw_seat_kinds(settings, seats)
        self.rollout = Rollout(Games(kernels, setups, kinds, seed), kinds, settings)
        self.frozen = {PAST: copy.deepcopy(learner.average)}
        if settings.clones:
            self.frozen[CLONE] = PolicyModule(SHAPE).to(DEVICE)
        plain = not (FAST and settings.compiled)
        self._fast_frozen: FrozenNetworks = {
            kind: torch.compile(network, dynamic=False, disable=plain)
            for kind, network in self.frozen.items()
        }
        self.decisions = settings.games * settings.steps
        """Decisions in one turn."""

    def load_frozen(self, kind: int, weights: Weights) -> None:
        """Give frozen players other weights; the compiled network stays the same."""
        load(self.frozen[kind], weights)

    def warm_up(self) -> None:
        """Play without learning, so that games that began together are no longer in step."""
        learner = self.learner
        for _ in range(WARM_UP_TURNS):
            self.rollout.play(learner.fast_player, self._fast_frozen, learner.fast_critic)

    def turn(self) -> dict[str, float]:
        """Play and learn once; return the figures for the log."""
        learner, rollout = self.learner, self.rollout
        started = time.monotonic()
        batch = rollout.play(learner.fast_player, self._fast_frozen, learner.fast_critic)
        wait()
        played = time.monotonic()
        log = learner.learn(batch, rollout.games.seats)
        wait()
        if learner.settings.alone == 1:
            log["share"] = rollout.share()
        return log | {"playing": played - started, "learning": time.monotonic() - played}


def wait() -> None:
    """Wait until the device has finished."""
    if FAST:
        torch.cuda.synchronize()
