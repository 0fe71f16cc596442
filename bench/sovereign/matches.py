"""Every match of docs/strength.md: the bots, the length and the goal."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent.parent

EDITIONS = {"kingup": "King Up!", "vive-le-roi": "Vive le Roi"}
SEATS = {"kingup": range(3, 7), "vive-le-roi": range(2, 9)}

ALL_OPTIONS = "ambition,banished,emissary,wedding,jester-returns-to-3"
OPTIONS = (
    ("4", "ambition"),
    ("4", "banished"),
    ("4", "emissary"),
    ("4", "wedding"),
    ("4", "jester-returns-to-3"),
    ("4", ALL_OPTIONS),
    ("2", "emissary,jester-uncounted-in-placement"),
    ("2,2,2", "none"),
    ("2,1,2", "none"),
    ("2,2,2", "shared-marker"),
    ("2,2,2", f"{ALL_OPTIONS},shared-marker"),
)
"""Seats and options: each option alone, all together, and teams."""

PLAIN, PLUS = "sovereign", "sovereign+"
ISMCTS = "ISMCTSBot"
HALF_A_SECOND = "chancellor:0.5s"
RIVALS = {
    "page": "page",
    "courtier": "courtier",
    "seneschal": "chancellor:100",
    "chancellor": "chancellor:5000",
}
"""The other bots, by the names of their levels."""

CHAPTERS = {
    "chancellors": "Against three chancellors of 5,000 simulations",
    "slow": "Against three chancellors that think for half a second",
    "ismcts": "Against three of OpenSpiel's ISMCTSBot, 200 simulations",
    "plus": "`sovereign+` and `sovereign`, two seats each",
    "kingup-seats": "Every other bot at every seat count of King Up!",
    "vive-le-roi-seats": "Every other bot at every seat count of Vive le Roi",
    "options": "Every other bot with every option of Vive le Roi, and in teams",
}

FOURS = "chancellors", "slow", "ismcts", "plus"
"""Chapters whose matches all have four seats and one kind of rival."""


class Length(NamedTuple):
    """The number of games of a match."""

    least: int
    """Played in any case, so that the interval means something."""
    most: int
    """The match ends after these, settled or not."""


@dataclass(frozen=True)
class StrengthMatch:
    """One bot against others of one kind, or two seats each."""

    name: str
    chapter: str
    stage: int
    """Lower stages are played first: quick matches, then the most important ones."""
    challenger: str
    field: str
    edition: str
    length: Length
    seats: str = "4"
    options: str = "none"
    goal: float | None = None
    """The share of wins to reach; without one, the goal is to be ahead of the others."""
    even: bool = False
    """Whether both bots have the same number of seats."""

    @property
    def number(self) -> int:
        """How many seats there are."""
        return len(self.seats.split(",")) if "," in self.seats else int(self.seats)

    def bots(self, weights: Path, python: str = sys.executable) -> list[str]:
        """Return the two bots as arguments of the arena."""
        return [spec_of(name, weights, python) for name in (self.challenger, self.field)]

    @property
    def timed(self) -> bool:
        """Whether a bot thinks by the clock: no other match may take its cores meanwhile."""
        return self.field == HALF_A_SECOND

    def missing(self) -> str | None:
        """Return why the match cannot be played here, or None."""
        if self.field == ISMCTS and importlib.util.find_spec("pyspiel") is None:
            return "OpenSpiel is not installed: pip install 'kingup[openspiel]'"
        return None


def spec_of(name: str, weights: Path, python: str) -> str:
    """Return a bot of this list as an argument of the arena."""
    if name == ISMCTS:
        # OpenSpiel's Python search on our adapter, with our compiled playouts as its evaluator.
        return f"{python} {ROOT / 'examples' / 'ismcts_bot.py'} 200"
    if name in (PLAIN, PLUS):
        return f"{name}:weights={weights}"
    return RIVALS.get(name, name)


def matches() -> Iterator[StrengthMatch]:
    """Yield every match, in playing order."""
    yield from sorted(_matches(), key=lambda match: match.stage)


def _matches() -> Iterator[StrengthMatch]:
    # Name, chapter, stage, challenger, field, length, goal; all in four seats.
    fours: tuple[tuple[str, str, int, str, str, Length, float | None], ...] = (
        ("plain-chancellors", "chancellors", 1, PLAIN, "chancellor", Length(100, 400), 0.40),
        ("plus-chancellors", "chancellors", 3, PLUS, "chancellor", Length(100, 400), 0.45),
        ("plain-slow", "slow", 5, PLAIN, HALF_A_SECOND, Length(20, 60), None),
        ("plus-slow", "slow", 6, PLUS, HALF_A_SECOND, Length(20, 60), None),
        ("plain-ismcts", "ismcts", 5, PLAIN, ISMCTS, Length(100, 200), 0.50),
        ("plus-plain", "plus", 4, PLUS, PLAIN, Length(100, 400), None),
    )
    for name, chapter, stage, challenger, field, length, goal in fours:
        for edition in EDITIONS:
            even = chapter == "plus"
            yield StrengthMatch(f"{name}-{edition}", chapter, stage, challenger, field, edition,
                                length, goal=goal, even=even)  # fmt: skip
    # Games against fast bots cost little: play many, for a narrow interval.
    lengths = {
        "page": (0, Length(400, 2000)),
        "courtier": (0, Length(400, 2000)),
        "seneschal": (2, Length(60, 400)),
        "chancellor": (4, Length(24, 1000)),
    }
    for field, (stage, length) in lengths.items():
        for edition, counts in SEATS.items():
            for seats in counts:
                if field == "chancellor" and seats == 4:
                    continue  # the chapter of the chancellors
                options = "emissary" if seats == 2 else "none"
                name = f"seats-{edition}-{seats}-{field}"
                yield StrengthMatch(name, f"{edition}-seats", stage, PLAIN, field, edition,
                                    length, str(seats), options)  # fmt: skip
        for sizes, options in OPTIONS:
            words = "all" if options.startswith(ALL_OPTIONS) else options.replace(",", "-")
            words = f"teams-{sizes.replace(',', '')}-{words}" if "," in sizes else words
            yield StrengthMatch(f"option-{words}-{field}", "options", stage, PLAIN, field,
                                "vive-le-roi", length, sizes, options)  # fmt: skip
