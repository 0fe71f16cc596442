"""Put load on a server and print what it costs beside the goals: `make bench-server`."""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import sys
import tempfile
from pathlib import Path

from bench.server import peer
from bench.server.process import KIB, apart
from bench.server.scenarios import (
    Measured,
    closed_loop,
    companies,
    idle_tables,
    live_memory,
    paced,
)
from bench.table import Row, print_table, verdict
from bench.web.serving import allow_many_files, running, url_of
from kingup.web.settings import Settings

# What issue and peer set as goals: milliseconds, bytes.
COST = 1.5
PACED_LATE = 25.0
CROWDED_LATE = 100.0
LIVE_TABLE = 200 * KIB


def main() -> int:
    """Measure what is asked for, and print everything."""
    parser = argparse.ArgumentParser(prog="python -m bench.server")
    parser.add_argument("--quick", action="store_true", help="a tenth of everything")
    parser.add_argument("--no-peer", action="store_true", help="without boardgame.io")
    parser.add_argument(
        "only", nargs="*", help="closed, paced, crowded, memory, idle, peer (default: all)"
    )
    options = parser.parse_args()
    allow_many_files()
    print(f"{platform.machine()}, {os.cpu_count()} cores, load {_load()} before we begin")
    rows = asyncio.run(_ours(set(options.only), quick=options.quick))
    if not options.no_peer and (not options.only or "peer" in options.only):
        rows += peer.measure(quick=options.quick)
    print(f"load {_load()} after it")
    print()
    print_table(rows)
    return 0


async def _ours(only: set[str], *, quick: bool) -> list[Row]:
    rows: list[Row] = []
    few = 10 if quick else 1
    wanted = [name for name in SCENARIOS if not only or name in only]
    for name in wanted:
        with tempfile.TemporaryDirectory() as folder:
            settings = Settings(url_of(Path(folder)), limited=False, prepare=False)
            with running(settings) as server:
                if not apart(server.process):
                    print("one core only: server and load share it")
                print(f"{name} …", flush=True)
                rows += await SCENARIOS[name](server.address, server.process, few)
    return rows


async def _closed(address: str, server: int, few: int) -> list[Row]:
    async with companies(address, 8) as playing:
        alone = await closed_loop(server, playing[:1], 40 // few + 1, 100 // few)
        many = await closed_loop(server, playing[1:], 40 // few + 1, 120 // few)
    return [
        *_rows("SQLite, pages in parts, closed loop, 1 table of 4 pages", alone, COST),
        *_rows("SQLite, pages in parts, closed loop, 7 tables of 4 pages", many, COST),
    ]


async def _paced(address: str, server: int, few: int) -> list[Row]:
    async with companies(address, 200 // few) as playing:
        seen = await paced(server, playing, 60 / few)
    what = f"SQLite, {200 // few} tables, an action a second each"
    return _rows(what, seen, COST, late=PACED_LATE)


async def _crowded(address: str, server: int, few: int) -> list[Row]:
    async with companies(address, 500 // few) as playing:
        seen = await paced(server, playing, 30 / few)
    what = f"SQLite, {500 // few} tables and {2000 // few} pages, {500 // few} actions a second"
    return _rows(what, seen, COST, late=CROWDED_LATE)


async def _memory(address: str, server: int, few: int) -> list[Row]:
    await live_memory(address, server, 20)  # what is remembered for all tables comes first
    each = await live_memory(address, server, 200 // few)
    return [
        Row("memory of a table with four pages open", f"{each / KIB:.0f} KiB",
            f"≤ {LIVE_TABLE / KIB:.0f} KiB", verdict(each <= LIVE_TABLE)),
    ]  # fmt: skip


async def _idle(address: str, server: int, few: int) -> list[Row]:
    seen = await idle_tables(address, server, 10_000 // few)
    return [
        Row(f"{seen.tables:,} games begun and left: memory each", f"{seen.each / KIB:.1f} KiB"),
        Row("  setting one, four people", f"{1000 * seen.seconds:.1f} ms"),
        Row("  coming back to one, p50 and p99",
            f"{seen.revived[0]:.0f}, {seen.revived[1]:.0f} ms"),
    ]  # fmt: skip


SCENARIOS = {
    "closed": _closed,
    "paced": _paced,
    "crowded": _crowded,
    "memory": _memory,
    "idle": _idle,
}


def _rows(what: str, seen: Measured, cost: float, late: float | None = None) -> list[Row]:
    half, most = seen.arrivals
    goal = f"p99 ≤ {late:.0f} ms" if late else ""
    met = verdict(most <= late) if late else ""
    return [
        Row(f"{what}: {seen.actions} actions", f"{seen.rate:.0f}/s"),
        Row("  processor time of an action", f"{seen.each:.2f} ms", f"≤ {cost} ms",
            verdict(seen.each <= cost)),
        Row("  sent until all four pages have it, p50 and p99", f"{half:.1f}, {most:.1f} ms",
            goal, met),
        Row("  sent until it is kept and answered", f"{seen.answers[0]:.1f}, "
            f"{seen.answers[1]:.1f} ms"),
        Row("  a message to a page", f"{seen.message:.0f} bytes"),
    ]  # fmt: skip


def _load() -> str:
    return f"{os.getloadavg()[0]:.1f}"


if __name__ == "__main__":
    sys.exit(main())
