from __future__ import annotations

import multiprocessing
from multiprocessing.context import SpawnProcess

import pytest

from kingup.arena.executors import Executor, InProcess, Processes
from kingup.rules.errors import KingUpError
from tests.arena.players import plan_of


def test_results_do_not_depend_on_the_number_of_jobs() -> None:
    plan = plan_of(["dice", "page", "crash"], editions=["vive-le-roi"], games=9, seed=2)
    executors: list[Executor] = [InProcess(), Processes(3)]
    results = [
        [(o.as_dict(), o.record) for o in executor.play(plan, range(2, plan.total), True)]
        for executor in executors
    ]
    assert [values["game"] for values, _record in results[0]] == list(range(2, plan.total))
    assert results[0] == results[1]


def test_an_executor_that_is_stopped_early_leaves_no_process_behind() -> None:
    plan = plan_of(["dice", "page"], games=1000)
    games = Processes(2).play(plan, range(plan.total), False)
    before = set(multiprocessing.active_children())
    next(games)
    ours = set(multiprocessing.active_children()) - before
    assert len(ours) == 2
    games.close()
    assert not any(process.is_alive() for process in ours)


def test_the_death_of_a_worker_is_reported() -> None:
    plan = plan_of(["death", "page"], games=4)
    with pytest.raises(KingUpError, match="A worker died during game"):
        list(Processes(1).play(plan, range(plan.total), False))


def test_more_workers_than_can_be_started_are_refused_and_none_is_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plan = plan_of(["dice", "page"], games=4)
    before = set(multiprocessing.active_children())
    start = SpawnProcess.start

    def start_only_one(process: SpawnProcess) -> None:
        if set(multiprocessing.active_children()) - before:
            raise BlockingIOError
        start(process)

    monkeypatch.setattr(SpawnProcess, "start", start_only_one)
    with pytest.raises(KingUpError, match="ask for fewer with --jobs"):
        list(Processes(2).play(plan, range(plan.total), False))
    assert set(multiprocessing.active_children()) == before
