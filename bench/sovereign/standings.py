"""How matches stand, in a table that is kept for good.

Games stay on the machine that played them. How their matches came out is in docs/strength.csv, so
that another machine goes on with the matches that are left.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from bench.sovereign.matches import ROOT, StrengthMatch, matches

KEPT = ROOT / "docs" / "strength.csv"
COLUMNS = (
    "weights", "match", "share", "low", "high", "others", "games", "failures", "reached",
    "settled",
)  # fmt: skip
UNCERTAIN = ", not certain"
BY_INTERVAL = ", by its interval so far"
"""What is added to a yes or no of which luck is not ruled out for good."""


@dataclass(frozen=True)
class MatchStanding:
    """How a match stands."""

    match: StrengthMatch
    share: float
    """The challenger's share of the wins, for each of its seats; and its 95 % interval."""
    low: float
    high: float
    others: float
    games: int
    failures: int
    reached: str
    """Whether the goal is, in a word, and how certain that is."""
    settled: bool
    """Whether enough was played."""


Known = Mapping[str, MatchStanding]
"""Standings by the names of their matches."""


def read_kept(weights: str, path: Path = KEPT) -> Known:
    """Return what a table says about weights, which it names by their digest."""
    if not path.exists():
        return {}
    named = {match.name: match for match in matches()}
    with path.open(newline="", encoding="utf-8") as file:
        return {
            row["match"]: MatchStanding(
                named[row["match"]],
                float(row["share"]), float(row["low"]), float(row["high"]), float(row["others"]),
                int(row["games"]), int(row["failures"]), row["reached"], row["settled"] == "yes",
            )
            for row in csv.DictReader(file)
            if row["weights"] == weights and row["match"] in named
        }  # fmt: skip


def keep(standings: Iterable[MatchStanding], weights: str, path: Path = KEPT) -> None:
    """Write a table of how matches stand; those of other weights go."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        for each in standings:
            shares = (each.share, each.low, each.high, each.others)
            writer.writerow((
                weights, each.match.name, *(f"{share:.6f}" for share in shares), each.games,
                each.failures, each.reached, "yes" if each.settled else "no",
            ))  # fmt: skip
