"""Matches of the levels with the real bots: python -m bench.levels PLAN --out results.csv

Each line of PLAN is a match: KIND FIRST SECOND EDITION SEATS OPTIONS GAMES, with - for no options.
`pairs` shares the seats out evenly and counts how often a seat of the first finishes above a seat
of the second, ties half; `alone` gives the first one seat and the second all others, and counts
wins. Every deal is rotated through the seats. Matches take turns, so that a run that is
interrupted, or ends with --minutes, has played some of each; the next one continues.
"""

from __future__ import annotations

import argparse
import csv
import math
import multiprocessing
import os
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path

from kingup.arena.concurrent_games import play_games
from kingup.arena.outcome import GameOutcome
from kingup.arena.plan import Plan, make_plan

SEED = 26
CHUNK = 64
"""Games of one task, if all bots answer at once."""
COLUMNS = ("match", "deal", "games", "above", "win", "seconds", "decisions", "no_cards")


@dataclass(frozen=True)
class Fixture:
    """One match of a plan."""

    kind: str
    first: str
    second: str
    edition: str
    seats: str
    options: str
    games: int

    @property
    def name(self) -> str:
        """The words that identify it."""
        words = (self.kind, self.first, self.second, self.edition, self.seats, self.options)
        return " ".join(words)

    @property
    def plan(self) -> Plan:
        """The match as an arena."""
        return make_plan(
            [self.first, self.second],
            editions=[self.edition],
            seats=[self.seats],
            options=["" if self.options == "-" else self.options],
            gauntlet=self.kind == "alone",
            games=self.games,
            seed=SEED,
        )

    @property
    def slow(self) -> bool:
        """Whether one of its bots searches."""
        return any(
            bot.startswith(("chancellor", "sovereign+")) for bot in (self.first, self.second)
        )


def read_fixtures(path: Path) -> list[Fixture]:
    """Return the matches of a file; empty lines and comments are ignored."""
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        words = line.partition("#")[0].split()
        if words:
            kind, first, second, edition, seats, options, games = words
            found.append(Fixture(kind, first, second, edition, seats, options, int(games)))
    return found


def play_deals(fixture: Fixture, deals: range) -> list[dict[str, object]]:
    """Play some deals of a match, and return a row for each."""
    plan = fixture.plan
    games = [deal * plan.block + i for deal in deals for i in range(plan.block)]
    by_deal: dict[int, list[GameOutcome]] = {}
    for outcome in play_games(plan, games, records=False):
        if outcome.failed is not None:
            raise RuntimeError(f"{fixture.name}: {outcome.reason}")
        by_deal.setdefault(outcome.deal, []).append(outcome)
    return [row_of(fixture, deal, outcomes) for deal, outcomes in by_deal.items()]


def row_of(fixture: Fixture, deal: int, outcomes: Sequence[GameOutcome]) -> dict[str, object]:
    """Return what one deal showed of the first bot."""
    above, pairs, wins, seats = 0.0, 0, 0.0, 0
    seconds, decisions, no_cards = 0.0, 0, 0
    for outcome in outcomes:
        for seat, bot in enumerate(outcome.lineup):
            if bot != 0:
                continue
            seats += 1
            if seat in outcome.winners:
                wins += 1 / len(outcome.winners)
            seconds += outcome.seconds[seat]
            decisions += outcome.decisions[seat]
            no_cards += sum(outcome.no_spent[seat])
            for other, theirs in enumerate(outcome.lineup):
                if theirs != 0:
                    pairs += 1
                    mine, rival = outcome.ranks[seat], outcome.ranks[other]
                    above += 1.0 if mine < rival else 0.5 if mine == rival else 0.0
    values = (fixture.name, deal, len(outcomes), round(above / pairs, 5), round(wins / seats, 5),
              round(seconds, 3), decisions, round(no_cards / seats, 3))  # fmt: skip
    return dict(zip(COLUMNS, values, strict=True))


def tasks_of(
    fixtures: Sequence[Fixture], done: dict[str, set[int]]
) -> Iterator[tuple[Fixture, range]]:
    """Yield the deals that are still to be played, the matches in turn."""
    waiting: list[tuple[Fixture, list[range]]] = []
    for fixture in fixtures:
        plan = fixture.plan
        step = 1 if fixture.slow else max(1, CHUNK // plan.block)
        left = [deal for deal in range(plan.deals) if deal not in done.get(fixture.name, ())]
        parts = [left[i : i + step] for i in range(0, len(left), step)]
        waiting.append((fixture, [range(part[0], part[-1] + 1) for part in parts]))
    for turn in range(max((len(chunks) for _fixture, chunks in waiting), default=0)):
        for fixture, chunks in waiting:
            if turn < len(chunks):
                yield fixture, chunks[turn]


def run(fixtures: Sequence[Fixture], out: Path, jobs: int, minutes: float) -> None:
    """Play all matches in several processes, and add a row for each deal to the file."""
    ends = time.monotonic() + 60 * minutes
    done: dict[str, set[int]] = {}
    if out.exists():
        with out.open(newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                done.setdefault(row["match"], set()).add(int(row["deal"]))
    new = not out.exists()
    tasks = tasks_of(fixtures, done)
    context = multiprocessing.get_context("spawn")
    with out.open("a", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        if new:
            writer.writeheader()
        pool = ProcessPoolExecutor(jobs, mp_context=context)
        running: set[Future[list[dict[str, object]]]] = set()
        more = True
        while more or running:
            while more and len(running) < jobs + 2:
                task = next(tasks, None)
                more = task is not None and time.monotonic() < ends
                if task is not None and more:
                    running.add(pool.submit(play_deals, *task))
            left = max(0.1, ends - time.monotonic())
            finished, running = wait(running, timeout=left, return_when=FIRST_COMPLETED)
            for future in finished:
                writer.writerows(future.result())
            file.flush()
            if time.monotonic() >= ends:
                break
        processes = list(getattr(pool, "_processes", {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()


def summary(path: Path) -> list[dict[str, object]]:
    """Return each match of a results file: shares with half of their 95 % intervals."""
    deals: dict[str, list[dict[str, str]]] = {}
    with path.open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            deals.setdefault(row["match"], []).append(row)
    found: list[dict[str, object]] = []
    for match, rows in deals.items():
        line: dict[str, object] = {
            "match": match,
            "games": sum(int(row["games"]) for row in rows),
        }
        for name in ("above", "win"):
            values = [float(row[name]) for row in rows]
            mean = sum(values) / len(values)
            spread = math.sqrt(sum((v - mean) ** 2 for v in values) / max(1, len(values) - 1))
            line[name] = round(mean, 4)
            line[f"{name}_error"] = round(1.96 * spread / math.sqrt(len(values)), 4)
        decisions = sum(int(row["decisions"]) for row in rows)
        line["seconds"] = round(sum(float(row["seconds"]) for row in rows) / max(1, decisions), 4)
        line["no_cards"] = round(sum(float(row["no_cards"]) for row in rows) / len(rows), 3)
        found.append(line)
    return found


def main() -> None:
    """Play the matches of a plan, and print what is known of each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("plan", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=600.0)
    options = parser.parse_args()
    # Many small matrix products are fastest on one thread each.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    run(read_fixtures(options.plan), options.out, options.jobs, options.minutes)
    for line in summary(options.out):
        print(line)


if __name__ == "__main__":
    main()
