"""Train: python -m training.run CONFIG --kernels build/gpu --out FOLDER [--minutes 9]

Resumes from the checkpoint in FOLDER (or of --start) if there is one. Writes curves.csv,
strength.csv, history.json, the checkpoint (player, critic, average; as 16-bit numbers where 32
bits would take too much), the optimiser's moments and past selves: never more than 8 files, none
larger than 16 MiB. `python -m training.picture FOLDER` draws the curves.
"""

from __future__ import annotations

import argparse
import copy
import dataclasses
import random
import shutil
import time
from pathlib import Path
from typing import Any

import torch

from kingup.bots.sovereign.shape import Shape
from kingup.envs.opponents import COURTIER, PAGE
from kingup.rules.setup import Setup
from training import rollout
from training.checkpoint import (
    CHECKPOINT,
    MEANS,
    MOST_BYTES,
    PAST,
    SQUARES,
    add_row,
    bytes_of,
    halved,
    load,
    read_checkpoint,
    read_if_there,
    read_player,
    store,
)
from training.checks import check_device, check_start
from training.clones import clone_of, read_clone
from training.history import read_history, stretch_of, write_history
from training.learner import Learner
from training.matches import ON_CPU, win_share
from training.network import DEVICE, FAST, PolicyModule
from training.practice import Practice, Weights
from training.settings import RunSettings, read_settings

EVALUATE_EVERY = 150.0
SAVE_EVERY = 110.0
LOG_EVERY = 20
SWAP_EVERY = 10
TIME_TO_SAVE = 12.0
MATCH_GAMES = 8192 if FAST else ON_CPU
FOUR = {name: Setup.of(name, 4) for name in ("kingup", "vive-le-roi")}
LARGE = {"kingup-6": Setup.of("kingup", 6), "vive-le-roi-7": Setup.of("vive-le-roi", 7)}
"""Large tables, where bots that search for long are hardest to beat."""
USUAL_SPREAD = 0.12
"""The spread of the advantages late in a run."""


