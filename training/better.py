"""Keep the better of two runs: python -m training.better RUN RUN OUT

Copies the folder of the run whose last line of strength.csv shows the larger shares of wins
against courtiers, both editions added up, into OUT; of the other one only its strength.csv, as
other.csv. Within two points the first one is kept.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from training.picture import read_table

MARGIN = 0.02
COLUMNS = ("kingup-courtiers", "vive-le-roi-courtiers")


def strength(run: Path) -> float:
    """Return the last shares against courtiers, added up; 0 where nothing was measured."""
    columns = read_table(run / "strength.csv")
    last = [columns[name][-1] for name in COLUMNS if columns.get(name)]
    return sum(share for share in last if share == share)


def keep_better(first: Path, second: Path, out: Path) -> Path:
    """Copy the better run, and return which it was."""
    ahead = strength(second) - strength(first)
    better, other = (second, first) if ahead > MARGIN else (first, second)
    out.mkdir(parents=True, exist_ok=True)
    for path in sorted(better.iterdir()):
        if path.is_file() and path.suffix != ".tmp":
            shutil.copy(path, out / path.name)
    if (other / "strength.csv").exists():
        shutil.copy(other / "strength.csv", out / "other.csv")
    return better


def main() -> None:
    """Keep the better of two runs."""
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    first, second, out = map(Path, sys.argv[1:])
    for run in (first, second):
        print(f"{run}: {strength(run):.3f}")
    print(f"kept: {keep_better(first, second, out)}")


if __name__ == "__main__":
    main()
