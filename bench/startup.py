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
IMPORT_GOAL = 0.15
SIMULATE_GOAL = 1.0
COLD_SIMULATE_GOAL = 6.0
COLD_DECISION_GOAL = 5.0
PREPARE_GOAL = 25.0
MEMORY_GOAL = 250
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
        times = {"help": float("inf"), "import": float("inf"), "simulate": float("inf")}
        processor = float("inf")
        for _ in range(REPETITIONS):
            times["help"] = min(times["help"], _seconds(environment, "--help"))
            times["import"] = min(times["import"], _run(environment, "-c", "import kingup"))
            before = _processor_time()
            times["simulate"] = min(times["simulate"], _seconds(environment, *SIMULATE))
            processor = min(processor, _processor_time() - before)
        llvm = _imports_llvm(environment)
        rows += [
            below("kingup --help", times["help"], HELP_GOAL),
            TableRow("  imports LLVM", "yes" if llvm else "no", "no", verdict(not llvm)),
            below("import kingup", times["import"], IMPORT_GOAL),
            below("kingup simulate, 1,000 games, warm", times["simulate"], SIMULATE_GOAL),
            TableRow("  its processor time", f"{processor:.2f} s"),
        ]
        if sys.platform == "linux":
            rows.append(_server(environment))
    return rows


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


def _server(environment: dict[str, str]) -> TableRow:
    """Measure the memory of a server whose bots are ready, in MB."""
    server = subprocess.Popen(
        [*_command(), "serve", "--loopback"],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        resident = 0
        end = time.monotonic() + SETTLED_SECONDS
        while time.monotonic() < end and server.poll() is None:
            time.sleep(1)
            status = Path(f"/proc/{server.pid}/status").read_text(encoding="utf-8")
            found = next(line for line in status.splitlines() if line.startswith("VmRSS"))
            resident = int(found.split()[1]) // 1024
    finally:
        server.terminate()
        server.wait()
    met = verdict(0 < resident < MEMORY_GOAL)
    return TableRow("kingup serve, bots ready", f"{resident} MB", f"< {MEMORY_GOAL} MB", met)


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
