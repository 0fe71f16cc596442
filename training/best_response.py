"""How exploitable is a player? python -m training.best_response START --kernels K --out FOLDER

Trains against frozen copies of the player of START (a run's folder, or shipped weights), in four
seats (or --mixture three or six) of both editions: a fresh learner, or with --warm one that starts
from the player's weights. Writes best_response.csv: the learner's share of wins (a fair share is
25 % in four seats). That is a lower bound on what an opponent who knows the player could win: more
training would find more. The better of the two learners counts.
"""

from __future__ import annotations

import argparse
import csv
import dataclasses
from pathlib import Path

from kingup.rules.setup import Setup
from training.checkpoint import read_player
from training.checks import check_device
from training.matches import ON_CPU, win_share
from training.network import DEVICE, FAST
from training.run import FOUR, TrainingRun
from training.settings import PLAIN_MIXTURES, RunSettings, read_settings

GAMES = 1 << 20 if FAST else ON_CPU
"""Enough to tell whether a goal is met to within a tenth of a point."""

WARM_RATE = 1e-4
"""A warm learner at a fresh learner's rate would first unlearn what it starts from."""

ITERATIONS = 280
"""The learning rate falls over these: about five minutes on an H200, compiling included."""

SEED_OFFSET = 7919
"""Added to the run's seed, so that the learner draws differently."""


def response_settings(
    settings: RunSettings, *, warm: bool, iterations: int = ITERATIONS, mixture: str = "four"
) -> RunSettings:
    """Return the settings of a run that learns to beat one frozen player."""
    rate = min(settings.rate, WARM_RATE) if warm else settings.rate
    return dataclasses.replace(
        settings, seed=settings.seed + SEED_OFFSET, mixture=mixture, alone=1.0,
        past_share=1.0, stranger_share=0.0, clone_share=0.0, clones=(), rate=rate,
        iterations=iterations, average=0.999,
        magnet=0.001, magnet_end=0.001, place_magnet=1.0, rank=0.0, rank_end=0.0,
    )  # fmt: skip


def prepare(
    settings: RunSettings,
    start: Path,
    kernels: Path | None,
    out: Path,
    *,
    warm: bool,
    iterations: int = ITERATIONS,
    mixture: str = "four",
) -> TrainingRun:
    """Return a run against frozen copies of START's averaged player."""
    state = read_player(start, DEVICE)
    # The learner has its rivals' shape: a larger network would answer another question.
    shaped = dataclasses.replace(
        settings,
        width=state["player_shape"]["width"], blocks=state["player_shape"]["blocks"],
        critic_width=state["critic_shape"]["width"],
        critic_blocks=state["critic_shape"]["blocks"],
    )  # fmt: skip
    out.mkdir(parents=True, exist_ok=True)
    response = response_settings(shaped, warm=warm, iterations=iterations, mixture=mixture)
    run = TrainingRun(response, kernels, out)
    resumed = run.learner.iteration > 0
    if warm and not resumed:
        run.learner.begin_as(state)
    run.past = [state["average"]]
    run.frozen = True
    return run


def report(run: TrainingRun, name: str, minutes: float) -> list[dict[str, object]]:
    """Measure the learner against the frozen player, and write best_response.csv."""
    rows: list[dict[str, object]] = []
    rival = run.player_of(run.past[0])
    seats = PLAIN_MIXTURES[run.settings.mixture]
    for edition in FOUR:
        setup = Setup.of(edition, seats)
        share = win_share(run.kernels, setup, run.learner.average, rival, n=GAMES, seed=99)
        rows.append({
            "learner": name, "edition": edition, "seats": seats, "minutes": round(minutes, 1),
            "share": round(share.mean, 4), "error": round(share.error, 4), "games": share.games,
        })  # fmt: skip
    with (run.out / "best_response.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return rows


def main() -> None:
    """Train a best response for some minutes and print its share of wins."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "start", type=Path, help="the run's folder, or the weights, of the player to test"
    )
    parser.add_argument("--config", type=Path, default=Path("training/config/sovereign.toml"))
    parser.add_argument("--kernels", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--warm", action="store_true", help="start from the player's weights")
    parser.add_argument("--minutes", type=float, default=9.0)
    parser.add_argument(
        "--iterations", type=int, default=ITERATIONS, help="over which the learning rate falls"
    )
    parser.add_argument("--mixture", choices=PLAIN_MIXTURES, default="four")
    parser.add_argument("--seed", type=int, help="instead of the config's")
    options = parser.parse_args()
    check_device(options.kernels)
    settings = read_settings(options.config)
    if options.seed is not None:
        settings = dataclasses.replace(settings, seed=options.seed)
    run = prepare(
        settings, options.start, options.kernels, options.out, warm=options.warm,
        iterations=options.iterations, mixture=options.mixture,
    )  # fmt: skip
    run.train(60 * options.minutes - 20, last=options.iterations)
    for row in report(run, "warm" if options.warm else "fresh", run.minutes):
        print(row, flush=True)


if __name__ == "__main__":
    main()
