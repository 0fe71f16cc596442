"""The standings of matches, kept in docs/strength.csv.

Games stay on the machine that played them. The standings are under version control, so that
another machine only plays the remaining matches.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from bench.sovereign.matches import ROOT, StrengthMatch, matches

STANDINGS = ROOT / "docs" / "strength.csv"
COLUMNS = (
    "weights", "match", "share", "low", "high", "others", "games", "failures", "reached",
    "settled",
)  # fmt: skip
UNCERTAIN = ", not certain"
BY_INTERVAL = ", by its interval so far"
"""What is added to a yes or no if luck is not ruled out."""


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
    """Whether the goal is reached, and how certain that is."""
    settled: bool
    """Whether the match is over."""


Known = Mapping[str, MatchStanding]
"""Standings by the name of the match."""


def read_known(weights: str, path: Path = STANDINGS) -> Known:
    """Return the standings in a CSV file for weights with this digest."""
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


def write_standings(
    standings: Iterable[MatchStanding], weights: str, path: Path = STANDINGS
) -> None:
    """Write a CSV file of standings, replacing those of other weights."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        for each in standings:
            shares = (each.share, each.low, each.high, each.others)
            writer.writerow((
                weights, each.match.name, *(f"{share:.6f}" for share in shares), each.games,
                each.failures, each.reached, "yes" if each.settled else "no",
            ))  # fmt: skip
