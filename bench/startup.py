"""How long commands take when started from a shell."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.table import TableRow, below, verdict

REPETITIONS = 7
HELP_GOAL = 0.3
SIMULATE_GOAL = 1.5

SIMULATE = ("simulate", "--edition", "vive-le-roi", "--games", "1000", "--seed", "1")

IMPORTS = """
import sys
from kingup.cli import main
try:
    main(["--help"])
except SystemExit:
    pass
print("numba" in sys.modules, file=sys.stderr)
"""


def measure() -> list[TableRow]:
    """Measure the commands with empty and with full caches."""
    with tempfile.TemporaryDirectory() as folder:
        # Users have .pyc files; ours go to a temporary folder.
        environment = dict(os.environ)
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        environment["PYTHONPYCACHEPREFIX"] = str(Path(folder) / "pyc")
        environment["KINGUP_CACHE"] = str(Path(folder) / "compiled")
        _seconds(environment, "--help")
        cold = _seconds(environment, *SIMULATE)
        times = {"help": float("inf"), "simulate": float("inf")}
        processor = float("inf")
        for _ in range(REPETITIONS):
            times["help"] = min(times["help"], _seconds(environment, "--help"))
            before = _processor_time()
            times["simulate"] = min(times["simulate"], _seconds(environment, *SIMULATE))
            processor = min(processor, _processor_time() - before)
        numba = _imports_numba(environment)
    return [
        below("kingup --help", times["help"], HELP_GOAL),
        TableRow("  imports Numba", "yes" if numba else "no", "no", verdict(not numba)),
        below("kingup simulate, 1,000 games, already compiled", times["simulate"], SIMULATE_GOAL),
        TableRow("  its processor time", f"{processor:.2f} s"),
        TableRow("  the first time, compiling included", f"{cold:.1f} s"),
    ]


def _command() -> list[str]:
    script = Path(sys.executable).with_name("kingup")
    return [str(script)] if script.exists() else [sys.executable, "-m", "kingup"]


def _seconds(environment: dict[str, str], *arguments: str) -> float:
    start = time.perf_counter()
    subprocess.run(
        [*_command(), *arguments],
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


def _imports_numba(environment: dict[str, str]) -> bool:
    done = subprocess.run(
        [sys.executable, "-c", IMPORTS],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stderr.split()[-1] == "True"
