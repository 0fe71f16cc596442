"""How long commands take when started from a shell."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from bench.table import TableRow, below, verdict

REPETITIONS = 7
HELP_GOAL = 0.11
IMPORT_GOAL = 0.11
SIMULATE_GOAL = 1.0
COLD_SIMULATE_GOAL = 6.0
COLD_DECISION_GOAL = 5.0
PREPARE_GOAL = 25.0
MEMORY_GOAL = 250
MEGABYTE = 10**6
FIRST_PAGE_GOAL = 0.2
"""Seconds of processor time by which an empty cache may delay a server's first page."""
FIRST_PAGES = 3
SETTLED_SECONDS = 20
"""How long a server is given until its bots are ready and nothing moves."""

SIMULATE = ("simulate", "--edition", "vive-le-roi", "--games", "1000", "--seed", "1")

IMPORTS = """
import sys
from kingup.cli import main
try:
    main(["--help"])
except SystemExit:
    pass
print("llvmlite" in sys.modules, file=sys.stderr)
"""

DECISION = """
import sys
import kingup
game = kingup.Game("kingup", 4, seed=1)
kingup.bot(sys.argv[1]).choose(game.view(game.to_act[0]))
"""


def measure() -> list[TableRow]:
    """Measure the commands with empty and with full caches, and a server that is ready."""
    with tempfile.TemporaryDirectory() as folder:
        # Users have .pyc files; ours go to a temporary folder.
        environment = dict(os.environ)
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        environment["PYTHONPYCACHEPREFIX"] = str(Path(folder) / "pyc")
        environment["KINGUP_CACHE"] = str(Path(folder) / "compiled")
        environment["KINGUP_DATA"] = str(Path(folder) / "data")
        _seconds(environment, "--help")
        rows = _cold(environment, Path(folder))
        _seconds(environment, *SIMULATE)
        shown, imported, simulated = Times(), Times(), Times()
        for _ in range(REPETITIONS):
            shown.add(lambda: _seconds(environment, "--help"))
            imported.add(lambda: _run(environment, "-c", "import kingup"))
            simulated.add(lambda: _seconds(environment, *SIMULATE))
        llvm = _imports_llvm(environment)
        rows += [
            *shown.rows("kingup --help", HELP_GOAL),
            TableRow("  imports LLVM", "yes" if llvm else "no", "no", verdict(not llvm)),
            *imported.rows("import kingup", IMPORT_GOAL),
            *simulated.rows("kingup simulate, 1,000 games, warm", SIMULATE_GOAL),
        ]
        if sys.platform == "linux":
            rows += _first_page(environment, Path(folder))
            rows.append(_server(environment))
    return rows


class Times:
    """The shortest elapsed and processor times of a command."""

    def __init__(self) -> None:
        self._elapsed = float("inf")
        self._processor = float("inf")

    def add(self, run: Callable[[], float]) -> None:
        """Run the command once more; it returns how long it took."""
        before = _processor_time()
        self._elapsed = min(self._elapsed, run())
        self._processor = min(self._processor, _processor_time() - before)

    def rows(self, what: str, goal: float) -> list[TableRow]:
        """Return both times; other programs hardly affect the second."""
        return [
            below(what, self._elapsed, goal),
            TableRow("  its processor time", f"{self._processor:.2f} s"),
        ]


def _cold(environment: dict[str, str], folder: Path) -> list[TableRow]:
    """Measure first uses, each with an empty cache."""

    def empty(name: str) -> dict[str, str]:
        return environment | {"KINGUP_CACHE": str(folder / name)}

    rows = [
        below("kingup simulate, cold", _seconds(empty("simulate"), *SIMULATE), COLD_SIMULATE_GOAL)
    ]
    for bot in ("courtier", "chancellor:1000", "sovereign"):
        seconds = _run(empty(bot.partition(":")[0]), "-c", DECISION, bot)
        rows.append(below(f"first decision of {bot}, cold", seconds, COLD_DECISION_GOAL))
    before = _processor_time()
    _seconds(environment, "prepare")
    processor = _processor_time() - before
    rows.append(below("kingup prepare, cold: processor time", processor, PREPARE_GOAL))
    return rows


