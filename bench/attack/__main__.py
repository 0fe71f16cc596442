"""Measure how an attack affects others: `make bench-attack`."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import quantiles
from urllib.parse import urlsplit

import httpx2

from bench.attack.attackers import ATTACKS
from bench.table import TableRow, print_table, verdict
from bench.web.server import allow_many_files, running, url_of
from kingup.server.settings import ServerSettings

VISITS = 150
ROUNDS = 4
"""Rounds with and without the attack alternate, so that other load affects both alike."""
PAUSE = 0.02
"""Seconds between two requests, as people pause between clicks."""
HEAD_START = 4.0
"""Seconds that an attack runs before measuring, so that it has used up its burst allowance."""
GOAL = 4.0


def visits(address: str) -> list[float]:
    """Let a person fetch and change their table; return the milliseconds of each request."""
    taken = []
    headers = {"origin": address, "accept": "application/json"}
    with httpx2.Client(base_url=address, headers=headers, timeout=30) as person:
        code = person.post("/play", data={"edition": "kingup"}).json()["code"]
        for number in range(VISITS):
            time.sleep(PAUSE)
            begun = time.perf_counter()
            if number % 2:
                answer = person.get(f"/t/{code}/scene?page=table")
            else:
                fields = {"bot_pace": ("swift", "calm")[number // 2 % 2]}
                answer = person.post(f"/t/{code}/pace", data=fields)
            taken.append(1000 * (time.perf_counter() - begun))
            if answer.status_code not in (200, 429):
                raise RuntimeError(f"an ordinary request was answered {answer.status_code}")
    return taken


def main() -> int:
    """Measure every attack, and the same requests without it."""
    allow_many_files()
    print(f"{platform.machine()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    rows: list[TableRow] = []
    with tempfile.TemporaryDirectory() as folder:
        settings = ServerSettings(url_of(Path(folder)), bot_speed=1e-6)
        with running(settings) as server:
            visits(server.address)
            rows = [row for name in ATTACKS for row in compared(server.address, name)]
    print_table(rows)
    return 0


def compared(address: str, name: str) -> list[TableRow]:
    """Measure with and without one attack, alternating."""
    calm, busy = [], []
    for _ in range(ROUNDS):
        calm += visits(address)
        busy += attacked(address, name)
    before, during = quantiles(calm, n=100), quantiles(busy, n=100)
    times = during[98] / before[98]
    return [
        TableRow(f"{name}: without, p50/p99", f"{before[49]:.1f}/{before[98]:.1f} ms"),
        TableRow(
            f"{name}: during, p50/p99",
            f"{during[49]:.1f}/{during[98]:.1f} ms ({times:.1f} ×)",
            f"< {GOAL:.0f} × without",
            verdict(times < GOAL),
        ),
    ]


def attacked(address: str, name: str) -> list[float]:
    """Measure requests during an attack."""
    where = urlsplit(address)
    seconds = HEAD_START + VISITS * PAUSE * 3
    command = [sys.executable, "-m", "bench.attack.attackers", name]
    command += [str(where.hostname), str(where.port), str(seconds)]
    with subprocess.Popen(command) as attacker:
        time.sleep(HEAD_START)
        taken = visits(address)
        attacker.terminate()
    return taken


if __name__ == "__main__":
    sys.exit(main())
