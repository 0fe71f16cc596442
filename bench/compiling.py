"""Where the time goes when everything is compiled: by step, by LLVM's pass, by entry point.

`python -m bench.compiling`, in an empty cache; all times are the process's own processor time.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from time import process_time
from typing import Any
from unittest.mock import patch

from llvmlite import binding

from bench.table import TableRow, print_table
from kingup.compiler.entry_point import EntryPoint
from kingup.compiler.machine import Machine

PASSES = 8
"""The passes that are printed, the slowest first."""
LINE = re.compile(r"\s+(?:[\d.]+ \(\s*[\d.]+%\)\s+){2}([\d.]+) \(.*\)\s+(.*?)(?: #\d+)?$")
"""A pass in LLVM's report: user and system time together, and its name."""


@dataclass
class Compilation:
    """What one entry point took."""

    name: str
    functions: int
    lines: int
    translated: float
    compiled: float = 0.0
    size: int = 0


@dataclass
class Watch:
    """Watches everything that is compiled."""

    found: list[Compilation] = field(default_factory=list)
    reports: list[str] = field(default_factory=list)

    def translate(self, plain: Callable[..., str]) -> Callable[..., str]:
        """Return `EntryPoint.translate`, timed."""

        def timed(entry: EntryPoint, *words: Any) -> str:
            start = process_time()
            text = plain(entry, *words)
            spent = process_time() - start
            functions, lines = text.count("\ndefine "), text.count("\n")
            self.found.append(Compilation(entry.__name__, functions, lines, spent))
            return text

        return timed

    def compile(self, plain: Callable[..., bytes]) -> Callable[..., bytes]:
        """Return `Machine.compile`, timed, with LLVM's own times of its passes."""

        def timed(*words: Any, **options: Any) -> bytes:
            builders: list[Any] = []

            def builder(*more: Any) -> Any:
                builders.append(make(*more))
                builders[-1].start_pass_timing()
                return builders[-1]

            make = binding.create_pass_builder
            start = process_time()
            with patch.object(binding, "create_pass_builder", builder):
                code = plain(*words, **options)
            self.found[-1].compiled = process_time() - start
            self.found[-1].size = len(code)
            self.reports.append(builders[0].finish_pass_timing())
            return code

        return timed

    def passes(self) -> tuple[dict[str, float], dict[str, float]]:
        """Return the seconds of each pass: those that optimise, and those that make the code."""
        optimising: dict[str, float] = defaultdict(float)
        generating: dict[str, float] = defaultdict(float)
        for report in self.reports:
            for line in report.partition("Analysis execution")[0].splitlines():
                if (found := LINE.match(line)) and found[2] != "Total":
                    name, seconds = found[2], float(found[1])
                    if name.endswith("Pass"):
                        optimising[name.removesuffix("Pass")] += seconds / 2  # listed twice
                    else:
                        generating[name] += seconds
        return optimising, generating


def measure() -> list[TableRow]:
    """Compile everything, and return where the time went."""
    watch = Watch()
    with (
        tempfile.TemporaryDirectory() as folder,
        patch.dict(os.environ, {"KINGUP_CACHE": folder}),
        patch.object(EntryPoint, "translate", watch.translate(EntryPoint.translate)),
        patch.object(Machine, "compile", watch.compile(Machine.compile)),
    ):
        from kingup.prepare import prepare

        start = process_time()
        prepare()
        total = process_time() - start
    optimising, generating = watch.passes()
    translated = sum(one.translated for one in watch.found)
    compiled = sum(one.compiled for one in watch.found)
    rows = [
        TableRow("all", f"{total:.2f} s"),
        TableRow("  translating Python into LLVM's language", f"{translated:.2f} s"),
        TableRow("  LLVM", f"{compiled:.2f} s"),
        TableRow("    passes that optimise", f"{sum(optimising.values()):.2f} s"),
    ]
    rows += [
        TableRow(f"      {name}", f"{seconds:.2f} s")
        for name, seconds in sorted(optimising.items(), key=lambda one: -one[1])[:PASSES]
    ]
    rows.append(TableRow("    passes that make the code", f"{sum(generating.values()):.2f} s"))
    rows += [
        TableRow(
            f"{one.name}: {one.functions} functions, {one.lines:,} lines, {one.size:,} bytes",
            f"{one.translated + one.compiled:.2f} s",
        )
        for one in sorted(watch.found, key=lambda one: one.translated + one.compiled, reverse=True)
    ]
    return rows


if __name__ == "__main__":
    print_table(measure())