def _first_page(environment: dict[str, str], folder: Path) -> list[TableRow]:
    """Measure how long a server takes until its first page is there, with both kinds of cache."""
    full, empty = [], []
    for number in range(FIRST_PAGES):
        full.append(_page(environment))
        empty.append(_page(environment | {"KINGUP_CACHE": str(folder / f"page-{number}")}))
    with_code, without = min(full), min(empty)
    later = without.processor - with_code.processor
    return [
        TableRow("kingup serve: first page, full cache", with_code.text),
        TableRow("kingup serve: first page, empty cache", without.text),
        below("  later by (the server's processor time)", later, FIRST_PAGE_GOAL),
    ]


class FirstPage(NamedTuple):
    """When a server's first page was there, after its start."""

    processor: float
    """Seconds of the server's own processor time; its child compiles meanwhile."""
    elapsed: float
    request: float
    """Seconds from the request to the whole page."""

    @property
    def text(self) -> str:
        """Return the figures in a row."""
        return f"{self.processor:.2f} s ({self.elapsed:.2f} elapsed, {self.request:.3f} asked)"


def _page(environment: dict[str, str]) -> FirstPage:
    start = time.perf_counter()
    with _serving(environment, "--port", "0") as server:
        assert server.stdout is not None
        address = re.search(r"http://\S+", server.stdout.readline().decode())
        assert address is not None
        asked = time.perf_counter()
        with urllib.request.urlopen(address[0]) as answer:
            answer.read()
        end = time.perf_counter()
        fields = Path(f"/proc/{server.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2]
        ticks = sum(int(field) for field in fields.split()[11:13])  # user and system
        return FirstPage(ticks / os.sysconf("SC_CLK_TCK"), end - start, end - asked)


def _server(environment: dict[str, str]) -> TableRow:
    """Measure the memory of a server whose bots are ready, in megabytes of 1,000,000 bytes."""
    with _serving(environment) as server:
        resident = 0
        end = time.monotonic() + SETTLED_SECONDS
        while time.monotonic() < end and server.poll() is None:
            time.sleep(1)
            status = Path(f"/proc/{server.pid}/status").read_text(encoding="utf-8")
            found = next(line for line in status.splitlines() if line.startswith("VmRSS"))
            resident = int(found.split()[1]) * 1024 // MEGABYTE
    met = verdict(0 < resident < MEMORY_GOAL)
    return TableRow("kingup serve, bots ready", f"{resident} MB", f"< {MEMORY_GOAL} MB", met)


@contextmanager
def _serving(environment: dict[str, str], *options: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run a server."""
    server = subprocess.Popen(
        [*_command(), "serve", "--loopback", *options],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield server
    finally:
        server.terminate()
        server.communicate()


def _command() -> list[str]:
    script = Path(sys.executable).with_name("kingup")
    return [str(script)] if script.exists() else [sys.executable, "-m", "kingup"]


def _seconds(environment: dict[str, str], *arguments: str) -> float:
    return _time([*_command(), *arguments], environment)


def _run(environment: dict[str, str], *arguments: str) -> float:
    return _time([sys.executable, *arguments], environment)


def _time(command: list[str], environment: dict[str, str]) -> float:
    start = time.perf_counter()
    subprocess.run(
        command,
        env=environment,
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    return time.perf_counter() - start


def _processor_time() -> float:
    """Return the processor time of finished child processes, in seconds."""
    times = os.times()
    return times.children_user + times.children_system


def _imports_llvm(environment: dict[str, str]) -> bool:
    done = subprocess.run(
        [sys.executable, "-c", IMPORTS],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stderr.split()[-1] == "True"
