"""The three pipes of a bot's process, each served by a thread.

Threads, because a pipe that blocks must not block the game, and because only sockets can be waited
for with a timeout on every system. All of them report into one queue, and none uses more memory
than a few lines, whatever the bot does.
"""

from __future__ import annotations

from enum import Enum
from queue import SimpleQueue
from typing import IO

MOST_LINE = 64 * 1024
"""The longest line of a bot in bytes, without the newline."""

MOST_WAITING = 16
"""The most lines that may wait unread. A bot that only answers never has more than one."""

ERROR_OUTPUT_KEPT = 8 * 1024
"""The bytes of a bot's error output that are kept: the last ones."""

CHUNK = 64 * 1024


class StreamEvent(Enum):
    """What can happen to a pipe besides a line."""

    SILENT = "the bot closed its output"
    TOO_LONG = "a line has no end"
    FLOOD = "lines arrive that nobody asked for"
    DEAF = "the bot closed its input"


Report = bytes | StreamEvent
"""A line of the bot, without its newline, or an event."""


class LineReader:
    """Reads a bot's output line by line, until it ends or becomes too much."""

    def __init__(self, stream: IO[bytes], reports: SimpleQueue[Report]) -> None:
        self._stream = stream
        self._reports = reports
        self.unfinished = b""
        """The beginning of a line that has not ended yet."""
        self.flooded = False

    def run(self) -> None:
        """Report until there is nothing more to read.

        In the end the pipe is closed, so that a bot that keeps writing is stopped by its own
        system.
        """
        with self._stream:
            self._reports.put(self._read())

    def _read(self) -> StreamEvent:
        while True:
            try:
                chunk = self._stream.read(CHUNK)
            except OSError:
                return StreamEvent.SILENT
            if not chunk:
                return StreamEvent.SILENT
            *lines, self.unfinished = (self.unfinished + chunk).split(b"\n")
            for line in lines:
                if len(line) > MOST_LINE:
                    return StreamEvent.TOO_LONG
                if self._reports.qsize() >= MOST_WAITING:
                    self.flooded = True
                    return StreamEvent.FLOOD
                self._reports.put(line)
            if len(self.unfinished) > MOST_LINE:
                self.unfinished = b""
                return StreamEvent.TOO_LONG


class LineWriter:
    """Writes lines from the queue to a bot's input; None ends it."""

    def __init__(self, stream: IO[bytes], reports: SimpleQueue[Report]) -> None:
        self._stream = stream
        self._reports = reports
        self.queue: SimpleQueue[bytes | None] = SimpleQueue()

    def run(self) -> None:
        """Write until told to stop, or until the pipe is closed."""
        try:
            with self._stream:
                while (line := self.queue.get()) is not None:
                    self._write(line)
        except OSError:
            self._reports.put(StreamEvent.DEAF)

    def _write(self, line: bytes) -> None:
        # The pipe is unbuffered, and takes only as much as it has room for.
        rest = memoryview(line)
        while rest:
            rest = rest[self._stream.write(rest) :]


class Tail:
    """Drains a bot's error output and keeps its end."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self.kept = b""

    def run(self) -> None:
        """Read until the output ends."""
        with self._stream:
            try:
                while chunk := self._stream.read(CHUNK):
                    self.kept = (self.kept + chunk)[-ERROR_OUTPUT_KEPT:]
            except OSError:
                return
