"""Analyses: how fast, how right, and how much each of our bots loses. Part of `make bench`.

python -m bench.analysis                 speed, beside reading beliefs observer by observer
python -m bench.analysis levels [GAMES]  loss per decision by bot; writes levels.json (losses.py)
python -m bench.analysis outcomes [GAMES]  charts and luck beside what came true (outcomes.py)
python -m bench.analysis judge [SECONDS] what the judge says of actions, beside playing them out

Figures are processor time on one core, which other programs affect least.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
from threadpoolctl import threadpool_limits

from bench.games import EDITIONS, play
from bench.losses import BOTS, levels
from bench.outcomes import print_outcomes
from bench.table import TableRow, below, below_ms, print_table
from kingup import Game
from kingup.analysis import analyse, beliefs_over_time, consider
from kingup.analysis.replaying import steps_of
from kingup.analysis.values import Valuer
from kingup.analysis.weighed_game import facts_of
from kingup.analysis.weighing import EXEMPLARY
from kingup.analysis.worlds import imagine
from kingup.bots.sovereign.beliefs import PolicyBeliefs
from kingup.bots.sovereign.judge import judge_of
from kingup.bots.sovereign.networks import networks_of
from kingup.bots.sovereign.search_bot import promising
from kingup.view import View

LEVELS_SECONDS = 20.0
"""The effort of an analysis as users get it."""
WORLDS = 96
ADVICE_GOAL_MS = 500
ADVICE_VIEWS = 6
"""How many decisions of each phase are asked for advice."""
PHASES = {"ambition": "keeping", "place": "placing", "climb": "climbing", "vote": "voting"}

FIRST_ADVICE = """
import time
import kingup
game = kingup.Game("kingup", 4, seed=1)
start = time.process_time()
from kingup.analysis import consider
consider(game.view(game.to_act[0]))
print(time.process_time() - start)
"""


def seconds_of(call: Callable[[], object]) -> float:
    """Return the processor time of a call."""
    started = time.process_time()
    call()
    return time.process_time() - started


def measure() -> list[TableRow]:
    """Return the speed of analyses, beside their goals."""
    analyse(play("kingup", ("page",) * 4, 1), seconds=1)  # compiled code is loaded
    rows = []
    for edition in EDITIONS:
        for kinds, goal in (("courtier", "page") * 2, 20.0), (("sovereign",) * 4, 60.0):
            game = play(edition, kinds, 3)
            took = seconds_of(partial(analyse, game))
            rows.append(below(f"analysis, {edition}, {kinds[0]}s, one core", took, goal))
    game = play("vive-le-roi", ("courtier",) * 4, 3)
    one = seconds_of(lambda: beliefs_over_time(game))
    each = seconds_of(lambda: _observer_by_observer(game))
    rows.append(TableRow("beliefs of all observers, beside each by itself", f"{each / one:.1f} ×"))
    return rows + _advice()


def _advice() -> list[TableRow]:
    """Return how long advice takes, in every phase of both editions."""
    with tempfile.TemporaryDirectory() as cache:
        cold, warm = (_first_advice(cache) for _ in range(2))
    rows = [
        TableRow("first advice of a process, imports included", f"{warm:.2f} s"),
        TableRow("  with nothing compiled yet", f"{cold:.2f} s"),
    ]
    for edition, options in zip(EDITIONS, ((), ("ambition",)), strict=True):
        game = play(edition, ("courtier", "page") * 2, 3, options)
        for phase, views in _undecided(game).items():
            with threadpool_limits(1, "blas"):
                slowest = max(seconds_of(partial(consider, view)) for view in views)
            what = f"advice, {edition}, {PHASES[phase]}, slowest of {len(views)}"
            rows.append(below_ms(what, 1000 * slowest, ADVICE_GOAL_MS))
    return rows


def _first_advice(cache: str) -> float:
    """Return the time of advice in a new process, with a folder for compiled code."""
    done = subprocess.run(
        [sys.executable, "-c", FIRST_ADVICE],
        env={**os.environ, "KINGUP_CACHE": str(Path(cache) / "compiled")},
        check=True,
        capture_output=True,
        text=True,
    )
    return float(done.stdout)


def _undecided(game: Game) -> dict[str, list[View]]:
    """Return the views of players who had a choice, by phase: some of each, evenly spread."""
    found: dict[str, list[View]] = {}
    for again, _number, count in steps_of(game):
        if count >= 0 and again.to_act:
            view = again.view(again.to_act[0])
            if len(view.actions) > 1:
                found.setdefault(view.phase, []).append(view)
    return {
        phase: [
            views[int(i)] for i in np.unique(np.linspace(0, len(views) - 1, ADVICE_VIEWS).round())
        ]
        for phase, views in found.items()
    }


def _observer_by_observer(game: Game) -> None:
    networks = networks_of(None)
    readers = [PolicyBeliefs(networks) for _ in range(5)]
    for again, _number, count in steps_of(game):
        if count >= 0 and not again.rounds[-1].ended:
            for reader, viewer in zip(readers, (None, 0, 1, 2, 3), strict=True):
                reader.update(again.view(viewer))
                reader.marginals()


def judge(seconds: float) -> None:
    """Compare what the judge says of two actions with playing them out."""
    valuer = Valuer(networks_of(None), judge_of())
    rows: list[tuple[int, float, float, float, float]] = []
    draw = np.random.default_rng(5)
    started, seed = time.process_time(), 0
    companies = (("page", "courtier") * 2, ("sovereign", "courtier", "page", "sovereign"))
    while time.process_time() - started < seconds:
        seed += 1
        game = play(EDITIONS[seed % 2], companies[seed // 2 % 2], 200 + seed)
        for round_ in facts_of(game, valuer.networks).rounds:
            decisions = round_.table.decisions
            for phase in range(3):
                i = int(draw.choice(np.flatnonzero(decisions.phases == phase)))
                seat, size = int(decisions.seats[i]), int(decisions.sizes[i])
                own = round_.own[seat]
                legal = np.flatnonzero(decisions.masks[i])
                logs = own.policy[int(np.flatnonzero(own.which == i)[0]), 0][legal]
                chosen = int(np.flatnonzero(legal == decisions.actions[i])[0])
                tried = [t for t in promising(logs)[:2] if t != chosen][:1]
                if not tried:
                    continue
                actions = legal[[*tried, chosen]]
                random = np.random.default_rng([seed, i])
                worlds = imagine(
                    round_.observer(seat, size), decisions.games[i : i + 1], WORLDS, random
                )
                found = [valuer.judged(worlds, round_.table, size, seat, actions)]
                worlds.tallies[:, seat] = EXEMPLARY[round_.state.edition]
                found.append(valuer.judged(worlds, round_.table, size, seat, actions))
                found.append(valuer.played_out(worlds, round_.table, size, seat, actions, random))
                apart = [each[:, 0, seat] - each[:, 1, seat] for each in found]
                error = float(apart[2].std() / np.sqrt(WORLDS))
                as_is, exemplary, played = (float(each.mean()) for each in apart)
                rows.append((phase, as_is, exemplary, played, error))
    table = np.array(rows)
    for phase, name in enumerate(("placing", "climbing", "voting")):
        those = table[table[:, 0] == phase]
        for column, way in ((1, "conduct as it was"), (2, "exemplary conduct")):
            missed = those[:, column] - those[:, 3]
            excess = np.sqrt(max(0.0, float((missed**2 - those[:, 4] ** 2).mean())))
            slope = (those[:, column] * those[:, 3]).sum() / (those[:, column] ** 2).sum()
            print(f"{name}, {way}: error {excess:.3f} beyond noise, slope {slope:.2f}, "
                  f"{len(those)} decisions")  # fmt: skip


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "what", nargs="?", default="speed", choices=("speed", "levels", "outcomes", "judge")
    )
    parser.add_argument("number", nargs="?", type=int, help="of games, or of seconds")
    parser.add_argument("--bots", nargs=4, default=BOTS)
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--seconds", type=float, default=LEVELS_SECONDS, help="effort of levels")
    options = parser.parse_args()
    if options.what == "speed":
        print_table(measure())
    elif options.what == "levels":
        levels(options.number or 20, options.bots, seconds=options.seconds, jobs=options.jobs)
    elif options.what == "outcomes":
        print_outcomes(options.number or 400, options.jobs)
    else:
        judge(options.number or 120)


if __name__ == "__main__":
    main()
