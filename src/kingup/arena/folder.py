"""An arena's folder: its plan, and every game as soon as it has been played.

Results are lines of JSON in the order of the schedule, so an interrupted folder is the beginning
of a complete one: even if its last line is torn, the games before it are right. Times are stored
separately, because they differ from run to run.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from kingup.arena.outcome import GameOutcome, outcome_of
from kingup.arena.plan import FORMAT, Plan
from kingup.rules.errors import KingUpError

PLAN = "plan.json"
RESULTS = "results.jsonl"
TIMES = "times.jsonl"
RECORDS = "records"
LOCK = ".lock"

TOGETHER = 1000
"""Records per folder: some systems slow down with many more."""


class Folder:
    """A folder that holds an arena. Use it in a `with` statement."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self.path = path
        self._plan = plan
        self._results: IO[bytes] | None = None
        self._times: IO[bytes] | None = None
        self._lock: IO[bytes] | None = None

    def __enter__(self) -> Folder:
        try:
            self._open()
        except BaseException:
            self._close()
            raise
        return self

    def _open(self) -> None:
        with _readable_errors(self.path):
            self.path.mkdir(parents=True, exist_ok=True)
            self._lock = (self.path / LOCK).open("ab")
            self._take_lock()
            known = read_plan(self.path)
            wanted = self._plan.as_dict()
            if known is None:
                text = json.dumps(wanted, ensure_ascii=False, indent=2) + "\n"
                write_atomically(self.path / PLAN, text)
            elif known != wanted:
                raise _other_plan(self.path, known, wanted)
            self._results = (self.path / RESULTS).open("a+b")
            self._times = (self.path / TIMES).open("a+b")

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._close()

    def _close(self) -> None:
        for file in (self._results, self._times, self._lock):
            if file is not None:
                file.close()

    def outcomes(self) -> list[GameOutcome]:
        """Return the games played before, and truncate the files after them."""
        if self._results is None or self._times is None:
            raise ValueError("the folder is not open")
        with _readable_errors(self.path):
            times = _whole_lines(self._times)
            # The last entry counts: a game whose result was torn has been played again.
            seconds = dict(values for _end, values in times if _is_time(values))
            lines = _whole_lines(self._results)
            played = [self._outcome(i, values, seconds) for i, (_end, values) in enumerate(lines)]
            for file, kept in ((self._results, lines), (self._times, times)):
                file.truncate(kept[-1][0] if kept else 0)
        return played

    def keep(self, outcome: GameOutcome) -> None:
        """Store a game: its record and times first, so that every result has them."""
        if self._results is None or self._times is None:
            raise ValueError("the folder is not open")
        with _readable_errors(self.path):
            if outcome.record is not None:
                path = self.record_path(outcome.game)
                path.parent.mkdir(parents=True, exist_ok=True)
                write_atomically(path, outcome.record)
            _write_line(self._times, [outcome.game, outcome.seconds])
            _write_line(self._results, outcome.as_dict())

    def record_path(self, game: int) -> Path:
        """Return the path of a game's record."""
        thousands = f"{game // TOGETHER:03}"
        return self.path / RECORDS / thousands / f"game-{game + 1:06}.json"

    def _outcome(self, number: int, values: Any, seconds: dict[int, list[float]]) -> GameOutcome:
        try:
            outcome = outcome_of(values, tuple(seconds.get(number, ())))
            right = outcome.game == number and number < self._plan.total
        except KingUpError:
            right = False
        if not right:
            raise KingUpError(
                "Line {line} of {file} is not the expected result: delete it and all lines "
                "after it, or choose another folder.",
                line=number + 1,
                file=self.path / RESULTS,
            )
        return outcome

    def _take_lock(self) -> None:
        """Lock the folder against a second arena, for as long as this process lives."""
        try:
            import fcntl
        except ImportError:
            # This system has no such locks, so users have to take care themselves.
            return
        if self._lock is None:
            return
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise KingUpError("Another arena is writing to {folder}.", folder=self.path) from None


def read_plan(path: Path) -> dict[str, Any] | None:
    """Return the plan in a folder, or None if there is none."""
    try:
        text = (path / PLAN).read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise _no_plan(path) from error
    try:
        plan = json.loads(text)
    except ValueError:
        plan = None
    if not isinstance(plan, dict) or plan.get("format") != FORMAT:
        raise _no_plan(path)
    return plan


def write_atomically(path: Path, text: str) -> None:
    """Write a file atomically."""
    beside = path.with_name(path.name + ".part")
    beside.write_text(text, encoding="utf-8", newline="")
    os.replace(beside, path)


def _no_plan(path: Path) -> KingUpError:
    return KingUpError("{file} is not the plan of an arena.", file=path / PLAN)


def _other_plan(path: Path, known: dict[str, Any], wanted: dict[str, Any]) -> KingUpError:
    changed = next(name for name in (*wanted, *known) if known.get(name) != wanted.get(name))
    return KingUpError(
        "{folder} holds another arena, where “{what}” is {old}, not {new}: repeat its "
        "command to continue it, or choose another folder.",
        folder=path,
        what=changed.replace("_", " "),
        old=json.dumps(known.get(changed), ensure_ascii=False),
        new=json.dumps(wanted.get(changed), ensure_ascii=False),
    )


def _write_line(file: IO[bytes], values: Any) -> None:
    file.write(json.dumps(values, ensure_ascii=False).encode() + b"\n")
    file.flush()


def _whole_lines(file: IO[bytes]) -> list[tuple[int, Any]]:
    """Return the complete lines, each with the offset of its end; a torn last line is left out."""
    file.seek(0)
    end = 0
    lines: list[tuple[int, Any]] = []
    for line in file:
        end += len(line)
        if not line.endswith(b"\n"):
            break
        try:
            lines.append((end, json.loads(line)))
        except ValueError:
            lines.append((end, None))
    return lines


def _is_time(values: Any) -> bool:
    """Return whether a line holds a game and the thinking time of each seat."""
    match values:
        case [int(), [*seconds]]:
            return all(isinstance(second, float) for second in seconds)
    return False


@contextmanager
def _readable_errors(path: Path) -> Iterator[None]:
    """Turn errors of the disk into a `KingUpError`."""
    try:
        yield
    except OSError as error:
        raise KingUpError(
            "{folder} cannot be written: {reason}.",
            folder=path,
            reason=error.strerror or error,
        ) from error
