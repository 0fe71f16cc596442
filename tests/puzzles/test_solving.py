"""The next puzzle for a solver, and the days in a row."""

from __future__ import annotations

import datetime as dt
import subprocess
import sys

from kingup.puzzles import load_puzzles
from kingup.puzzles.puzzle import KINDS
from kingup.puzzles.solving import next_puzzle, streak

TODAY = dt.date(2026, 11, 18)
DAY = dt.timedelta(days=1)


def test_kinds_take_turns_and_the_nearest_puzzle_comes_first() -> None:
    puzzles = load_puzzles()
    done: dict[str, None] = {}
    met: list[str] = []
    for _ in range(len(puzzles.puzzles)):
        found = next_puzzle(puzzles, done, 1500)
        assert found is not None
        same = [p for p in puzzles.puzzles if p.kind == found.kind and p.id not in done]
        assert abs(found.rating - 1500) == min(abs(p.rating - 1500) for p in same)
        done[found.id] = None
        met.append(found.kind)
    assert next_puzzle(puzzles, done, 1500) is None
    for i in range(0, len(met), 3):
        assert {*met[i : i + 3]} == {*KINDS}


def test_ratings_that_solvers_have_corrected_count() -> None:
    puzzles = load_puzzles()
    found = next_puzzle(puzzles, {}, 1500)
    assert found is not None
    assert next_puzzle(puzzles, {}, 1500, {found.id: 2500}) != found


def test_the_days_puzzle_is_the_same_wherever_it_is_asked() -> None:
    puzzles = load_puzzles()
    days = [TODAY + i * DAY for i in range(300)]
    assert len({puzzles.daily(day).id for day in days}) == 300, "none comes twice in 300 days"
    assert puzzles.daily(TODAY).id == "1217bd9c"


def test_a_streak_counts_days_in_a_row() -> None:
    puzzles = load_puzzles()

    def after(*ago: int) -> int:
        days = {puzzles.daily(TODAY - i * DAY).id: TODAY - i * DAY for i in ago}
        return streak(puzzles, days, TODAY)

    assert after() == 0
    assert after(0) == 1
    assert after(1) == 1, "today can still be answered"
    assert after(2) == 0
    assert after(0, 1, 2) == 3
    assert after(0, 1, 3) == 2


def test_a_puzzle_answered_before_its_day_neither_counts_nor_ends_a_streak() -> None:
    puzzles = load_puzzles()
    days = {puzzles.daily(TODAY - i * DAY).id: TODAY - i * DAY for i in (0, 2, 3)}
    assert streak(puzzles, days, TODAY) == 1
    days[puzzles.daily(TODAY - DAY).id] = TODAY - 3 * DAY
    assert streak(puzzles, days, TODAY) == 3
    days[puzzles.daily(TODAY - DAY).id] = TODAY
    assert streak(puzzles, days, TODAY) == 1, "answered a day late"


def test_a_server_needs_no_numpy_for_puzzles_and_ballots() -> None:
    code = (
        "import sys, kingup.web.app\n"
        "from kingup.analysis import ballots\n"
        "from kingup.puzzles import load_puzzles\n"
        "load_puzzles().view_of(load_puzzles().puzzles[0])\n"
        "sys.exit('numpy' in sys.modules or 'llvmlite' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
