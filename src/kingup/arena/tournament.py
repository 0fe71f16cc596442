"""Playing a plan: from where it stopped, to its end or to certainty."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import replace

from kingup.arena.crews import Crew, Here
from kingup.arena.folder import Folder
from kingup.arena.plan import Plan
from kingup.arena.standings import Standings


def play(
    plan: Plan,
    crew: Crew | None = None,
    folder: Folder | None = None,
    show: Callable[[Standings], None] = lambda standings: None,
) -> Standings:
    """Play what is left of a plan and return where the bots stand.

    With a folder, what it holds counts as played, and every game is kept as soon as it is
    done. `show` is called after every game.
    """
    standings = Standings(plan)
    if folder is not None:
        for outcome in folder.outcomes():
            standings.add(outcome)
    show(standings)
    if standings.finished:
        return standings
    left = range(len(standings.outcomes), plan.total)
    with closing((crew or Here()).play(plan, left, folder is not None)) as games:
        for outcome in games:
            if folder is not None:
                folder.keep(outcome)
            # The record is on the disk now, if anybody wants it, and large.
            standings.add(replace(outcome, record=None))
            show(standings)
            if standings.finished:
                break
    return standings
