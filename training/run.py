"""Train: python -m training.run CONFIG --kernels build/gpu --out FOLDER [--minutes 9]

Goes on from the checkpoint of FOLDER (or of --start) where there is one. Writes curves.csv,
strength.csv, the checkpoint (player, critic, average, optimiser) and past selves.
"""

from __future__ import annotations

import argparse
import copy
import csv
import random
import time
from pathlib import Path
from typing import Any

import torch

from kingup.rules.setup import Setup
from training.games import Games
from training.learning import Learner
from training.matches import win_share
from training.network import DEVICE, FAST, Player
from training.rollout import Rollout
from training.saving import CHECKPOINT, PAST, halved, read_checkpoint, store
from training.settings import Settings, draw_setups, read_settings

EVALUATE_EVERY = 90.0
SAVE_EVERY = 110.0
LOG_EVERY = 20
MATCH_GAMES = 16_384
FOUR = {name: Setup.of(name, 4) for name in ("kingup", "vive-le-roi")}


def main() -> None:
    """Train until the time is over."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("config", type=Path)
    parser.add_argument("--kernels", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--start", type=Path, help="the folder of a run to go on from")
    parser.add_argument("--minutes", type=float, default=9.0)
    options = parser.parse_args()
    settings = read_settings(options.config)
    options.out.mkdir(parents=True, exist_ok=True)
    Run(settings, options.kernels, options.out, options.start).train(60 * options.minutes)


class Run:
    """One run: what learns, whom it plays, and what is written down."""

    def __init__(self, settings: Settings, kernels: Path, out: Path, start: Path | None) -> None:
        torch.backends.cuda.matmul.allow_tf32 = True
        self.settings, self.kernels, self.out = settings, kernels, out
        self.learner = Learner(settings)
        self.past: list[dict[str, torch.Tensor]] = []
        self.minutes = 0.0
        home = start or out
        if (home / CHECKPOINT).exists():
            state = read_checkpoint(home, DEVICE)
            self.learner.restore(state)
            self.minutes = state["minutes"]
            while (known := home / PAST.format(len(self.past))).exists():
                self.past.append(torch.load(known, map_location="cuda"))
        seed = settings.seed + 1000 * self.learner.iteration
        torch.manual_seed(seed)
        self.random = random.Random(seed)
        games = Games(kernels, draw_setups(settings), settings.games, seed)
        self.rollout = Rollout(games, settings)
        self.ghost = copy.deepcopy(self.learner.average)
        self.fast_ghost = torch.compile(self.ghost, dynamic=False, disable=not FAST)
        self.anchor: Player | None = None
        if self.past:
            self.anchor = self._player(self.past[-1])

    def train(self, seconds: float) -> None:
        """Train for so long, with time left to save."""
        learner, rollout = self.learner, self.rollout
        begun = logged = evaluated = saved = time.monotonic()
        decisions = 0
        past = None
        while time.monotonic() - begun < seconds - 15:
            if self.past and learner.iteration % 10 == 0:
                past = self._bring_back(self.random.choice(self.past))
            started = time.monotonic()
            batch = rollout.play(learner.fast_player, past, learner.fast_critic)
            torch.cuda.synchronize()
            played = time.monotonic()
            log = learner.learn(batch, rollout.games.seats)
            torch.cuda.synchronize()
            now = time.monotonic()
            decisions += batch.actions.numel()
            if learner.iteration % self.settings.past_every == 0:
                self._remember()
            if learner.iteration % LOG_EVERY == 0:
                speed = decisions / (now - logged)
                decisions, logged = 0, now
                log |= {"speed": speed, "playing": played - started, "learning": now - played}
                self._note("curves.csv", {"minutes": self.minutes + (now - begun) / 60, **log})
            if now - evaluated > EVALUATE_EVERY:
                self._evaluate(self.minutes + (now - begun) / 60)
                evaluated = logged = time.monotonic()
                decisions = 0
            if now - saved > SAVE_EVERY:
                self._save(self.minutes + (now - begun) / 60)
                saved = time.monotonic()
        self.minutes += (time.monotonic() - begun) / 60
        self._evaluate(self.minutes)
        self._save(self.minutes)

    def _player(self, weights: dict[str, torch.Tensor]) -> Player:
        player = Player(self.settings.player_shape)
        player.to(DEVICE)
        player.load_state_dict({name: value.float() for name, value in weights.items()})
        return player

    def _bring_back(self, weights: dict[str, torch.Tensor]) -> Any:
        # Always into the same network, which is compiled once.
        self.ghost.load_state_dict({name: value.float() for name, value in weights.items()})
        return self.fast_ghost

    def _remember(self) -> None:
        """Put the average among the past selves; of the older ones every second one goes."""
        self.past.append(halved(self.learner.average))
        if len(self.past) > self.settings.past_selves:
            del self.past[self.random.randrange(len(self.past) // 2)]

    def _evaluate(self, minutes: float) -> None:
        found: dict[str, Any] = {"minutes": minutes, "iteration": self.learner.iteration}
        for name, setup in FOUR.items():
            for rival, label in ((None, "courtiers"), (self.anchor, "anchor")):
                if label == "courtiers" or rival is not None:
                    found[f"{name}-{label}"] = win_share(
                        self.kernels, setup, self.learner.average, rival,
                        n=MATCH_GAMES, seed=self.random.getrandbits(30),
                    )  # fmt: skip
        self._note("strength.csv", found)

    def _note(self, name: str, row: dict[str, Any]) -> None:
        row = {"iteration": self.learner.iteration, **row}
        path = self.out / name
        fresh = not path.exists()
        with path.open("a", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, list(row))
            if fresh:
                writer.writeheader()
            writer.writerow({k: f"{v:.6g}" if isinstance(v, float) else v for k, v in row.items()})
        print(name, {k: round(v, 4) if isinstance(v, float) else v for k, v in row.items()},
              flush=True)  # fmt: skip

    def _save(self, minutes: float) -> None:
        store(self.learner.state(minutes), self.out / CHECKPOINT)
        # Apart, and one a file: what is carried between machines may not be large.
        for number, weights in enumerate(self.past):
            store(weights, self.out / PAST.format(number))


if __name__ == "__main__":
    main()
