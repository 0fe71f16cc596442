"""Compare two checkouts: python -m bench.beside FOLDER MODULE [ARGUMENTS…]

Runs `python -m MODULE ARGUMENTS` in FOLDER and here in turn, each with the environment of its own
checkout, and prints what both measured, with the ratio of here to there. Machines are noisy, so
only figures of the same minutes are compared; of several rounds each side counts the median.

    python -m bench.beside ../before bench.server closed paced memory --no-peer
    python -m bench.beside ../before bench.web --goal "a page's processor time=0.5"
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median

from bench.table import verdict

HERE = Path(__file__).parent.parent
ROW = re.compile(r"^(?P<what>\s*\S.*?)\s{2,}(?P<measured>\S.*?)(?:\s{2,}.*)?$")
COUNT = re.compile(r": [\d,]+ actions\b")
"""How many actions a row's figures come from, which differs from run to run."""
NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")

Figures = dict[str, list[float]]
"""By the name of a row: its numbers."""


def figures_of(printed: str) -> Figures:
    """Return the numbers of the last table that a benchmark printed, by row."""
    table = printed.rpartition("\n\n")[2]
    found: Figures = {}
    part = ""
    for line in table.splitlines():
        row = ROW.match(line)
        if row is None or row["what"].strip() == "measured":
            part = line.strip() or part
            continue
        name = row["what"]
        if not name.startswith(" "):
            part = name.strip()
        full = part if part == name.strip() else f"{part} / {name.strip()}"
        numbers = NUMBER.findall(row["measured"])
        found[COUNT.sub("", full)] = [float(number.replace(",", "")) for number in numbers]
    return found


def run(folder: Path, command: Sequence[str]) -> Figures:
    """Run a benchmark in a checkout and return what it measured."""
    python = folder / ".venv" / "bin" / "python"
    done = subprocess.run(
        [str(python), "-m", *command], cwd=folder, stdout=subprocess.PIPE, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"The benchmark failed in {folder}, with status {done.returncode}.")
    return figures_of(done.stdout.rstrip("\n"))


def middle(rounds: Sequence[Figures]) -> Figures:
    """Return the median of every number over several rounds."""
    return {
        name: [
            median(values)
            for values in zip(*(each[name] for each in rounds if name in each), strict=False)
        ]
        for name in rounds[0]
    }


Goal = tuple[str, float]
"""A part of a row's name, and the greatest ratio that the row's first number may have."""


def goal(text: str) -> Goal:
    """Read a goal: `processor time=0.65`."""
    name, _, ratio = text.rpartition("=")
    return name, float(ratio)


def print_ratios(
    before: Mapping[str, list[float]],
    after: Mapping[str, list[float]],
    goals: Sequence[Goal] = (),
) -> None:
    """Print both sides' numbers and their ratios, row by row, beside the goals."""
    width = max(len(name) for name in after)
    print(f"{'':{width}}  {'there':>18}  {'here':>18}  here / there")
    for name, here in after.items():
        there = before.get(name, [])
        ratios = [f"{a / b:.2f}" if b else "–" for b, a in zip(there, here, strict=False)]
        most = next((most for part, most in goals if part in name), None)
        if most is not None and there and there[0]:
            ratios.append(f"≤ {most:g}: {verdict(here[0] / there[0] <= most)}")
        print(f"{name:{width}}  {_texts(there):>18}  {_texts(here):>18}  {', '.join(ratios)}")


def _texts(numbers: Sequence[float]) -> str:
    return ", ".join(f"{number:g}" for number in numbers) or "–"


def main() -> int:
    """Run both sides in turn and print the ratios."""
    parser = argparse.ArgumentParser(prog="python -m bench.beside")
    parser.add_argument("folder", type=Path, help="the other checkout, with its .venv set up")
    parser.add_argument("module", help="bench.web, bench.server or another that prints one table")
    parser.add_argument("--rounds", type=int, default=2, help="how often each runs (default: 2)")
    parser.add_argument(
        "--goal",
        type=goal,
        action="append",
        default=[],
        metavar="TEXT=RATIO",
        help="the greatest ratio for rows whose names contain TEXT; may be given several times",
    )
    options, arguments = parser.parse_known_args()
    if not (options.folder / ".venv" / "bin" / "python").exists():
        parser.error(f"{options.folder} has no .venv: run `make test` there first")
    rounds: dict[Path, list[Figures]] = {options.folder: [], HERE: []}
    for number in range(options.rounds):
        for folder, found in rounds.items():
            print(f"round {number + 1}: {folder} …", file=sys.stderr, flush=True)
            found.append(run(folder, [options.module, *arguments]))
    print_ratios(middle(rounds[options.folder]), middle(rounds[HERE]), options.goal)
    return 0


if __name__ == "__main__":
    sys.exit(main())
