"""Executors: play games in this process, or in several processes of this machine.

An executor returns outcomes in the order of the schedule, whichever game finishes first, so that
results do not depend on it.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import sys
from collections.abc import Generator
from multiprocessing.connection import Connection, wait
from typing import Any, Protocol

from kingup.arena.concurrent_games import ConcurrentGames, play_games
from kingup.arena.outcome import GameOutcome
from kingup.arena.plan import Plan
from kingup.rules.errors import KingUpError

AHEAD = 8
"""Finished games per worker that may wait for a slow one: beyond that, workers wait."""

EXIT_SECONDS = 5.0
"""Seconds that a worker has to exit after it was terminated."""


class Executor(Protocol):
    """Plays games of a plan."""

    def play(self, plan: Plan, games: range, records: bool) -> Generator[GameOutcome, None, None]:
        """Yield the outcomes of these games in order; closing the iterator stops the games."""


class InProcess:
    """Plays in this process."""

    def play(self, plan: Plan, games: range, records: bool) -> Generator[GameOutcome, None, None]:
        """Yield the outcomes of these games."""
        yield from play_games(plan, games, records)


class Processes:
    """Plays in several processes of this machine."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs

    def play(self, plan: Plan, games: range, records: bool) -> Generator[GameOutcome, None, None]:
        """Yield the outcomes of these games in order."""
        workers: list[_Worker] = []
        done: dict[int, GameOutcome] = {}
        waiting = iter(games)
        try:
            for _ in range(min(self._jobs, len(games))):
                workers.append(_start_worker(plan, records))
            by_connection = {worker.connection: worker for worker in workers}
            for wanted in games:
                while wanted not in done:
                    for worker in workers:
                        while worker.wants and len(done) < AHEAD * sum(w.most for w in workers):
                            worker.give(next(waiting, None))
                    for connection in wait(list(by_connection)):
                        outcome = by_connection[connection].take()  # type: ignore[index]
                        if outcome is not None:
                            done[outcome.game] = outcome
                yield done.pop(wanted)
        finally:
            for worker in workers:
                worker.process.terminate()
            for worker in workers:
                worker.leave()


class _Worker:
    """A process that asks for as many games as it has room for.

    It is spawned, never forked: threads of compiled code do not survive a fork.
    """

    def __init__(self, plan: Plan, records: bool) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.wants = 0
        """How many more games it has asked for."""
        self.most = 1
        """The most games that it has had at the same time."""
        self._games: set[int] = set()
        self.process = context.Process(target=_serve, args=(theirs, plan, records), daemon=True)
        self.process.start()
        # Our copy would keep the pipe open after the worker has died.
        theirs.close()

    def give(self, game: int | None) -> None:
        self.wants -= 1
        if game is None:
            return
        self._games.add(game)
        self.most = max(self.most, len(self._games))
        try:
            self.connection.send(game)
        except OSError as error:
            raise self._death() from error

    def take(self) -> GameOutcome | None:
        """Receive a message: return an outcome, or note how many games the worker asks for."""
        try:
            answer = self.connection.recv()
        except (EOFError, OSError) as error:
            raise self._death() from error
        if isinstance(answer, KingUpError):
            raise answer
        if isinstance(answer, int):
            self.wants += answer
            return None
        outcome: GameOutcome = answer
        self._games.discard(outcome.game)
        return outcome

    def leave(self) -> None:
        self.process.join(EXIT_SECONDS)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.connection.close()

    def _death(self) -> KingUpError:
        return KingUpError(
            "A worker died during game {game}. Earlier games are kept: repeat the command "
            "to continue.",
            game=min(self._games, default=0) + 1,
        )


def _start_worker(plan: Plan, records: bool) -> _Worker:
    try:
        return _Worker(plan, records)
    except OSError as error:
        raise KingUpError(
            "This machine cannot start that many processes: ask for fewer with --jobs."
        ) from error


def _serve(connection: Connection[Any, Any], plan: Plan, records: bool) -> None:
    """Play the games that come through the pipe until it closes."""
    # The parent handles Ctrl-C and ends its workers in good order.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    running = ConcurrentGames(plan, records)
    # The pipe breaks when the parent is gone.
    with contextlib.suppress(EOFError, OSError):
        try:
            _work(connection, running)
        except KingUpError as error:
            connection.send(error)
        finally:
            running.close()


def _work(connection: Connection[Any, Any], running: ConcurrentGames) -> None:
    asked = 0
    while True:
        if running.room > asked:
            connection.send(running.room - asked)
            asked = running.room
        while running.idle or connection.poll():
            running.begin(connection.recv())
            asked -= 1
        for outcome in running.go_on():
            connection.send(outcome)
