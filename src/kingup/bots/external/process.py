"""A bot's process: started without a shell, read with a time limit, and reliably ended."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import threading
import time
import weakref
from collections.abc import Sequence
from queue import Empty, SimpleQueue
from typing import IO, Any

from kingup.bots.external import guardian
from kingup.bots.external.failures import BotFailure, last_words, printable, printable_bytes
from kingup.bots.external.streams import (
    MOST_LINE,
    MOST_WAITING,
    LineReader,
    LineWriter,
    Report,
    StreamEvent,
    Tail,
)

PASSED_ON = (
    *("PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR", "TEMP", "TMP"),
    *("SYSTEMROOT", "PATHEXT", "USERPROFILE"),
)
"""The environment variables passed on to a bot: others may hold secrets."""

FOR_PYTHON = {"PYTHONUNBUFFERED": "1", "PYTHONUTF8": "1"}
"""Saves beginners from a bot that seems to hang because its answer waits in a buffer."""

EXIT_PATIENCE = 0.5
"""Seconds that a bot has to exit after it closed a pipe."""

BYE_PATIENCE = 2.0
"""Seconds that a bot has to exit after `bye`."""

KILL_PATIENCE = 5.0
"""Seconds to wait for a killed bot; it takes long only if the system is stuck."""

FLOOD_PATIENCE = 0.25
"""Seconds to find out whether a wrong line is the first of a flood."""


class BotProcess:
    """A program that is written to and read from line by line."""

    def __init__(self, command: Sequence[str], label: str) -> None:
        self._label = label
        try:
            self._process = subprocess.Popen(  # noqa: S603  # the user's own command, no shell
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                env=environment(),
                start_new_session=True,
            )
        except FileNotFoundError:
            raise BotFailure(
                "“{bot}” cannot be started: there is no program “{program}”.",
                bot=label,
                kind="start",
                program=printable(command[0]),
            ) from None
        except (OSError, ValueError) as error:
            raise BotFailure(
                "“{bot}” cannot be started: {reason}.",
                bot=label,
                kind="start",
                reason=getattr(error, "strerror", None) or error,
            ) from error
        guardian.watch(self._process.pid)
        process = self._process
        self._reports: SimpleQueue[Report] = SimpleQueue()
        self._reader = LineReader(_open(process.stdout), self._reports)
        self._writer = LineWriter(_open(process.stdin), self._reports)
        self._tail = Tail(_open(process.stderr))
        loops = (self._reader.run, self._writer.run, self._tail.run)
        self._threads = [threading.Thread(target=run, daemon=True) for run in loops]
        self._reading = self._threads[0]
        for thread in self._threads:
            thread.start()
        # Also if nobody calls `end`: when the object is garbage-collected, and at exit.
        self._kill = weakref.finalize(self, _kill_group, os.getpid(), process, self._writer)

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def send(self, line: bytes) -> None:
        """Queue a line for the bot, without waiting until it is read."""
        self._writer.queue.put(line + b"\n")

    def unasked(self) -> bytes | None:
        """Return a line that the bot wrote without being asked, or None."""
        try:
            report = self._reports.get_nowait()
        except Empty:
            return None
        if isinstance(report, bytes):
            return report
        raise self._explain(report)

    def receive(self, seconds: float, grace: float) -> bytes:
        """Return the bot's next line.

        If none comes in time, raise `BotFailure`. The time is the limit that the bot knows of, and
        a grace that it does not.
        """
        try:
            report = self._reports.get(timeout=seconds + grace)
        except Empty:
            raise self._late(seconds) from None
        if isinstance(report, bytes):
            return report
        raise self._explain(report)

    def is_flooding(self) -> bool:
        """Return whether the bot keeps writing; watches it for a moment."""
        deadline = time.monotonic() + FLOOD_PATIENCE
        while self._reading.is_alive() and time.monotonic() < deadline:
            time.sleep(FLOOD_PATIENCE / 50)
        return self._reader.flooded

    def flood(self) -> BotFailure:
        """Return the failure of a bot that writes too much."""
        return self._explain(StreamEvent.FLOOD)

    def end(self) -> bool:
        """Close the bot's input, wait a moment, then kill what is left of it.

        Return whether the bot exited by itself.
        """
        self._writer.queue.put(None)
        politely = self._wait(BYE_PATIENCE) is not None
        self.kill()
        return politely

    def kill(self) -> None:
        """End the bot and all that it started."""
        self._kill()
        # The pipes are closed now; the error output is complete once it has been read.
        for thread in self._threads:
            if thread is not threading.current_thread():
                thread.join(timeout=KILL_PATIENCE)

    def last_words(self) -> str:
        """Return the last lines of the bot's error output."""
        return last_words(self._tail.kept)

    def _wait(self, seconds: float) -> int | None:
        try:
            return self._process.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            return None

    def _late(self, seconds: float) -> BotFailure:
        unfinished = self._reader.unfinished
        if unfinished:
            return BotFailure(
                "“{bot}” wrote “{line}” but did not end the line within {seconds:g} seconds.",
                line=printable_bytes(unfinished),
                seconds=seconds,
                **self._about("time"),
            )
        return BotFailure(
            "“{bot}” did not answer within {seconds:g} seconds.",
            seconds=seconds,
            **self._about("time"),
        )

    def _explain(self, event: StreamEvent) -> BotFailure:
        if event is StreamEvent.TOO_LONG:
            return BotFailure(
                "“{bot}” wrote a line of more than {most} bytes.",
                most=MOST_LINE,
                **self._about("garbage"),
            )
        if event is StreamEvent.FLOOD:
            return BotFailure(
                "“{bot}” writes far more than it is asked to: {lines} lines are unread.",
                lines=MOST_WAITING,
                **self._about("flood"),
            )
        # A closed pipe usually means that the bot is exiting.
        status = self._wait(EXIT_PATIENCE)
        if status is not None:
            return self._ended(status)
        if event is StreamEvent.DEAF:
            return BotFailure("“{bot}” closed its standard input.", **self._about("deaf"))
        return BotFailure("“{bot}” closed its standard output.", **self._about("exit"))

    def _ended(self, status: int) -> BotFailure:
        self.kill()
        about = self._about("exit")
        if status < 0:
            name = _signal_name(-status)
            return BotFailure("“{bot}” was killed by the signal {signal}.", signal=name, **about)
        if about["said"]:
            return BotFailure("“{bot}” exited with status {status}.", status=status, **about)
        return BotFailure(
            "“{bot}” exited with status {status}, without a word.", status=status, **about
        )

    def _about(self, kind: str) -> dict[str, Any]:
        return {"bot": self._label, "kind": kind, "said": self.last_words()}


def environment() -> dict[str, str]:
    """Return the environment of a bot."""
    ours = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    return {**ours, **FOR_PYTHON}


def _open(pipe: IO[bytes] | None) -> IO[bytes]:
    if pipe is None:
        raise RuntimeError("all three pipes were asked for")
    return pipe


def _kill_group(owner: int, process: subprocess.Popen[bytes], writer: LineWriter) -> None:
    # A fork inherits the object, but not the bot.
    if os.getpid() != owner:
        return
    writer.queue.put(None)
    # macOS refuses to signal a group in which all processes are dead.
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(timeout=KILL_PATIENCE)
    guardian.unwatch(process.pid)


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)
