"""Measure speed and print it beside the goals: `make bench`."""

from __future__ import annotations

import os
import platform
import sys
import tempfile

import llvmlite

from bench import advisor, analysis, bots, envs, pictures, playouts, replay, startup, study
from bench.table import print_table
from bench.twin import FLAGS, Twin, compiler, compiler_name


def main() -> int:
    """Measure and print everything; fail only if C and the compiled rules disagree."""
    load = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"
    print(f"{platform.machine()}, {os.cpu_count()} cores, load {load} at the start")
    print(f"Python {platform.python_version()}, llvmlite {llvmlite.__version__}")
    command = compiler()
    try:
        with tempfile.TemporaryDirectory() as folder:
            twin = None
            if command is None:
                print("No C compiler (cc, or the command in CC): nothing to compare with.")
            else:
                print(f"{compiler_name(command)}: {command} {' '.join(FLAGS)}")
                twin = Twin(command, folder)
            rows = playouts.measure(twin)
    except playouts.DigestsDiffer as error:
        print(f"Wrong: {error}")
        return 1
    rows += startup.measure()
    rows += bots.measure()
    rows += advisor.measure()
    rows += analysis.measure()
    rows += replay.measure()
    rows += pictures.measure()
    rows += envs.measure()
    rows += study.measure()
    print()
    print_table(rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
