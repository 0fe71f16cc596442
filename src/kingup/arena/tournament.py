"""Playing a plan: from where it stopped, to its end or to certainty."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace

from kingup.arena.executors import Executor, InProcess
from kingup.arena.folder import Folder
from kingup.arena.plan import Plan
from kingup.arena.standings import Standings


def progress(
    plan: Plan, executor: Executor | None = None, folder: Folder | None = None
) -> Iterator[Standings]:
    """Play what is left of a plan; yield the standings at the start and after every game.

    With a folder, the games in it count as played, and every new game is stored in it at once.
    """
    standings = Standings(plan)
    if folder is not None:
        for outcome in folder.outcomes():
            standings.add(outcome)
    yield standings
    if standings.finished:
        return
    left = range(len(standings.outcomes), plan.total)
    with closing((executor or InProcess()).play(plan, left, folder is not None)) as games:
        for outcome in games:
            if folder is not None:
                folder.keep(outcome)
            # The record is large, and already on disk if it is wanted.
            standings.add(replace(outcome, record=None))
            yield standings
            if standings.finished:
                return


def play(
    plan: Plan,
    executor: Executor | None = None,
    folder: Folder | None = None,
    show: Callable[[Standings], None] = lambda standings: None,
) -> Standings:
    """Play what is left of a plan and return the standings; `show` is called after every game."""
    standings = Standings(plan)
    for standings in progress(plan, executor, folder):
        show(standings)
    return standings