def main() -> None:
    """Train until the time is up."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("config", type=Path)
    parser.add_argument("--kernels", type=Path, help="the folder of training.build, for a GPU")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument(
        "--start", type=Path, help="the folder of a run, or weights, to start from"
    )
    parser.add_argument(
        "--rival", type=Path, action="append", default=[],
        help="a run, or weights, whose player joins the past selves",
    )  # fmt: skip
    parser.add_argument("--minutes", type=float, default=9.0)
    parser.add_argument("--seed", type=int, help="instead of the config's")
    parser.add_argument("--commit", default="", help="this code's commit, where Git cannot tell")
    options = parser.parse_args()
    settings = read_settings(options.config)
    if options.seed is not None:
        settings = dataclasses.replace(settings, seed=options.seed)
    options.out.mkdir(parents=True, exist_ok=True)
    check_device(options.kernels)
    run = TrainingRun(settings, options.kernels, options.out, options.start, options.commit)
    for path in options.rival:
        run.add_rival(path)
    run.train(60 * options.minutes)


class TrainingRun:
    """A run: games, learner, past selves, and its files."""

    def __init__(
        self, settings: RunSettings, kernels: Path | None, out: Path, start: Path | None = None,
        commit: str = "",
    ) -> None:  # fmt: skip
        torch.backends.cuda.matmul.allow_tf32 = True
        self.settings, self.kernels, self.out = settings, kernels, out
        torch.manual_seed(settings.seed)
        self.learner = Learner(settings)
        self.past: list[Weights] = []
        self.rivals: list[Weights] = []
        """Players that stay among the past selves: usually best responses."""
        self.clones = {name: read_clone(name) for name in settings.clones}
        self.minutes = 0.0
        home = out if start is None or (out / CHECKPOINT).exists() else start
        if home.suffix == ".npz":
            self._resume_from_weights(home)
        elif home == start or (home / CHECKPOINT).exists():
            self._resume(home)
        stretch = stretch_of(settings, self.learner.iteration, self.minutes, commit)
        self.history = [*read_history(home), stretch]
        seed = settings.seed + 1000 * self.learner.iteration
        torch.manual_seed(seed)
        self.random = random.Random(seed)
        self.practice = Practice(settings, kernels, self.learner, seed)
        self.frozen = False
        """Whether the past selves stay as they are, as for a best response."""

    def _resume(self, home: Path) -> None:
        state = read_checkpoint(home, DEVICE)
        means, squares = (read_if_there(home / name, DEVICE) for name in (MEANS, SQUARES))
        self.learner.restore(state, means, squares)
        self.minutes = state["minutes"]
        self.past = read_if_there(home / PAST, DEVICE) or []
        for name in ("curves.csv", "strength.csv"):
            if home != self.out and (home / name).exists():
                shutil.copy(home / name, self.out / name)

    def _resume_from_weights(self, weights: Path) -> None:
        """Start from shipped weights; what they do not hold is learned anew."""
        state = read_player(weights, DEVICE)
        learner = self.learner
        learner.begin_as(state)
        learner.iteration = learner.began = state["iteration"]
        learner.spread = USUAL_SPREAD
        self.minutes = state["minutes"]
        self.past = [halved(learner.average)]

    def add_rival(self, rival: Path) -> None:
        """Add the player of another run, or of weights, to the past selves for good."""
        state = read_player(rival, DEVICE)
        shape = Shape(**state["player_shape"])
        if shape != self.settings.player_shape:
            raise SystemExit(f"{rival} has another shape than this run: {shape}.")
        self.rivals.append(state["average"])
        self.history[-1].setdefault("rivals", []).append(rival.stem)

    def train(self, seconds: float, last: int | None = None) -> None:
        """Train for some seconds, saving included, or up to the last iteration."""
        learner, practice = self.learner, self.practice
        begun = logged = evaluated = saved = time.monotonic()
        decisions = taken = 0
        if learner.iteration:
            self.swap_opponents()
            practice.warm_up()
        while time.monotonic() - begun < seconds - TIME_TO_SAVE:
            if last is not None and learner.iteration >= last:
                break
            if learner.iteration % SWAP_EVERY == 0 or not taken:
                self.swap_opponents()
            log = practice.turn()
            now = time.monotonic()
            taken += 1
            decisions += practice.decisions
            speed = practice.decisions / (log["playing"] + log["learning"])
            check_start(self.settings, taken, log, speed)
            if learner.iteration % self.settings.past_every == 0 and not self.frozen:
                self.add_past_self()
            if learner.iteration % LOG_EVERY == 0 or taken == 1:
                log["speed"] = decisions / (now - logged)
                decisions, logged = 0, now
                self.add_log_row(
                    "curves.csv", {"minutes": self.minutes + (now - begun) / 60, **log}
                )
            if now - evaluated > EVALUATE_EVERY:
                self.evaluate(self.minutes + (now - begun) / 60)
                evaluated = logged = time.monotonic()
                decisions = 0
            if now - saved > SAVE_EVERY:
                self.save(self.minutes + (now - begun) / 60)
                saved = time.monotonic()
        self.minutes += (time.monotonic() - begun) / 60
        self.save(self.minutes)
        self.evaluate(self.minutes, anchors=True)

    def player_of(self, weights: Weights) -> PolicyModule:
        """Return a network with these weights."""
        # A copy: creating a new network would draw random weights, and shift the run's draws.
        player: PolicyModule = copy.deepcopy(self.learner.average)
        load(player, weights)
        return player

    def swap_opponents(self) -> None:
        """Load the weights of another past self, and of another clone."""
        league = [*self.past, *self.rivals] or [halved(self.learner.average)]
        self.practice.load_frozen(rollout.PAST, self.random.choice(league))
        if self.clones:
            name = self.random.choice(self.settings.clones)
            self.practice.load_frozen(rollout.CLONE, self.clones[name])

    def add_past_self(self) -> None:
        """Add the average to the past selves; if there are too many, drop one, not the first."""
        self.past.append(halved(self.learner.average))
        most = min(self.settings.past_selves, int(0.95 * MOST_BYTES) // bytes_of(self.past[0]))
        while len(self.past) > max(1, most):
            del self.past[self.random.randrange(1, max(2, len(self.past) - 1))]

    def evaluate(self, minutes: float, *, anchors: bool = False) -> None:
        """Write shares of wins against courtiers and pages; with `anchors`, also networks.

        Those are the first and the last past self, and the clones, also at large tables.
        """
        found: dict[str, Any] = {"minutes": minutes}
        past: dict[str, PolicyModule | int | None] = dict.fromkeys(("first", "last"))
        clones: dict[str, PolicyModule | int | None] = dict.fromkeys(self.clones)
        if anchors and self.past:
            first = self.player_of(self.past[0])
            last = self.player_of(self.past[-1]) if len(self.past) > 1 else first
            past = {"first": first, "last": last}
        if anchors:
            clones = {name: clone_of(weights) for name, weights in self.clones.items()}
        everybody = past | clones | {"courtiers": COURTIER, "pages": PAGE}
        for setups, rivals in ((FOUR, everybody), (LARGE, clones)):
            for name, setup in setups.items():
                shares: dict[PolicyModule | int | None, float | str] = {None: ""}
                for label, rival in rivals.items():
                    if rival not in shares:
                        shares[rival] = win_share(
                            self.kernels, setup, self.learner.average, rival,
                            n=MATCH_GAMES, seed=self.learner.iteration,
                        ).mean  # fmt: skip
                    found[f"{name}-{label}"] = shares[rival]
        self.add_log_row("strength.csv", found)

    def add_log_row(self, name: str, row: dict[str, Any]) -> None:
        """Add a row to a table of the run, and print it."""
        row = {"iteration": self.learner.iteration, **row}
        add_row(self.out / name, {k: _written(v) for k, v in row.items()})
        print(name, {k: round(v, 4) if isinstance(v, float) else v for k, v in row.items()},
              flush=True)  # fmt: skip

    def save(self, minutes: float) -> None:
        """Write all that a later run needs to resume."""
        state = self.learner.state(minutes)
        networks = ("player", "extras", "critic", "average")
        if sum(bytes_of(state[name]) for name in networks) > 0.95 * MOST_BYTES:
            for name in networks:
                state[name] = {key: value.half() for key, value in state[name].items()}
        means, squares = self.learner.moments()
        store(state, self.out / CHECKPOINT)
        store(means, self.out / MEANS)
        store(squares, self.out / SQUARES)
        store(self.past, self.out / PAST)
        self.history[-1]["iterations"][1] = self.learner.iteration
        self.history[-1]["minutes"][1] = round(minutes, 2)
        write_history(self.out, self.history)
        for name in (CHECKPOINT, MEANS, SQUARES, PAST):
            size = (self.out / name).stat().st_size
            if size > MOST_BYTES:
                print(f"{name} takes {size:,} bytes, more than {MOST_BYTES:,}", flush=True)


def _written(value: object) -> object:
    return f"{value:.6g}" if isinstance(value, float) else value


if __name__ == "__main__":
    main()
