"""Head-to-head records: whom a person has played with, and who came out ahead."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kingup.people.outcomes import PersonOutcome
from kingup.tables.erasure import is_anonymous


@dataclass(slots=True)
class Meeting:
    """All games with one other person."""

    name: str
    """Their most recent name."""
    ahead: int = 0
    """Games in which the person did better than the other."""
    even: int = 0
    behind: int = 0
    together: int = 0
    """Games in the same team."""
    last: float = 0.0

    @property
    def games(self) -> int:
        """All games at the same table."""
        return self.ahead + self.even + self.behind + self.together


def meetings(person: str, outcomes: Iterable[PersonOutcome]) -> list[Meeting]:
    """Return a person's meetings: the most frequent first, then the latest."""
    met: dict[str, Meeting] = {}
    for outcome in sorted(outcomes, key=lambda one: one.at):
        mine = outcome.side_of(person)
        if mine is None:
            continue
        for side in outcome.sides:
            for other, name in zip(side.people, side.names, strict=True):
                if other == person or is_anonymous(other):
                    continue
                meeting = met.setdefault(other, Meeting(name))
                meeting.name, meeting.last = name, outcome.at
                if side is mine:
                    meeting.together += 1
                elif side.rank > mine.rank:
                    meeting.ahead += 1
                elif side.rank < mine.rank:
                    meeting.behind += 1
                else:
                    meeting.even += 1
    return sorted(met.values(), key=lambda one: (-one.games, -one.last))
