"""Who plays the games: this process, several processes of this machine, or a Ray cluster.

A crew returns outcomes in the order of the schedule, whoever finishes first, so that results
do not depend on it.
"""

from __future__ import annotations

import multiprocessing
import signal
import sys
from collections.abc import Generator
from multiprocessing.connection import Connection, wait
from typing import Any, Protocol

from kingup.arena.match import play_game
from kingup.arena.outcome import Outcome
from kingup.arena.plan import Plan
from kingup.rules.errors import KingUpError

AHEAD = 8
"""Games a worker that may be finished before a slow one is: beyond that, workers wait."""

PATIENCE = 5.0
"""Seconds that a worker has for leaving when it is told to."""


class Crew(Protocol):
    """Somebody who plays games of a plan."""

    def play(self, plan: Plan, games: range, records: bool) -> Generator[Outcome, None, None]:
        """Yield the outcomes of these games in their order; closing the iterator stops."""


class Here:
    """Plays in this process, one game after the other."""

    def play(self, plan: Plan, games: range, records: bool) -> Generator[Outcome, None, None]:
        """Yield the outcomes of these games."""
        for game in games:
            yield play_game(plan, game, records)


class Processes:
    """Plays in several processes of this machine."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs

    def play(self, plan: Plan, games: range, records: bool) -> Generator[Outcome, None, None]:
        """Yield the outcomes of these games in their order."""
        workers = [_Worker(plan, records) for _ in range(min(self._jobs, len(games)))]
        done: dict[int, Outcome] = {}
        waiting = iter(games)
        try:
            for wanted in games:
                while wanted not in done:
                    for worker in workers:
                        near = len(done) < AHEAD * len(workers)
                        if worker.game is None and near:
                            worker.give(next(waiting, None))
                    busy = {w.connection: w for w in workers if w.game is not None}
                    for connection in wait(list(busy)):
                        outcome = busy[connection].take()  # type: ignore[index]
                        done[outcome.game] = outcome
                yield done.pop(wanted)
        finally:
            for worker in workers:
                worker.process.terminate()
            for worker in workers:
                worker.leave()


class _Worker:
    """A process that plays one game at a time. Started afresh, never forked: threads of
    compiled code do not survive a fork.
    """

    def __init__(self, plan: Plan, records: bool) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.game: int | None = None
        self.process = context.Process(target=_serve, args=(theirs, plan, records), daemon=True)
        self.process.start()
        # Ours would keep the pipe open when the worker has died.
        theirs.close()

    def give(self, game: int | None) -> None:
        self.game = game
        if game is not None:
            try:
                self.connection.send(game)
            except OSError as error:
                raise self._death() from error

    def take(self) -> Outcome:
        try:
            answer = self.connection.recv()
        except (EOFError, OSError) as error:
            raise self._death() from error
        if isinstance(answer, KingUpError):
            raise answer
        self.game = None
        outcome: Outcome = answer
        return outcome

    def leave(self) -> None:
        self.process.join(PATIENCE)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.connection.close()

    def _death(self) -> KingUpError:
        return KingUpError(
            "A worker died while it played game {game}. The games before it are kept.",
            game=(self.game or 0) + 1,
        )


def _serve(connection: Connection[Any, Any], plan: Plan, records: bool) -> None:
    """Play the games that come through the pipe until it closes."""
    # Ctrl-C is the business of the process that shows something; it ends us in good order.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    while True:
        try:
            game = connection.recv()
        except (EOFError, OSError):
            return
        try:
            answer: Outcome | KingUpError = play_game(plan, game, records)
        except KingUpError as error:
            answer = error
        try:
            connection.send(answer)
        except OSError:
            # Nobody is left to hear it.
            return
