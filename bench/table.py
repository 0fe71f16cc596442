"""The table of measurements and their goals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TableRow:
    """One measurement as a printed row."""

    what: str
    measured: str
    goal: str = ""
    verdict: str = ""


def verdict(met: bool) -> str:
    """Return "met" or "missed"."""
    return "met" if met else "missed"


def percent(share: float, digits: int = 1) -> str:
    """Return a share as a percentage, as the documents write it."""
    return f"{100 * share:.{digits}f} %"


def at_least(what: str, value: float, goal: float, form: str = "{:.2f}") -> TableRow:
    """Return a measurement that should reach a goal."""
    return TableRow(what, form.format(value), f"≥ {form.format(goal)}", verdict(value >= goal))


def below(what: str, seconds: float, goal: float) -> TableRow:
    """Return a time that should stay below a goal."""
    return TableRow(what, f"{seconds:.2f} s", f"< {goal} s", verdict(seconds < goal))


def below_ms(what: str, milliseconds: float, goal: float) -> TableRow:
    """Return a short time that should stay below a goal."""
    met = verdict(milliseconds < goal)
    return TableRow(what, f"{milliseconds:.2f} ms", f"< {goal:g} ms", met)


def print_table(rows: Sequence[TableRow]) -> None:
    """Print measurements in columns."""
    lines = [("", "measured", "goal", "verdict")]
    lines += [(row.what, row.measured, row.goal, row.verdict) for row in rows]
    widths = [max(len(line[i]) for line in lines) for i in range(4)]
    for what, measured, goal, word in lines:
        cells = f"{what:{widths[0]}}  {measured:>{widths[1]}}  {goal:>{widths[2]}}  {word}"
        print(cells.rstrip())
