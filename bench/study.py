"""The study: whether it uses all cores, and what correcting luck would gain. Part of `make bench`.

python -m bench.study                      busy cores
python -m bench.study luck [GAMES [BOT]]   what correcting the luck of deals would gain
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from bench.table import TableRow, at_least, print_table
from kingup.analysis.replaying import steps_of
from kingup.analysis.table import Floats, no_tallies
from kingup.analysis.values import Valuer
from kingup.arena.concurrent_games import play_games
from kingup.bots.compiled import history_records
from kingup.bots.sovereign.judge import judge_of
from kingup.bots.sovereign.networks import networks_of
from kingup.game import Game
from kingup.notation import read_json
from kingup.rules.deals import Deal, RandomDealer, deal_round
from kingup.rules.records import GAME, to_record
from kingup.rules.state import History, State
from kingup.study.facts import facts_of
from kingup.study.statistics import estimate
from kingup.study.trials import Trial, trials_of

JOBS = 2
GOAL = 1.8
GAMES = 600
OTHER_DEALS = 32

KINDS = ("kingup-4", "vive-le-roi-4", "vive-le-roi-8")
"""The trials in which luck is measured."""


def measure() -> list[TableRow]:
    """Return how many cores a study of two jobs keeps busy, beside the goal."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "kingup", "study", "--out", folder]
        command += ["--jobs", str(JOBS), "--games", str(GAMES)]
        command += ["--level", "courtier", "--trials", "vive-le-roi-4"]
        before, started = _children(), time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        elapsed = time.perf_counter() - started
        busy = (_children() - before) / elapsed
    what = f"cores that a study of {JOBS} jobs keeps busy ({elapsed:.0f} s)"
    return [at_least(what, busy, GOAL)]


def _children() -> float:
    """Return the processor time of all processes that this one started and that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def luck(games: int, bot: str) -> None:
    """Compare the errors of the study's shares with and without the luck of the deals."""
    valuer = Valuer(networks_of(None), judge_of())
    for trial in _trials(games, bot):
        plain: list[tuple[int, float]] = []
        corrected: list[tuple[int, float]] = []
        everybody: list[tuple[float, float]] = []
        took = played = 0.0
        started = time.process_time()
        for outcome in play_games(trial.plan, range(trial.plan.total), True):
            played += time.process_time() - started
            facts, game = facts_of(outcome, outcome.record or ""), read_json(outcome.record or "")
            started = time.process_time()
            gained = sum(_gains(game, valuer, outcome.game))
            took += time.process_time() - started
            assert isinstance(gained, np.ndarray)
            seat = facts.first if trial.without is None else facts.lineup.index(0)
            plain.append((facts.deal, facts.shares[seat]))
            corrected.append((facts.deal, facts.shares[seat] - gained[seat]))
            everybody += [(s, s - g) for s, g in zip(facts.shares, gained, strict=False)]
            started = time.process_time()
        one, other = estimate(plain), estimate(corrected)
        assert one is not None
        assert other is not None
        alone, less = np.var(np.array(everybody), axis=0)
        print(
            f"{trial.name}, {len(plain)} games: {one.value:.3f} ± {1.96 * one.error:.4f}, "
            f"corrected {other.value:.3f} ± {1.96 * other.error:.4f}: variance "
            f"{1 - (other.error / one.error) ** 2:.1%} less; of single results "
            f"{1 - less / alone:.1%} less; {1000 * took / len(plain):.0f} ms beside "
            f"{1000 * played / len(plain):.0f} ms a game",
            flush=True,
        )


def _trials(games: int, bot: str) -> Iterator[Trial]:
    for trial in trials_of((bot,), games, 1):
        if trial.name in {f"{kind}-{bot.replace(':', '-')}" for kind in KINDS} or trial.without:
            yield trial


def _gains(game: Game, valuer: Valuer, seed: int) -> Iterator[Floats]:
    """Yield by round what the deal changed, beside other deals with which the same seat begins."""
    for again, number, count in steps_of(game):
        if count == -1:
            states = [_dealt(again.state, game.rounds[number - 1].deal)]
            dealer = RandomDealer(f"{seed}/{number}")
            first = states[0].first
            for _ in range(OTHER_DEALS):
                states.append(_dealt(again.state, replace(dealer.deal(again.state), first=first)))
            values = _values(states, valuer)
            yield values[0] - values[1:].mean(axis=0)


def _dealt(before: State, deal: Deal) -> State:
    state = before.copy()
    deal_round(state, deal)
    return state


def _values(states: Sequence[State], valuer: Valuer) -> Floats:
    games = np.zeros(len(states), GAME)
    for i, state in enumerate(states):
        to_record(state, games, i)
    histories = np.repeat(history_records(History()), len(states))
    return valuer.chances(games, histories, np.repeat(no_tallies()[None], len(states), axis=0))


if __name__ == "__main__":
    if sys.argv[1:2] == ["luck"]:
        luck(int(sys.argv[2]) if len(sys.argv) > 2 else 200, (sys.argv[3:] or ["courtier"])[0])
    else:
        print_table(measure())
