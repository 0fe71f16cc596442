"""The same load on a boardgame.io server, installed from npm into a temporary folder."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bench.server.process import KIB, cpu_seconds, memory, on_separate_cores
from bench.server.scenarios import SETTLING, percentiles
from bench.table import TableRow, print_table

PACKAGES = ("boardgame.io@0.50", "node-persist@3.1.0")
"""boardgame.io's file storage needs node-persist but does not install it. Later versions of it
delay a write by up to a second while another is in progress, which would distort the figures."""
SOURCES = Path(__file__).parent / "peer"

MOST_SECONDS = 60
"""The longest a load may act."""
MOST_AROUND = 90
"""The longest that creating its tables before and finishing afterwards may take."""


def measure(closed: int, tables: int, seconds: int) -> list[TableRow]:
    """Print and return boardgame.io's figures; return none if it cannot be installed."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if not _fetch(folder):
            print("boardgame.io could not be installed from npm: left out")
            return []
        rows: list[TableRow] = []
        for stored in ("in memory", "with its files"):
            for kind, many, amount in (("closed", 7, closed), ("paced", tables, seconds)):
                print(f"boardgame.io {stored}, {kind} …", flush=True)
                files = folder / f"files-{kind}" if stored == "with its files" else None
                try:
                    found = _run(folder, stored, files, kind, many, amount)
                except (RuntimeError, ValueError, OSError) as error:
                    print(f"  did not finish, left out: {error}")
                    continue
                print_table(found)
                rows += found
        return rows


def _fetch(folder: Path) -> bool:
    npm = shutil.which("npm")
    if npm is None:
        return False
    for source in SOURCES.glob("*.js"):
        shutil.copy(source, folder)
    command = [npm, "install", "--no-audit", "--no-fund", "--silent", *PACKAGES]
    try:
        return subprocess.run(command, cwd=folder, timeout=300).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


@contextmanager
def _serving(folder: Path, files: Path | None) -> Iterator[tuple[int, str]]:
    command = ["node", "--expose-gc", "server.js", *([str(files)] if files else [])]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            ports = server.stdout.readline().strip()
            if not ports:
                raise RuntimeError("boardgame.io did not start.")
            yield server.pid, ports
        finally:
            server.terminate()


def _run(
    folder: Path, stored: str, files: Path | None, kind: str, tables: int, amount: int
) -> list[TableRow]:
    with _serving(folder, files) as (server, ports), on_separate_cores([server]):
        before = memory(server)
        words = [*ports.split(), str(tables), kind, str(amount), str(MOST_SECONDS)]
        seen, used, kept = _load(folder, server, words)
    half, most = percentiles(seen["took"])
    actions = len(seen["took"])
    name = f"boardgame.io {stored}, {tables} tables of 4 clients, {kind}"
    rows = [
        TableRow(f"{name}: {actions} actions", f"{actions / seen['seconds']:.0f}/s"),
        TableRow("  processor time per action", f"{1000 * used / actions:.2f} ms"),
        TableRow("  from sending until all four clients have it, p50 and p99",
            f"{half:.1f}, {most:.1f} ms"),
        TableRow("  moves lost and sent again; tables that got stuck",
            f"{seen['again']}; {seen['stuck']}"),
    ]  # fmt: skip
    if kind == "paced":  # with few tables, the server's own growth would outweigh theirs
        each = (kept - before) / tables / KIB
        rows.append(TableRow("  memory of a table with its clients", f"{each:.0f} KiB"))
    return rows


def _load(folder: Path, server: int, arguments: list[str]) -> tuple[dict[str, Any], float, int]:
    command = ["node", "load.js", *arguments]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True) as load:
        assert load.stdout is not None
        late = threading.Timer(MOST_SECONDS + MOST_AROUND, load.kill)
        late.start()
        try:
            if load.stdout.readline().strip() != "begin":
                raise RuntimeError("its tables were not ready in time")
            before = cpu_seconds(server)
            answer = load.stdout.readline()
            used = cpu_seconds(server) - before
            os.kill(server, signal.SIGUSR2)
            time.sleep(SETTLING)
            kept = memory(server)
            if not answer:
                raise RuntimeError("the load ended without a result")
        finally:
            late.cancel()
            load.kill()  # its clients stay connected until then
    return json.loads(answer), used, kept
