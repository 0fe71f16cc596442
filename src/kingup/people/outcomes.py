"""How a finished table ended, as far as ratings and meetings care.

It is worked out from what a list of tables shows (`kingup.tables.listing`) and from who held
which place at the end. Who was stood in for counts as having played: else leaving a lost game
would pay.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kingup.tables.erasure import is_nobody

OUTSIDE = "outside"
"""What stands for the level of a bot from outside."""


@dataclass(frozen=True, slots=True)
class OutcomeSide:
    """A seat at the end of a game: one player, or a team of two."""

    people: tuple[str, ...]
    """The persons, those included who have deleted their data."""
    levels: tuple[str, ...]
    """The levels of bots; those from outside are of none that was measured."""
    rank: int
    """How many seats did better."""
    names: tuple[str, ...] = ()
    """What the persons were called, in their order."""


@dataclass(frozen=True, slots=True)
class PersonOutcome:
    """A game that counts."""

    code: str
    edition: str
    at: float
    sides: tuple[OutcomeSide, ...]

    def side_of(self, person: str) -> OutcomeSide | None:
        """Return where a person sat."""
        return next((side for side in self.sides if person in side.people), None)

    def people(self) -> tuple[str, ...]:
        """Return everybody who played and can still be named."""
        return tuple(
            person for side in self.sides for person in side.people if not is_nobody(person)
        )


def outcome_of(
    code: str, at: float, about: Mapping[str, Any], people: Mapping[int, str]
) -> PersonOutcome | None:
    """Return how a table ended; None for one that does not count.

    Games that are not over do not, given up ones included, nor do those in which a device was
    passed around: nobody knows who is who behind it. `people` are the persons by player.
    """
    if about.get("status") != "over" or about.get("screens") == "passed":
        return None
    if len(set(people.values())) < len(people):
        return None
    outside = {p for p, sitter in enumerate(about["players"]) if sitter and sitter.get("owner")}
    people = {player: person for player, person in people.items() if player not in outside}
    if not people:
        return None
    scores: list[int] = about["scores"]
    winners = set(about["winners"])
    keys = [(seat not in winners, -score) for seat, score in enumerate(scores)]
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
                sum(key < keys[seat] for key in keys),
                tuple(about["players"][p]["name"] for p in players if p in people),
            )
        )
    return PersonOutcome(code, about["edition"], at, tuple(sides))
