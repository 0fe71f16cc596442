"""Our environment beside others: decisions a second on one core, all driven from Python.

Ours plays 4,096 games in lock-step; choosing random actions is part of the measured time. Each
peer runs in its own process. Set KINGUP_PEERS to a Python that has them installed
(`pip install open_spiel pettingzoo rlcard pygame pgx jax`) to measure them from there.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

from bench.peers import PEERS
from bench.table import TableRow, at_least, print_table
from kingup.envs import Vector, vector

GAMES = 4096
STEPS = 60
REPETITIONS = 12
EDITIONS = ("kingup", "vive-le-roi")

PLAIN_GOAL = 5.0  # millions a second
OBSERVED_GOAL = 2.0


def measure() -> list[TableRow]:
    """Measure our environment, and the peers that are installed."""
    rows = []
    slowest = float("inf")
    for edition in EDITIONS:
        plain = _speed(vector(GAMES, edition, seed=1, observations=False, masks=False))
        what = f"vector, {edition}, 4 seats: million decisions/s"
        rows.append(at_least(what, plain, PLAIN_GOAL))
        seen = _speed(vector(GAMES, edition, seed=1))
        rows.append(at_least("  with observations and masks", seen, OBSERVED_GOAL))
        slowest = min(slowest, seen)
    for title, (name, _) in PEERS.items():
        speed, reason = _peer(name)
        if speed is None:
            rows.append(TableRow(title, "-", verdict=reason))
        else:
            ahead = f"ours is {slowest * 1e6 / speed:,.1f} times as fast"
            rows.append(TableRow(title, f"{speed / 1e6:.4f}", verdict=ahead))
    return rows


def _speed(games: Vector) -> float:
    """Return millions of decisions a second of processor time: the best of several runs."""
    best = float("inf")
    for _ in range(REPETITIONS):
        start = time.thread_time()
        for _ in range(STEPS):
            games.step(games.random_actions())
        best = min(best, time.thread_time() - start)
    return GAMES * STEPS / best / 1e6


def _peer(name: str) -> tuple[float | None, str]:
    """Return a peer's decisions a second, or None and the reason."""
    python = os.environ.get("KINGUP_PEERS", sys.executable)
    script = Path(__file__).with_name("peers.py")
    one_thread = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
    done = subprocess.run(
        [python, str(script), name],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "XLA_FLAGS": one_thread, "JAX_PLATFORMS": "cpu"},
    )
    word, _, rest = (done.stdout.strip().splitlines() or [""])[-1].partition(" ")
    if word == "speed":
        return float(rest), ""
    lines = done.stderr.strip().splitlines()
    reason = f"{rest} is not installed" if word == "missing" else (lines[-1:] or ["failed"])[0]
    return None, reason


if __name__ == "__main__":
    print_table(measure())
