"""Complete random games: the compiled rules beside the same loop in C, and in two threads.

Repetitions alternate, so that a busy machine disturbs both sides alike, and the best of each
counts. On one core the clock is the thread's processor time, which other programs do not lengthen.
Setting games up and computing digests are not part of the measured time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Protocol

from bench.table import TableRow, at_least
from bench.twin import Digests, Twin, combined, digests
from kingup.rules.compiled import new_games, play_out_all, random_step_all
from kingup.rules.constants import OVER
from kingup.rules.kernel.generator import seed_generator
from kingup.rules.kernel.playouts import play_out
from kingup.rules.setup import Setup, new_state

GAMES = 4096
REPETITIONS = 20
THREAD_GAMES = 1024  # short calls: two cores are rarely free for long
THREAD_REPETITIONS = 80
SEED = 20_241_115

EVERYTHING = ("ambition", "banished", "emissary", "wedding")


@dataclass(frozen=True, slots=True)
class Case:
    """A setup to measure, and the share of C's speed that is its goal."""

    name: str
    setup: Setup
    goal: float


CASES = (
    Case("King Up!, 4 seats", Setup.of("kingup", 4), 0.9),
    Case("Vive le Roi, 4 seats", Setup.of("vive-le-roi", 4), 0.9),
    Case(
        "everything, 4 seats and a team",
        Setup.of("vive-le-roi", (1, 1, 1, 1, 2), EVERYTHING),
        0.9,
    ),
)
VIVE_LE_ROI = CASES[1]

DECISIONS_GOAL = 25.0  # millions a second
THREADS_GOAL = 1.8


class DigestsDiffer(Exception):
    """C and the compiled rules ended a game differently: one of them is wrong."""


class PlayoutSide(Protocol):
    """An array of games to set up and play, by the compiled rules or by C."""

    def set_up(self) -> None:
        """Put every game back to before its first deal."""

    def play_out_all(self, first_seed: int) -> None:
        """Play every game to its end at random."""

    def digests(self) -> Digests:
        """Return a digest of each finished game."""


class Ours:
    """An array of games played by the compiled rules."""

    def __init__(self, setup: Setup, number: int = GAMES) -> None:
        self._fresh = new_games(new_state(setup), number)
        self.games = self._fresh.copy()

    def set_up(self) -> None:
        """Put every game back to before its first deal."""
        self.games[:] = self._fresh

    def play_out_all(self, first_seed: int) -> None:
        """Play every game to its end at random."""
        play_out_all(self.games, first_seed)

    def digests(self) -> Digests:
        """Return a digest of each finished game."""
        return digests(self.games)


def measure(twin: Twin | None) -> list[TableRow]:
    """Measure everything about random games."""
    rows: list[TableRow] = []
    for case in CASES:
        rows += _beside_c(case, twin)
    rows += _in_threads(VIVE_LE_ROI, twin)
    rows.append(_in_steps(VIVE_LE_ROI))
    rows.append(_interpreted(VIVE_LE_ROI))
    return rows


def _beside_c(case: Case, twin: Twin | None) -> list[TableRow]:
    ours = Ours(case.setup)
    with ExitStack() as stack:
        sides: list[PlayoutSide] = [ours]
        if twin is not None:
            sides.append(stack.enter_context(twin.games(case.setup, GAMES)))
        best = [float("inf")] * len(sides)
        for _ in range(REPETITIONS):
            for i, side in enumerate(sides):
                side.set_up()
                best[i] = min(best[i], _seconds(time.thread_time, side))
        ends = [side.digests() for side in sides]
    rows = [TableRow(f"{case.name}: games/s", f"{GAMES / best[0]:,.0f}")]
    if twin is not None:
        rows.append(TableRow("  the same in C", f"{GAMES / best[1]:,.0f}"))
        rows.append(at_least("  share of C", best[1] / best[0], case.goal))
        rows.append(TableRow("  digest", _compare(case, *ends), "C's", "equal"))
    decisions = ours.games["decisions"].sum() / best[0] / 1e6
    what = "  decisions/s, in millions"
    if case is VIVE_LE_ROI:
        rows.append(at_least(what, decisions, DECISIONS_GOAL, "{:.1f}"))
    else:
        rows.append(TableRow(what, f"{decisions:.1f}"))
    return rows


def _seconds(clock: Callable[[], float], side: PlayoutSide) -> float:
    start = clock()
    side.play_out_all(SEED)
    return clock() - start


def _compare(case: Case, ours: Digests, of_c: Digests) -> str:
    for game in range(GAMES):
        if ours[game] != of_c[game]:
            raise DigestsDiffer(
                f"{case.name}: C and the compiled rules differ in {(ours != of_c).sum()} of "
                f"{GAMES} games, first in the one with seed {SEED + game}: "
                f"{combined(of_c)} and {combined(ours)}."
            )
    return combined(ours)


def _in_threads(case: Case, twin: Twin | None) -> list[TableRow]:
    """Measure two threads, each with its own array; C shows whether two cores are free."""
    with ThreadPoolExecutor(2) as pool, ExitStack() as stack:
        gain = _gain(pool, [Ours(case.setup, THREAD_GAMES) for _ in range(2)])
        row = at_least("two threads, as a multiple of one", gain, THREADS_GOAL)
        if twin is None:
            return [row]
        pair = [twin.games(case.setup, THREAD_GAMES) for _ in range(2)]
        of_c = _gain(pool, [stack.enter_context(games) for games in pair])
    if gain < THREADS_GOAL and of_c < THREADS_GOAL:
        row = TableRow(row.what, row.measured, row.goal, "not judged: two cores were not free")
    return [row, TableRow("  the same in C", f"{of_c:.2f}")]


def _gain(pool: ThreadPoolExecutor, pair: Sequence[PlayoutSide]) -> float:
    """Return how many times as many games two threads play as one in the same time."""
    best = {1: float("inf"), 2: float("inf")}
    for _ in range(THREAD_REPETITIONS):
        for number in best:
            sides = pair[:number]
            for side in sides:
                side.set_up()
            start = time.perf_counter()
            list(pool.map(lambda side: side.play_out_all(SEED), sides))
            best[number] = min(best[number], time.perf_counter() - start)
    return 2 * best[1] / best[2]


def _in_steps(case: Case) -> TableRow:
    """Measure an array of games in lock-step: one call from Python steps every game once."""
    ours = Ours(case.setup)
    ours.play_out_all(SEED)  # leaves a different generator in every game
    seeds = ours.games[["generator_a", "generator_b"]].copy()
    ours.set_up()
    ours.games[["generator_a", "generator_b"]] = seeds
    random_step_all(ours.games[:1])
    start = time.thread_time()
    while (ours.games["phase"] != OVER).any():
        random_step_all(ours.games)
    seconds = time.thread_time() - start
    decisions = ours.games["decisions"].sum() / seconds / 1e6
    return TableRow("in lock-step from Python: decisions/s, in millions", f"{decisions:.1f}")


def _interpreted(case: Case) -> TableRow:
    decisions = 0
    start = time.thread_time()
    for seed in range(50):
        game = new_state(case.setup)
        seed_generator(game, SEED + seed)
        play_out(game)
        decisions += game.decisions
    microseconds = (time.thread_time() - start) / decisions * 1e6
    return TableRow("interpreted: microseconds a decision", f"{microseconds:.1f}")
