"""Comparing the benchmarks of two checkouts."""

from __future__ import annotations

import pytest
from bench.beside import figures_of, goal, middle, print_ratios
from bench.table import TableRow, print_table


def _printed(capsys: pytest.CaptureFixture[str], cost: float, number: int) -> str:
    print("closed …\n")
    print_table(
        [
            TableRow(f"SQLite, 7 tables: {number} actions", "1,240/s"),
            TableRow("  processor time per action", f"{cost:.2f} ms", "≤ 1.5 ms", "missed"),
            TableRow("  p50 and p99", "6.2, 56.8 ms"),
            TableRow("one table, two people: 150 actions", ""),
            TableRow("  p50", "74.1 ms", "≤ 10 ms", "missed"),
        ]
    )
    return capsys.readouterr().out.rstrip("\n")


def test_figures_are_read_by_row_whatever_the_number_of_actions(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert figures_of(_printed(capsys, 3.5, 118)) == {
        "SQLite, 7 tables": [1240],
        "SQLite, 7 tables / processor time per action": [3.5],
        "SQLite, 7 tables / p50 and p99": [6.2, 56.8],
        "one table, two people / p50": [74.1],
    }


def test_ratios_are_those_of_the_medians(capsys: pytest.CaptureFixture[str]) -> None:
    before = middle([figures_of(_printed(capsys, cost, 120)) for cost in (4.0, 4.0, 9.0)])
    after = middle([figures_of(_printed(capsys, cost, 117)) for cost in (1.0, 2.0, 3.0)])
    print_ratios(before, after, [goal("processor time=0.4")])
    line = next(line for line in capsys.readouterr().out.splitlines() if "processor time" in line)
    assert line.split()[-6:] == ["4", "2", "0.50,", "≤", "0.4:", "missed"]
