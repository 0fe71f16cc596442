"""Plays as many matches as time allows; every match resumes where it stopped."""

from __future__ import annotations

import multiprocessing
import shutil
import signal
import time
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing.synchronize import Event
from pathlib import Path

from bench.sovereign.matches import ROOT, StrengthMatch
from bench.sovereign.results import MatchResult, read_standing
from bench.sovereign.standings import Known
from bench.table import percent
from kingup.arena.executors import Processes
from kingup.arena.folder import Folder
from kingup.arena.plan import Plan, make_plan
from kingup.arena.tables import write_tables
from kingup.arena.tournament import progress
from kingup.bots.chancellor import TREES
from kingup.bots.sovereign.weights import digest_of_weights
from kingup.rules.errors import KingUpError

FOLDER = ROOT / "build" / "matches"
SEED = 1
BOT_SECONDS = 120.0
PERIOD = 60.0
"""Seconds between two writes of a match's standings."""


def folder_of(weights: Path, out: Path = FOLDER) -> Path:
    """Return the folder for the results of these weights."""
    return out / digest_of_weights(weights)


def copy_weights(weights: Path, out: Path = FOLDER) -> Path:
    """Copy the weights beside their results, so that matches resume even if the file moves."""
    folder = folder_of(weights, out)
    kept = folder / "weights.npz"
    if not kept.exists():
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(weights, kept)
    return folder


def plan_of(match: StrengthMatch, folder: Path) -> Plan:
    """Return the arena's plan of a match."""
    return make_plan(
        match.bots(folder / "weights.npz"),
        editions=[match.edition],
        seats=[match.seats],
        options=["" if match.options == "none" else match.options],
        gauntlet=not match.even,
        games=match.length.most,
        seed=SEED,
        bot_seconds=BOT_SECONDS,
    )


def play_match(
    match: StrengthMatch, folder: Path, deadline: float, processes: int = 1
) -> str | None:
    """Play a match until it is settled or time is up; return why it cannot be played, or None."""
    executor = Processes(processes) if processes > 1 else None
    result = MatchResult(match)
    path = folder / match.name
    written = time.monotonic()
    broken: str | None = None
    own = False
    try:
        plan = plan_of(match, folder)
        with Folder(path, plan) as kept:
            for standings in progress(plan, executor, kept):
                for outcome in standings.outcomes[result.games :]:
                    result.add(outcome)
                    own |= outcome.failed is not None and outcome.lineup[outcome.failed] == 0
                if standings.deals and result.failures == result.games and not own:
                    # The rival failed in every game of a deal: discard them. Failures of the
                    # challenger count.
                    broken = standings.outcomes[-1].reason
                    break
                over = result.settled or time.time() > deadline or _stopped()
                if standings.deals and (over or time.monotonic() - written > PERIOD):
                    write_tables(path, standings)
                    written = time.monotonic()
                if over:
                    break
    except KingUpError as error:
        return str(error)
    if broken is not None:
        shutil.rmtree(path)
        return f"cannot be played. {broken}"
    return None


def play_all(
    matches: Sequence[StrengthMatch], folder: Path, jobs: int, minutes: float | None, known: Known
) -> None:
    """Play matches in order, several at once, until all are settled or time is up.

    Each match has its own process, which evaluates the network for all its games together. A match
    of bots that think by the clock has several, and a lone match has them all.
    """
    deadline = float("inf") if minutes is None else time.time() + 60 * minutes
    left = []
    for match in matches:
        standing, reason = read_standing(match, folder, known), match.missing()
        if reason is not None:
            print(f"{match.name}: cannot be played. {reason}.", flush=True)
        elif standing is None or not standing.settled:
            left.append(match)
    print(f"{len(left)} of {len(matches)} matches are to be played.", flush=True)
    each = max(1, jobs // len(left)) if left else 1
    context = multiprocessing.get_context("spawn")
    stop = context.Event()
    with ProcessPoolExecutor(
        jobs, mp_context=context, initializer=_begin, initargs=(stop,)
    ) as pool:
        running: dict[Future[str | None], StrengthMatch] = {}
        try:
            while running or (left and time.time() < deadline):
                while (
                    left
                    and time.time() < deadline
                    and may_begin(left[0], list(running.values()), jobs)
                ):
                    match = left.pop(0)
                    processes = max(1, jobs // TREES) if match.timed else each
                    task = pool.submit(play_match, match, folder, deadline, processes)
                    running[task] = match
                for done in wait(running, return_when=FIRST_COMPLETED).done:
                    match = running.pop(done)
                    print(describe(match, folder, known, done.result()), flush=True)
        except KeyboardInterrupt:
            # Every process finishes and stores its game, then ends.
            print("Stopping. The same command goes on from here.", flush=True)
            stop.set()
            raise


def may_begin(match: StrengthMatch, running: Sequence[StrengthMatch], jobs: int) -> bool:
    """Return whether a match may begin now: one with a bot that thinks by the clock runs alone."""
    alone = any(each.timed for each in (match, *running))
    return len(running) < (1 if alone else jobs)


_stops: list[Event] = []
"""In a worker process: the event that tells it to stop."""


def _begin(stop: Event) -> None:
    # The main process handles Ctrl-C.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _stops.append(stop)


def _stopped() -> bool:
    """Return whether to stop: the event is set, or the main process has ended."""
    parent = multiprocessing.parent_process()
    return any(stop.is_set() for stop in _stops) or (parent is not None and not parent.is_alive())


def describe(match: StrengthMatch, folder: Path, known: Known, problem: str | None = None) -> str:
    """Return how a match stands, as one line."""
    if problem is not None:
        return f"{match.name}: {problem}"
    found = read_standing(match, folder, known)
    if found is None:
        return f"{match.name}: not played"
    interval = f"{100 * found.low:.1f}–{percent(found.high)}"
    words = f"{match.name}: {percent(found.share)} ({interval}) of {found.games}"
    aim = ("others", found.others) if match.goal is None else ("goal", match.goal)
    words += f" games, {aim[0]} {percent(aim[1])}: {found.reached}"
    words += "" if found.settled else ", goes on"
    return words + (f", {found.failures} failures" if found.failures else "")
