"""Put load on a server and print its cost beside the goals: `make bench-server`."""

from __future__ import annotations

import argparse
import os
import platform
import sys
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass

import uvloop

from bench.server import peer
from bench.server.person import BotPerson, PagePerson, Person
from bench.server.process import KIB
from bench.server.scenarios import (
    Measured,
    closed_loop,
    idle_tables,
    live_memory,
    paced,
    playing_tables,
)
from bench.server.sites import Site, sqlite, two_nodes
from bench.table import TableRow, print_table, verdict
from bench.web.server import allow_many_files

# Goals, in milliseconds and bytes. `bench.beside` judges what pages cost.
COST = 1.5
PACED_LATE = {PagePerson: 60.0, BotPerson: 25.0}
CROWDED_LATE = 100.0
LIVE_TABLE = 200 * KIB

WHO = {PagePerson: "pages", BotPerson: "streams"}


@dataclass(frozen=True, slots=True)
class Amount:
    """How much load to put on the server."""

    closed: int = 120
    """Actions at each table."""
    tables: int = 200
    seconds: int = 30
    crowd: int = 500
    idle: int = 10_000


QUICK = Amount(closed=30, tables=40, seconds=6, crowd=60, idle=300)


async def _closed(site: Site, kind: type[Person], amount: Amount) -> list[TableRow]:
    async with playing_tables(site, 8, kind) as playing:
        alone = await closed_loop(site, playing[:1], 30, amount.closed)
        many = await closed_loop(site, playing[1:], 30, amount.closed)
    return [
        *_rows(f"{site.name}, closed loop, 1 table of 4 {WHO[kind]}", alone, kind),
        *_rows(f"{site.name}, closed loop, 7 tables of 4 {WHO[kind]}", many, kind),
    ]


async def _paced(site: Site, kind: type[Person], amount: Amount) -> list[TableRow]:
    async with playing_tables(site, amount.tables, kind) as playing:
        seen = await paced(site, playing, amount.seconds)
    what = f"{site.name}, {amount.tables} tables of 4 {WHO[kind]}, an action a second each"
    return _rows(what, seen, kind, late=PACED_LATE[kind])


async def _crowded(site: Site, kind: type[Person], amount: Amount) -> list[TableRow]:
    async with playing_tables(site, amount.crowd, kind) as playing:
        seen = await paced(site, playing, amount.seconds)
    what = f"{site.name}, {4 * amount.crowd} {WHO[kind]}, {amount.crowd} actions a second"
    return _rows(what, seen, kind, late=CROWDED_LATE if kind is BotPerson else None)


async def _memory(site: Site, kind: type[Person], amount: Amount) -> list[TableRow]:
    each, client = await live_memory(site, amount.tables, kind)
    return [
        TableRow(f"{site.name}, memory of a live table with four {WHO[kind]}",
            f"{each / KIB:.0f} KiB", f"≤ {LIVE_TABLE / KIB:.0f} KiB", verdict(each <= LIVE_TABLE)),
        TableRow("  memory of one more spectator", f"{client / KIB:.1f} KiB"),
    ]  # fmt: skip


async def _idle(site: Site, kind: type[Person], amount: Amount) -> list[TableRow]:
    seen = await idle_tables(site, amount.idle)
    return [
        TableRow(f"{site.name}, {seen.tables:,} games begun and abandoned: memory each",
            f"{seen.each / KIB:.1f} KiB"),
        TableRow("  creating one with four players", f"{1000 * seen.seconds:.1f} ms"),
        TableRow("  returning to one, p50 and p99",
            f"{seen.revived[0]:.1f}, {seen.revived[1]:.1f} ms"),
    ]  # fmt: skip


Scenario = Callable[[Site, type[Person], Amount], Awaitable[list[TableRow]]]

PARTS: dict[str, tuple[Callable[[], AbstractContextManager[Site]], Scenario, type[Person]]] = {
    "closed": (sqlite, _closed, PagePerson),
    "closed-streams": (sqlite, _closed, BotPerson),
    "closed-nodes": (two_nodes, _closed, PagePerson),
    "paced": (sqlite, _paced, PagePerson),
    "paced-streams": (sqlite, _paced, BotPerson),
    "paced-nodes": (two_nodes, _paced, PagePerson),
    "crowded": (sqlite, _crowded, PagePerson),
    "crowded-streams": (sqlite, _crowded, BotPerson),
    "memory": (sqlite, _memory, PagePerson),
    "memory-streams": (sqlite, _memory, BotPerson),
    "idle": (sqlite, _idle, PagePerson),
}


def main() -> int:
    """Measure all parts, or those named, and print the results."""
    parser = argparse.ArgumentParser(prog="python -m bench.server")
    parser.add_argument("--quick", action="store_true", help="a tenth of everything")
    parser.add_argument("--no-peer", action="store_true", help="without boardgame.io")
    parser.add_argument("only", nargs="*", help=f"{', '.join(PARTS)}, peer (default: all)")
    options = parser.parse_args()
    unknown = set(options.only) - {*PARTS, "peer"}
    if unknown:
        parser.error(f"unknown part: {', '.join(sorted(unknown))}")
    allow_many_files()
    print(f"{platform.machine()}, {os.cpu_count()} cores, load {_load()} at the start")
    amount = QUICK if options.quick else Amount()
    rows: list[TableRow] = []
    for name, (site, scenario, kind) in PARTS.items():
        if not options.only or name in options.only:
            print(f"{name} …", flush=True)
            with site() as servers:
                found = uvloop.run(_measure(scenario, servers, kind, amount))
            print_table(found)
            rows += found
    if not options.no_peer and (not options.only or "peer" in options.only):
        rows += peer.measure(amount.closed, amount.tables, amount.seconds)
    print(f"load {_load()} at the end")
    print()
    print_table(rows)
    return 0


async def _measure(
    scenario: Scenario, site: Site, kind: type[Person], amount: Amount
) -> list[TableRow]:
    return await scenario(site, kind, amount)


def _rows(
    what: str, seen: Measured, kind: type[Person], late: float | None = None
) -> list[TableRow]:
    half, most = seen.arrivals
    cost = (f"≤ {COST} ms", verdict(seen.each <= COST)) if kind is BotPerson else ("", "")
    goal = f"p99 ≤ {late:.0f} ms" if late else ""
    met = verdict(most <= late) if late else ""
    stored = f" + {1000 * seen.database / seen.actions:.2f} ms" if seen.database else ""
    return [
        TableRow(f"{what}: {seen.actions} actions", f"{seen.rate:.0f}/s"),
        TableRow("  processor time per action" + (", and PostgreSQL's" if stored else ""),
            f"{seen.each:.2f} ms{stored}", *cost),
        TableRow("  from sending until all four have it, p50 and p99",
            f"{half:.1f}, {most:.1f} ms", goal, met),
        TableRow("  from sending until it is stored and answered, p50 and p99",
            f"{seen.answers[0]:.1f}, {seen.answers[1]:.1f} ms"),
        TableRow("  mean message", f"{seen.message:.0f} bytes"),
    ]  # fmt: skip


def _load() -> str:
    return f"{os.getloadavg()[0]:.1f}"


if __name__ == "__main__":
    sys.exit(main())
