"""Measure the web table and print it beside the goals: `make bench-web`."""

from __future__ import annotations

import argparse
import os
import platform
import sys
import tempfile
from contextlib import nullcontext
from itertools import islice
from pathlib import Path
from statistics import mean

from playwright.sync_api import Browser, sync_playwright

from bench.table import TableRow, print_table, verdict
from bench.web.chromium import FLAGS, NONE_FOUND, find_chromium
from bench.web.crowd import PageSeen, watching
from bench.web.duel import Duel, DuelAction, percentiles
from bench.web.outside import measure
from bench.web.page_load import visit
from bench.web.server import ServerProcess, running, url_of
from kingup.server.settings import ServerSettings

ACTIONS = 150
FEW_ACTIONS = 40
WARM_UP = 10
PAUSE = 0.1
"""Seconds between two actions, as people pause between them."""
CROWD = 1000
TABLES = 250
KILOBYTE = 1000
FIRST_LOAD = 100 * KILOBYTE


def main() -> int:
    """Measure and print everything, or with `--quick` the least that says something."""
    parser = argparse.ArgumentParser(prog="python -m bench.web")
    parser.add_argument(
        "--quick", action="store_true", help="fewer actions, no spectators, no bots from outside"
    )
    quick: bool = parser.parse_args().quick
    chromium = find_chromium()
    if chromium is None:
        print(NONE_FOUND)
        return 1
    print(f"{platform.machine()}, {os.cpu_count()} cores, load {_load()} at the start")
    rows: list[TableRow] = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        settings = ServerSettings(
            url_of(Path(folder)), limited=False, prepare=False, bot_speed=1e-6
        )
        browser = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
        print(f"Chromium {browser.version}, Python {platform.python_version()}")
        with running(settings) as server:
            rows += loading(browser, server)
            if quick:
                rows += _duel("one table, two people", browser, server, FEW_ACTIONS)
            else:
                rows += duels(browser, server)
                rows += outside(server)
        browser.close()
    print(f"load {_load()} at the end")
    print()
    print_table(rows)
    return 0


def loading(browser: Browser, server: ServerProcess) -> list[TableRow]:
    """Measure the bytes of a first visit."""
    seen = visit(browser, server.address)
    for url in seen.outside:
        print(f"request to another server: {url}")
    return [
        _small("first visit: home", seen.home, FIRST_LOAD),
        _small("first visit: a game, by its link", seen.game, FIRST_LOAD),
        _small("home, then Play now: both together", seen.both, FIRST_LOAD),
        TableRow("    of it the first live message", _kilobytes(seen.live)),
        TableRow("    requests", str(seen.requests)),
        TableRow("    requests to other servers", str(len(seen.outside)), "0",
            verdict(not seen.outside)),
    ]  # fmt: skip


def outside(server: ServerProcess) -> list[TableRow]:
    """Measure the API: how soon a bot's action reaches the other bot, and a spectator's page."""
    found = measure(server.address, ACTIONS)
    rows = [TableRow("bots from outside: actions a second, at 8 tables", f"{found.actions:.0f}")]
    for what, times in (
        ("an action's answer", found.answer),
        ("in the other bot's stream", found.stream),
        ("in a spectator's WebSocket", found.socket),
    ):
        half, most = percentiles(times)
        rows.append(TableRow(f"    {what}, p50/p99", f"{half:.0f}/{most:.0f} ms"))
    return rows


def duels(browser: Browser, server: ServerProcess) -> list[TableRow]:
    """Measure how soon one player sees the other's action: alone, and with 1,000 spectators."""
    rows = _duel("one table, two people", browser, server)
    with watching(server.address, CROWD, _quiet_tables(browser, server.address)):
        what = f"with {CROWD:,} spectators at {TABLES} other tables, all idle"
        rows += _duel(what, browser, server)
    what = f"with {CROWD:,} spectators at the same table"
    return rows + _duel(what, browser, server, spectators=CROWD)


def _duel(
    what: str,
    browser: Browser,
    server: ServerProcess,
    number: int = ACTIONS,
    spectators: int = 0,
) -> list[TableRow]:
    """Measure games of two people, with spectators at their table."""
    duel = Duel(browser, server.address)
    actions: list[DuelAction] = []
    lasts: list[PageSeen] = []
    computed = shown = 0.0
    while len(actions) < WARM_UP + number:
        duel.begin()
        crowd = watching(server.address, spectators, [duel.code]) if spectators else nullcontext()
        with crowd as watched:
            before, drawn = _computed(server), duel.computed()
            for action in islice(duel.play(), WARM_UP + number - len(actions)):
                actions.append(action)
                if watched:
                    lasts.append(watched.wait_for(action.number))
                duel.wait(PAUSE)
            computed += _computed(server) - before
            shown += duel.computed() - drawn
    duel.close()
    others = percentiles([action.other - action.sent for action in actions[WARM_UP:]])
    own = percentiles([action.own - action.sent for action in actions[WARM_UP:]])
    rows = [
        TableRow(f"{what}: {number} actions", ""),
        *(
            TableRow(f"  click to the other's page, {name}", f"{value:.1f} ms")
            for name, value in zip(("p50", "p99"), others, strict=True)
        ),
        TableRow("  click to own page, p50 and p99", f"{own[0]:.1f}, {own[1]:.1f} ms"),
    ]  # fmt: skip
    if lasts:
        late = [1000 * last.at - action.sent for action, last in zip(actions, lasts, strict=True)]
        half, most = percentiles(late[WARM_UP:])
        rows += [
            TableRow("  click to the last spectator, p50 and p99", f"{half:.0f}, {most:.0f} ms"),
            TableRow(
                "  mean message to a spectator", _kilobytes(mean(last.bytes for last in lasts))
            ),
        ]
    else:
        rows.append(TableRow("  mean message to a player", _kilobytes(mean(duel.sizes))))
    rows.append(TableRow("  a page's processor time per action", _each(shown, actions)))
    if computed:
        rows.append(TableRow("  the server's processor time per action", _each(computed, actions)))
    return rows


def _quiet_tables(browser: Browser, address: str) -> list[str]:
    """Start games in which nothing happens while we measure, and return their codes."""
    context = browser.new_context()
    headers = {"origin": address, "accept": "application/json"}
    codes = []
    for _ in range(TABLES):
        form: dict[str, str | float | bool] = {"edition": "kingup"}
        made = context.request.post(f"{address}/play", form=form, headers=headers)
        codes.append(str(made.json()["code"]))
    context.close()
    return codes


def _computed(server: ServerProcess) -> float:
    """Return the server's processor time in seconds; 0 if the system does not tell."""
    try:
        fields = Path(f"/proc/{server.process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _each(seconds: float, actions: list[DuelAction]) -> str:
    return f"{1000 * seconds / len(actions):.1f} ms"


def _small(what: str, size: int, goal: int) -> TableRow:
    return TableRow(what, _kilobytes(size), f"< {_kilobytes(goal)}", verdict(size < goal))


def _kilobytes(size: float) -> str:
    return f"{size / KILOBYTE:.1f} KB"


def _load() -> str:
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"


if __name__ == "__main__":
    sys.exit(main())
