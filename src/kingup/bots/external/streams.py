"""The three pipes of a bot's process, each served by a thread.

Threads, because a pipe that blocks must not block the game, and because only sockets can be
waited for with a time limit everywhere. All of them report into one queue, and none holds
more memory than a few lines, whatever the bot does.
"""

from __future__ import annotations

from enum import Enum
from queue import SimpleQueue
from typing import IO

MOST_LINE = 64 * 1024
"""Bytes that a bot's line may have, the newline not counted."""

MOST_WAITING = 16
"""Lines that may wait unread. A bot that answers questions never has more than one."""

ERROR_OUTPUT_KEPT = 8 * 1024
"""Bytes of a bot's error output that are remembered: the last ones."""

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
    """Reads a bot's output, line by line, until it ends or becomes too much."""

    def __init__(self, stream: IO[bytes], reports: SimpleQueue[Report]) -> None:
        self._stream = stream
        self._reports = reports
        self.unfinished = b""
        """The beginning of a line that has not ended yet."""
        self.flooded = False

    def run(self) -> None:
        """Report until there is nothing more to read. Whatever ends it closes the pipe, so
        that a bot that writes on is stopped by its own system.
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
    """Writes to a bot's input what is put into the queue; None ends it."""

    def __init__(self, stream: IO[bytes], reports: SimpleQueue[Report]) -> None:
        self._stream = stream
        self._reports = reports
        self.queue: SimpleQueue[bytes | None] = SimpleQueue()

    def run(self) -> None:
        """Write until told to stop, or until nobody listens."""
        try:
            with self._stream:
                while (line := self.queue.get()) is not None:
                    self._write(line)
        except OSError:
            self._reports.put(StreamEvent.DEAF)

    def _write(self, line: bytes) -> None:
        # The pipe is unbuffered, and takes as much as it has room for.
        rest = memoryview(line)
        while rest:
            rest = rest[self._stream.write(rest) :]


class Tail:
    """Swallows a bot's error output and remembers its end."""

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
