"""What processes have used, and where they run, as Linux counts and lets them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

KIB = 1024


def computed(*processes: int) -> float:
    """Return the seconds that processes have computed, all their threads together."""
    return sum(sum(_times(process)[:2]) for process in processes)


def computed_by_family(process: int) -> float:
    """Return the seconds that a process and its children have computed, those gone included."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    alive = 0.0
    for child in children:
        with suppress(OSError):  # gone meanwhile: not counted, or with the process itself below
            alive += computed(int(child))
    return alive + sum(_times(process))


def _times(process: int) -> list[float]:
    """Return user and system time, and both of the children that are gone."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return [int(field) / os.sysconf("SC_CLK_TCK") for field in fields[11:15]]


def memory(*processes: int) -> int:
    """Return the bytes of memory that processes alone keep from others."""
    return sum(_memory(process) for process in processes)


def _memory(process: int) -> int:
    for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) * KIB
    raise OSError(process)


@contextmanager
def apart(servers: Sequence[int]) -> Iterator[bool]:
    """Give servers one core and ourselves the others; say whether that was possible."""
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) < 2:
        yield False
        return
    for server in servers:
        for thread in Path(f"/proc/{server}/task").iterdir():
            os.sched_setaffinity(int(thread.name), cores[:1])
    os.sched_setaffinity(0, cores[1:])
    try:
        yield True
    finally:
        os.sched_setaffinity(0, cores)  # the next server begins with all of them again
