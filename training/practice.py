"""A learner at its games: it plays some steps, among others who do not learn, and learns."""

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
from training.rollout import CLONE, PAST, Ghosts, Rollout, seats_of_strangers
from training.settings import RunSettings, draw_setups

Weights = dict[str, Tensor]

IN_STEP = 4
"""Turns after which games that began together are at all their stages."""


class Practice:
    """A learner, its games, and ghosts: whoever plays in them with weights that are given."""

    def __init__(
        self, settings: RunSettings, kernels: Path | None, learner: Learner, seed: int
    ) -> None:
        self.learner = learner
        setups = draw_setups(settings)
        sizes = torch.tensor([len(setup.seats) for setup in setups], device=DEVICE)
        seats = sizes.repeat(settings.games // len(setups) + 1)[: settings.games]
        kinds = seats_of_strangers(settings, seats)
        self.rollout = Rollout(Games(kernels, setups, kinds, seed), kinds, settings)
        self._ghosts = {PAST: copy.deepcopy(learner.average)}
        if settings.clones:
            self._ghosts[CLONE] = PolicyModule(SHAPE).to(DEVICE)
        plain = not (FAST and settings.compiled)
        self._fast_ghosts: Ghosts = {
            kind: torch.compile(ghost, dynamic=False, disable=plain)
            for kind, ghost in self._ghosts.items()
        }
        self.decisions = settings.games * settings.steps
        """How many are taken in a turn."""

    def bring(self, kind: int, weights: Weights) -> None:
        """Let a ghost play with other weights: always in the same network, compiled once."""
        load(self._ghosts[kind], weights)

    def play_in(self) -> None:
        """Play on without learning, so that games that began together are no longer in step."""
        learner = self.learner
        for _ in range(IN_STEP):
            self.rollout.play(learner.fast_player, self._fast_ghosts, learner.fast_critic)

    def turn(self) -> dict[str, float]:
        """Play and learn once; return what is worth a line in the log."""
        learner, rollout = self.learner, self.rollout
        started = time.monotonic()
        batch = rollout.play(learner.fast_player, self._fast_ghosts, learner.fast_critic)
        wait()
        played = time.monotonic()
        log = learner.learn(batch, rollout.games.seats)
        wait()
        if learner.settings.alone == 1:
            log["share"] = rollout.share_of_four()
        return log | {"playing": played - started, "learning": time.monotonic() - played}


def wait() -> None:
    """Wait until the device has done what it was told."""
    if FAST:
        torch.cuda.synchronize()
