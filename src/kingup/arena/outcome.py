"""The outcome of one game: all that tables, tests and plots are made from."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from kingup.rules.errors import KingUpError


@dataclass(frozen=True, slots=True)
class GameOutcome:
    """The result of one game. Tuples are by seat, unless stated otherwise."""

    game: int
    deal: int
    contest: int
    rotation: int
    lineup: tuple[int, ...]
    """The bot on each seat."""
    first: int
    """The seat that began round one."""
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    """0 for the best; tied seats share the better rank."""
    winners: tuple[int, ...]
    """The winning seats; none if the Emissary wins."""
    emissary: int | None
    steps: tuple[int, ...]
    """Placements and climbs, by round."""
    votes: tuple[int, ...]
    """Votes held, by round."""
    no_spent: tuple[tuple[int, ...], ...]
    """No cards that each seat spent, by round."""
    bellyaches: tuple[int, ...]
    """Bellyache cards that each seat spent, in the whole game."""
    decisions: tuple[int, ...]
    """How many decisions each seat had."""
    failed: int | None = None
    """The seat whose bot failed, which ended the game."""
    reason: str | None = None
    seconds: tuple[float, ...] = ()
    """The thinking time of each seat: measured, so it differs from run to run."""
    record: str | None = None
    """The record of the game, which has its own file."""

    def share(self, seat: int) -> float:
        """Return the seat's share of the win: 1, less if it is shared, or 0."""
        return 1 / len(self.winners) if seat in self.winners else 0.0

    def turn(self, seat: int) -> int:
        """Return a seat's position in the turn order of round one, from 0."""
        return (seat - self.first) % len(self.lineup)

    def as_dict(self) -> dict[str, Any]:
        """Return the part that the seeds alone decide, for a line of the results."""
        apart = ("seconds", "record")
        return {f.name: getattr(self, f.name) for f in fields(self) if f.name not in apart}


_OPTIONAL = ("emissary", "failed", "reason")
_NUMBERS = ("game", "deal", "contest", "rotation", "first", "emissary", "failed")


def outcome_of(values: Any, seconds: tuple[float, ...] = ()) -> GameOutcome:
    """Return an outcome from a line of the results; raise `KingUpError` if it is malformed."""
    names = [f.name for f in fields(GameOutcome) if f.name not in ("seconds", "record")]
    if not isinstance(values, dict) or list(values) != names:
        raise KingUpError("This is not the result of a game.")
    read = {name: _value(name, values[name]) for name in names}
    return GameOutcome(**read, seconds=seconds)


def _value(name: str, value: Any) -> Any:
    if value is None and name in _OPTIONAL:
        return None
    if name == "reason":
        right = isinstance(value, str)
    elif name in _NUMBERS:
        right = isinstance(value, int)
    elif name == "no_spent":
        right = isinstance(value, list) and all(isinstance(row, list) for row in value)
        value = tuple(tuple(row) for row in value) if right else value
    else:
        right = isinstance(value, list) and all(isinstance(number, int) for number in value)
        value = tuple(value) if right else value
    if not right:
        raise KingUpError("This is not the result of a game.")
    return value
