"""Games of bots for measurements, and several processes for many of them."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from kingup import Game
from kingup.bots import make_bot

EDITIONS = ("kingup", "vive-le-roi")

Task = TypeVar("Task")
Result = TypeVar("Result")


def play(edition: str, kinds: Sequence[str], seed: int, options: tuple[str, ...] = ()) -> Game:
    """Return a finished game of these bots."""
    game = Game(edition, len(kinds), options, seed=seed)
    bots = [make_bot(kind, 100 * seed + seat) for seat, kind in enumerate(kinds)]
    while not game.is_over:
        player = game.to_act[0]
        game.play(player, bots[player].choose(game.view(player)))
    return game


def in_processes(
    work: Callable[[Task], Result], tasks: Sequence[Task], jobs: int
) -> Iterator[Result]:
    """Yield the results of all tasks in order, computed in so many processes."""
    if jobs == 1:
        yield from map(work, tasks)
        return
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # for the processes that are started
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap(work, tasks)
