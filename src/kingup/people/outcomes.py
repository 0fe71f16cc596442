"""The outcome of a finished table, for ratings and head-to-head records.

It is derived from a table's entry in lists (`kingup.tables.listing`) and from who held which place
at the end. A person with a stand-in counts as having played: otherwise leaving a lost game would
pay.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kingup.tables.erasure import is_anonymous
from kingup.tables.listing import ranks

OUTSIDE = "outside"
"""The level of an external bot."""


@dataclass(frozen=True, slots=True)
class OutcomeSide:
    """A seat at the end of a game: one player, or a team of two."""

    people: tuple[str, ...]
    """The ids of its people, including those who have deleted their data."""
    levels: tuple[str, ...]
    """The levels of its bots; `OUTSIDE` for external ones, whose strength is unknown."""
    rank: int
    """How many seats did better."""
    names: tuple[str, ...] = ()
    """The names of its people, in the same order."""


@dataclass(frozen=True, slots=True)
class PersonOutcome:
    """The outcome of a game that counts."""

    code: str
    edition: str
    at: float
    sides: tuple[OutcomeSide, ...]

    def side_of(self, person: str) -> OutcomeSide | None:
        """Return the seat of a person, or None."""
        return next((side for side in self.sides if person in side.people), None)

    def people(self) -> tuple[str, ...]:
        """Return all people who played, except those who have deleted their data."""
        return tuple(
            person for side in self.sides for person in side.people if not is_anonymous(person)
        )


def outcome_of(
    code: str, at: float, about: Mapping[str, Any], people: Mapping[int, str]
) -> PersonOutcome | None:
    """Return the outcome of a table, or None if it does not count.

    Unfinished and abandoned games do not count, nor do those played on one device passed around,
    where the players are not known, nor those with a coach, nor those that play on from a moment
    of another game. `people` are the person ids by player.
    """
    if about.get("status") != "over" or about.get("screens") == "passed":
        return None
    if about.get("what_if") or about.get("coached"):
        return None
    if len(set(people.values())) < len(people):
        return None
    outside = {p for p, sitter in enumerate(about["players"]) if sitter and sitter.get("owner")}
    people = {player: person for player, person in people.items() if player not in outside}
    if not people:
        return None
    places = ranks(about)
    sides = []
    player = 0
    for seat, size in enumerate(about["seats"]):
        players = range(player, player + size)
        player += size
        sitters = [about["players"][p] or {} for p in players]
        sides.append(
            OutcomeSide(
                tuple(people[p] for p in players if p in people),
                tuple(
                    sitter["level"] or OUTSIDE
                    for sitter in sitters
                    if sitter.get("level") or sitter.get("owner")
                ),
                places[seat],
                tuple(about["players"][p]["name"] for p in players if p in people),
            )
        )
    return PersonOutcome(code, about["edition"], at, tuple(sides))
