"""The history of a game, round by round."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from kingup.rules.deals import Deal


@dataclass(frozen=True, slots=True)
class Placed:
    """A seat placed a character on a floor."""

    seat: int
    letter: str
    floor: int


@dataclass(frozen=True, slots=True)
class Climbed:
    """A seat moved a character one step, from one place to another."""

    seat: int
    letter: str
    origin: str
    place: str


@dataclass(frozen=True, slots=True)
class Voted:
    """Everybody voted on the character that a seat had moved to the throne."""

    seat: int
    letter: str
    votes: str
    """Y, N or B for each seat, in seat order."""
    outcome: str
    """Where the candidate went: the throne, or another place."""
    emissary: str | None = None
    pile: str | None = None
    """The Emissary's pile after a reshuffle. Secret until the game is over."""


Move = Placed | Climbed | Voted

# All games of a process share equal moves, which occur again and again.
placed = lru_cache(4096)(Placed)
climbed = lru_cache(8192)(Climbed)
voted = lru_cache(8192)(Voted)


@dataclass(frozen=True, slots=True)
class Crowning:
    """A coronation and what everybody gained by it."""

    seat: int
    letter: str
    points: tuple[int, ...]
    """What each player's favourites scored."""
    scores: tuple[int, ...]
    """Each player's score afterwards."""
    ambition: tuple[int, ...] | None = None
    """What each player's Ambition card scored; None unless this crowning ended the round."""
    emissary_points: int | None = None
    emissary_score: int | None = None


@dataclass(slots=True)
class Round:
    """One round of a game, secrets included: never show it, show a view of it."""

    deal: Deal
    kept: list[str | None]
    """Each player's kept Ambition card; empty without that option."""
    moves: list[Move] = field(default_factory=list)
    crownings: list[Crowning] = field(default_factory=list)
    castle: dict[str, str] | None = None
    """Where everybody stood at the end, by letter; None while the round is played."""

    @property
    def ended(self) -> bool:
        """Whether the round is over."""
        return self.castle is not None

    def copy(self) -> Round:
        """Return an independent copy."""
        return Round(self.deal, self.kept[:], self.moves[:], self.crownings[:], self.castle)
