"""Where does the time go? python -m training.profile --kernels build/gpu [NAME ...]

For each of ALTERNATIVES, quick ones first: the seconds of every part of an iteration, and overall
decisions a second. Stops within a minute (--seconds) and names what it left out. The first row
includes the time PyTorch takes to compile networks; a second run finds them compiled.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

from training.learner import Learner
from training.network import DEVICE, FAST
from training.practice import Practice, wait
from training.rollout import (
    PAST,
    advantages_and_returns,
    log_policy,
    round_labels,
    sample,
)
from training.settings import RunSettings

ALTERNATIVES: dict[str, dict[str, Any]] = {
    "shipped": {},
    "not compiled": {"compiled": False},
    "not recorded": {"recorded": False},
    "wide": {"width": 768},
}
"""Alternatives by name: the settings that differ from the defaults."""

REPEATS = 3


def seconds(work: Callable[[], object], repeats: int = REPEATS) -> float:
    """Return the mean seconds that some work takes after a warm-up."""
    work()
    wait()
    started = time.perf_counter()
    for _ in range(repeats):
        work()
    wait()
    return (time.perf_counter() - started) / repeats


def measure(settings: RunSettings, kernels: Path | None) -> dict[str, float]:
    """Return the seconds of each part: of one step where it says so, else of an iteration."""
    begun = time.perf_counter()
    learner = Learner(settings)
    rollout = Practice(settings, kernels, learner, 1).rollout
    games = rollout.games
    steps = settings.steps

    frozen = {PAST: learner.fast_player}

    def play() -> Any:
        return rollout.play(learner.fast_player, frozen, learner.fast_critic)

    batch = play()
    learner.learn(batch, games.seats)
    wait()
    found = {"start, compiling included": time.perf_counter() - begun}
    seat = games.acting_seats()
    cards, kept = games.open_cards(seat)
    with torch.no_grad(), torch.autocast(DEVICE, torch.bfloat16, enabled=FAST):
        logits = learner.fast_player(games.rows)
        chances = log_policy(logits, games.masks)
        found["player, 1 step"] = seconds(lambda: learner.fast_player(games.rows))
        found["critic, 1 step"] = seconds(lambda: learner.fast_critic(games.rows, cards, kept))
        found["drawing, 1 step"] = seconds(
            lambda: sample(log_policy(logits, games.masks), games.masks)
        )
        found["rules and observations, 1 step"] = seconds(
            lambda: games.step(sample(chances, games.masks)), 1
        )
        found["open cards, 1 step"] = seconds(lambda: games.open_cards(seat))
    found["playing"] = seconds(play, 1)
    found["advantages"] = seconds(lambda: advantages_and_returns(batch, settings, 0.05), 1)
    found["labels"] = seconds(lambda: round_labels(batch), 1)
    found["learning"] = seconds(lambda: learner.learn(batch, games.seats), 1)
    chosen = learner.chosen()
    found["choosing, 1 part"] = seconds(learner.chosen)
    found["losses, 1 part"] = seconds(lambda: learner.losses_of(chosen))
    found["losses and gradients, 1 part"] = seconds(
        lambda: learner.losses_of(chosen)["loss"].backward()
    )
    decisions = settings.games * steps
    found["all, 1 part"] = found["learning"] * min(1, settings.minibatch / decisions)
    found["decisions/s"] = decisions / (found["playing"] + found["learning"])
    return found


def main() -> None:
    """Measure the alternatives, or those named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help=", ".join(ALTERNATIVES))
    parser.add_argument("--kernels", type=Path)
    parser.add_argument("--seconds", type=float, default=55.0)
    parser.add_argument("--games", type=int, default=65_536 if FAST else 64)
    parser.add_argument("--steps", type=int, default=64 if FAST else 8)
    parser.add_argument("--minibatch", type=int, default=65_536)
    parser.add_argument("--out", type=Path, help="also write the figures here, as JSON")
    options = parser.parse_args()
    if unknown := set(options.names) - set(ALTERNATIVES):
        parser.error(f"unknown: {', '.join(sorted(unknown))}; choose of {', '.join(ALTERNATIVES)}")
    started = time.perf_counter()
    every: dict[str, dict[str, float]] = {}
    for name in options.names or ALTERNATIVES:
        if every and time.perf_counter() - started > 0.7 * options.seconds:
            print(f"{name}: left out, out of time", flush=True)
            continue
        changed: dict[str, Any] = {"games": options.games, "steps": options.steps,
                                   "minibatch": options.minibatch}  # fmt: skip
        settings = dataclasses.replace(RunSettings(), **changed, **ALTERNATIVES[name])
        every[name] = measure(settings, options.kernels)
        print(f"\n{name}", flush=True)
        for part, value in every[name].items():
            text = f"{value:12,.0f}" if part == "decisions/s" else f"{1e3 * value:12.2f} ms"
            print(f"  {part:32}{text}", flush=True)
    if options.out is not None:
        options.out.write_text(json.dumps(every, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
