"""What a process has used: processor time and memory, as Linux counts them."""

from __future__ import annotations

import os
from pathlib import Path

KIB = 1024


def computed(process: int) -> float:
    """Return the seconds that a process has computed, all its threads together."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(process: int) -> int:
    """Return the bytes of memory that a process alone keeps from others."""
    for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) * KIB
    raise OSError(process)


def apart(server: int) -> bool:
    """Give a server one core and ourselves the others; return whether that was possible."""
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) < 2:
        return False
    for thread in Path(f"/proc/{server}/task").iterdir():
        os.sched_setaffinity(int(thread.name), cores[:1])
    os.sched_setaffinity(0, cores[1:])
    return True
