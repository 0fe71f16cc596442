"""A thousand spectators, in their own process: `python -m bench.web.crowd ADDRESS N CODE…`.

They are spread evenly over the tables. The process prints a line of JSON when all are connected,
`{"ready": 1000}`, and one for each event that all of a table's spectators have received:
`{"number": 41, "at": …, "bytes": …}`. It ends when its standard input does.
"""

from __future__ import annotations

import asyncio
import functools
import gzip
import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass

from websockets.asyncio.client import connect

from bench.web.server import allow_many_files

AT_ONCE = 25
TABLES_AT_ONCE = 1000
NICENESS = 10
GZIP = b"\x1f\x8b"
"""How a message begins that is packed; short ones are not."""


@dataclass(frozen=True, slots=True)
class PageSeen:
    """An event that all spectators of a table have received."""

    number: int
    at: float
    """When the last of them received it, in seconds since 1970."""
    bytes: int


class PageCrowd:
    """Spectators in another process."""

    def __init__(self, lines: queue.Queue[str]) -> None:
        self._lines = lines

    def wait_for(self, number: int, seconds: float = 60) -> PageSeen:
        """Wait until all spectators have received an event, or a later one."""
        while True:
            seen = PageSeen(**json.loads(self._lines.get(timeout=seconds)))
            if seen.number >= number:
                return seen


@contextmanager
def watching(address: str, number: int, codes: Sequence[str]) -> Iterator[PageCrowd]:
    """Run spectators in another process while they watch tables."""
    command = [sys.executable, "-m", "bench.web.crowd", address, str(number), *codes]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            if "ready" not in process.stdout.readline():
                raise RuntimeError(f"{number} spectators could not connect.")
            lines: queue.Queue[str] = queue.Queue()
            reader = threading.Thread(target=_read, args=(process.stdout, lines), daemon=True)
            reader.start()
            yield PageCrowd(lines)
        finally:
            process.stdin.close()


def _read(output: Iterator[str], lines: queue.Queue[str]) -> None:
    for line in output:
        lines.put(line)


class Spectators:
    """All spectators, and how many of them have received which event."""

    def __init__(self, address: str, number: int, codes: Sequence[str]) -> None:
        self._places = [f"{address.replace('http', 'ws', 1)}/t/{code}/live" for code in codes]
        self._number = number
        self._seen: Counter[tuple[str, int]] = Counter()
        self._here = 0
        self._limit = asyncio.Semaphore(AT_ONCE)

    async def watch(self) -> None:
        """Watch until standard input ends."""
        tasks = [asyncio.create_task(self._spectate(i)) for i in range(self._number)]
        ended = asyncio.create_task(asyncio.to_thread(sys.stdin.read))
        await asyncio.wait([ended, *tasks], return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            if task.done():  # a spectator that ended early raises its error
                task.result()
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _spectate(self, which: int) -> None:
        place = self._places[which % len(self._places)]
        most = len(range(which % len(self._places), self._number, len(self._places)))
        async with self._limit:
            line = await connect(
                f"{place}?page=watch&packed=1",
                compression=None,
                ping_interval=None,
                open_timeout=60,
            )
            newest = _number(await line.recv(decode=False))
        self._here += 1
        if self._here == self._number:
            print(json.dumps({"ready": self._number}), flush=True)
        while True:
            message = await line.recv(decode=False)
            number = _number(message)
            if number > newest:  # else only the viewers have changed
                newest = number
                self._seen[place, number] += 1
                if self._seen[place, number] == most:
                    del self._seen[place, number]
                    seen = PageSeen(number, time.time(), len(message))
                    print(json.dumps(asdict(seen)), flush=True)


@functools.lru_cache(TABLES_AT_ONCE)  # all spectators of a table receive the same bytes
def _number(message: bytes) -> int:
    text = gzip.decompress(message) if message.startswith(GZIP) else message
    return int(json.loads(text)["number"])


def main() -> None:
    """Watch tables."""
    allow_many_files()
    if hasattr(os, "nice"):
        # Real spectators have their own computers: here they must not slow the server down.
        os.nice(NICENESS)
    address, number, *codes = sys.argv[1:]
    asyncio.run(_watch(address, int(number), codes))


async def _watch(address: str, number: int, codes: Sequence[str]) -> None:
    await Spectators(address, number, codes).watch()


if __name__ == "__main__":
    main()
