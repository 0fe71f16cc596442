"""The same load on a boardgame.io server, fetched from npm into a temporary folder."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bench.server.process import KIB, apart, computed, memory
from bench.server.scenarios import percentiles
from bench.table import Row

PACKAGES = ("boardgame.io@0.50", "node-persist@3")
"""The second is what its file storage asks for without bringing it along."""
SOURCES = Path(__file__).parent / "peer"


def measure(closed: int, tables: int, seconds: int) -> list[Row]:
    """Return what boardgame.io needs for it; nothing but a line where it cannot be had."""
    with tempfile.TemporaryDirectory() as folder:
        if not _fetch(Path(folder)):
            print("boardgame.io could not be fetched from npm: measured without it")
            return []
        rows: list[Row] = []
        for what, files in (("in memory", ""), ("with its files", str(Path(folder) / "files"))):
            for kind, many, amount in (("closed", 7, closed), ("paced", tables, seconds)):
                print(f"boardgame.io {what}, {kind} …", flush=True)
                try:
                    rows += _run(Path(folder), what, files, kind, many, amount)
                except (RuntimeError, ValueError, OSError) as error:
                    print(f"  did not come to an end, and is left out: {error}")
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
def _serving(folder: Path, files: str) -> Iterator[tuple[int, str]]:
    command = ["node", "server.js", *([files] if files else [])]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            ports = server.stdout.readline().strip()
            if not ports:
                raise RuntimeError("boardgame.io did not start.")
            yield server.pid, ports
        finally:
            server.terminate()


def _run(folder: Path, what: str, files: str, kind: str, tables: int, amount: int) -> list[Row]:
    with _serving(folder, files) as (server, ports), apart([server]):
        before = memory(server)
        words = [*ports.split(), str(tables), kind, str(amount)]
        seen, used, kept = _load(folder, server, words)
    half, most = percentiles(seen["took"])
    actions = len(seen["took"])
    name = f"boardgame.io {what}, {tables} tables of 4 clients, {kind}"
    return [
        Row(f"{name}: {actions} actions", f"{actions / seen['seconds']:.0f}/s"),
        Row("  processor time of an action", f"{1000 * used / actions:.2f} ms"),
        Row("  sent until all four clients have it, p50 and p99", f"{half:.1f}, {most:.1f} ms"),
        Row("  memory of a table with its clients", f"{(kept - before) / tables / KIB:.0f} KiB"),
    ]


def _load(folder: Path, server: int, arguments: list[str]) -> tuple[dict[str, Any], float, int]:
    pipe = subprocess.PIPE
    command = ["node", "load.js", *arguments]
    with subprocess.Popen(command, cwd=folder, stdin=pipe, stdout=pipe, text=True) as load:
        assert load.stdout is not None
        assert load.stdin is not None
        if load.stdout.readline().strip() != "begin":
            raise RuntimeError("The load on boardgame.io did not begin.")
        before = computed(server)
        seen = json.loads(load.stdout.readline())
        used, kept = computed(server) - before, memory(server)
        load.stdin.write("done\n")
        load.stdin.flush()
    return seen, used, kept
