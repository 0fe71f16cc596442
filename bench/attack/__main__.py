"""Measure what others notice of an attack: `make bench-attack`."""

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
from bench.table import Row, print_table, verdict
from bench.web.serving import allow_many_files, running, url_of
from kingup.web.settings import Settings

VISITS = 400
PAUSE = 0.02
"""Seconds between two visits: people do not click in the same moment."""
WARMING = 2.0
"""Seconds an attack has before anybody else comes."""
GOAL = 4.0


def visits(address: str) -> tuple[float, float]:
    """Let somebody play on: fetch their table and act; return p50 and p99 in milliseconds."""
    taken = []
    headers = {"origin": address, "accept": "application/json"}
    with httpx2.Client(base_url=address, headers=headers, timeout=30) as person:
        code = person.post("/play", data={"edition": "kingup"}).json()["code"]
        for number in range(VISITS):
            time.sleep(PAUSE)
            begun = time.perf_counter()
            if number % 2:
                answer = person.get(f"/t/{code}/fragment?page=table")
            else:
                fields = {"bot_pace": ("swift", "calm")[number // 2 % 2]}
                answer = person.post(f"/t/{code}/pace", data=fields)
            taken.append(1000 * (time.perf_counter() - begun))
            if answer.status_code not in (200, 429):
                raise RuntimeError(f"somebody else was answered {answer.status_code}")
    cuts = quantiles(taken, n=100)
    return cuts[49], cuts[98]


def main() -> int:
    """Measure calm and every attack in turn, and print them side by side."""
    allow_many_files()
    print(f"{platform.machine()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(url_of(Path(folder)), prepare=False, bot_speed=1e-6)
        with running(settings) as server:
            visits(server.address)
            calm = visits(server.address)
            rows.append(Row("nobody attacks, p50/p99", f"{calm[0]:.1f}/{calm[1]:.1f} ms"))
            for name in ATTACKS:
                p50, p99 = attacked(server.address, name)
                times = p99 / calm[1]
                rows.append(
                    Row(
                        f"{name}, p50/p99",
                        f"{p50:.1f}/{p99:.1f} ms ({times:.1f} ×)",
                        f"< {GOAL:.0f} × calm",
                        verdict(times < GOAL),
                    )
                )
            again = visits(server.address)
            rows.append(Row("calm again, p50/p99", f"{again[0]:.1f}/{again[1]:.1f} ms"))
    print_table(rows)
    return 0


def attacked(address: str, name: str) -> tuple[float, float]:
    """Measure during one attack."""
    where = urlsplit(address)
    seconds = WARMING + VISITS * PAUSE * 3
    command = [sys.executable, "-m", "bench.attack.attackers", name]
    command += [str(where.hostname), str(where.port), str(seconds)]
    with subprocess.Popen(command) as attacker:
        time.sleep(WARMING)
        found = visits(address)
        attacker.terminate()
    return found


if __name__ == "__main__":
    sys.exit(main())
