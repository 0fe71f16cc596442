"""Processor time, memory and core affinity of processes, on Linux."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

KIB = 1024


def cpu_seconds(*processes: int) -> float:
    """Return the processor time of processes in seconds, all threads included."""
    return sum(sum(_times(process)[:2]) for process in processes)


def family_cpu_seconds(process: int) -> float:
    """Return the processor time of a process and its children in seconds, ended ones included."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    alive = 0.0
    for child in children:
        with suppress(OSError):  # it has ended meanwhile
            alive += cpu_seconds(int(child))
    return alive + sum(_times(process))


def _times(process: int) -> list[float]:
    """Return user and system time, of the process and of its ended children."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return [int(field) / os.sysconf("SC_CLK_TCK") for field in fields[11:15]]


def memory(*processes: int) -> int:
    """Return the memory of processes in bytes: their proportional set size (PSS)."""
    return sum(_memory(process) for process in processes)


def _memory(process: int) -> int:
    for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) * KIB
    raise OSError(process)


@contextmanager
def on_separate_cores(servers: Sequence[int]) -> Iterator[bool]:
    """Pin servers to one core and ourselves to the others; yield whether that was possible."""
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
        os.sched_setaffinity(0, cores)  # so that the next server starts with all cores
