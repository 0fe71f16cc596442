"""The strength of the bots: `make bench-strength`, which takes hours and can be interrupted.

Every match is a gauntlet in the arena: one bot against three of another in four seats, every deal
rotated through the seats. Results are kept in `build/strength`; the next run continues from there.
"""

from __future__ import annotations

import csv
import sys
from itertools import pairwise
from pathlib import Path

from bench.table import TableRow, print_table, verdict
from kingup.bots.levels import LEVELS, Level
from kingup.cli import main as kingup

FOLDER = Path(__file__).parent.parent / "build" / "strength"
LEVEL_GAMES = 200
EDITIONS = ("kingup", "vive-le-roi")

OLDER = ("page", "courtier", "seneschal", "chancellor", "sovereign")
"""Levels by strength; the steps of the ladder are measured by `bench.levels`."""

# Challenger, field, games, and the share of wins that is its goal (a fair share is 25 %).
MATCHES = (
    ("courtier", "page", 400, 0.60),
    ("chancellor:5000", "courtier", 400, 0.40),
    ("chancellor:50000", "chancellor:5000", 400, 0.25),
)


def play(challenger: str, field: str, edition: str, games: int) -> Path:
    """Play a match, or finish it, and return the folder of its results."""
    folder = FOLDER / f"{challenger}-{field}-{edition}".replace(":", "_")
    words = ["arena", "--gauntlet", "--bot", challenger, "--bot", field]
    words += ["--edition", edition, "--seats", "4", "--games", str(games), "--seed", "1"]
    words += ["--out", str(folder)]
    if field.startswith("chancellor"):
        words += ["--until-certain"]
    if kingup(words):
        sys.exit(f"The match {folder.name} could not be played.")
    return folder


def above(level: Level, below: Level, edition: str) -> tuple[float, int]:
    """Return how often the higher of two levels finishes above the lower, and the games played.

    Each level has two seats, rotated; every pair of a higher and a lower seat counts, ties half.
    """
    folder = FOLDER / f"level-{level.id}-{below.id}-{edition}"
    words = ["arena", "--bot", level.bot, "--bot", below.bot, "--edition", edition]
    words += ["--seats", "4", "--games", str(LEVEL_GAMES), "--seed", "2", "--out", str(folder)]
    if kingup(words):
        sys.exit(f"The match {folder.name} could not be played.")
    ranks: dict[str, dict[str, list[int]]] = {}
    with (folder / "results.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            game = ranks.setdefault(row["game"], {level.bot: [], below.bot: []})
            game[row["bot"]].append(int(row["rank"]))
    pairs = [
        (up, low) for game in ranks.values() for up in game[level.bot] for low in game[below.bot]
    ]
    wins = sum(1.0 if up < low else 0.5 if up == low else 0.0 for up, low in pairs)
    return wins / len(pairs), len(ranks)


def main() -> None:
    """Play all matches, or those whose folder names contain the argument; print the shares."""
    wanted = sys.argv[1] if len(sys.argv) > 1 else ""
    rows = []
    for challenger, field, games, goal in MATCHES:
        for edition in EDITIONS:
            if wanted not in f"{challenger}-{field}-{edition}":
                continue
            folder = play(challenger, field, edition, games)
            with (folder / "standings.csv").open(encoding="utf-8") as file:
                standing = next(r for r in csv.DictReader(file) if r["bot"] == challenger)
            share = float(standing["win_share"])
            low, high = float(standing["win_share_low"]), float(standing["win_share_high"])
            what = f"{challenger} against three {field}, {edition}"
            measured = f"{share:.1%} ({low:.1%}–{high:.1%}, {standing['seats_played']} games)"
            rows.append(TableRow(what, measured, f"≥ {goal:.0%}", verdict(share >= goal)))
    by_id = {level.id: level for level in LEVELS}
    for below, level in pairwise(by_id[name] for name in OLDER):
        for edition in EDITIONS:
            if wanted not in f"level-{level.id}-{below.id}-{edition}":
                continue
            share, games = above(level, below, edition)
            what = f"{level.id} finishes above {below.id}, {edition}"
            rows.append(
                TableRow(what, f"{share:.1%} ({games} games)", "≥ 60%", verdict(share >= 0.6))
            )
    print_table(rows)


if __name__ == "__main__":
    main()
