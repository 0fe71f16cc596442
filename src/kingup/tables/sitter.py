"""The occupant of a player's place."""

from __future__ import annotations

from dataclasses import dataclass

from kingup.tables.events import Reason


@dataclass(frozen=True, slots=True)
class Sitter:
    """The occupant of a place: a person, or a bot of some level."""

    person: str | None
    level: str | None
    name: str
    colour: int
    confirmed: bool = False
    contribution: str = ""
    """What the person contributed to the randomness of the deals."""
    standing_in: Reason | None = None
    """Why a bot plays for the person; None while they play themselves."""
    owner: str = ""
    """The name of an external bot's owner. Such a bot sits and acts as a person does."""

    @property
    def is_bot(self) -> bool:
        """Whether this place belongs to one of our own bots."""
        return self.level is not None

    @property
    def is_from_outside(self) -> bool:
        """Whether this is an external bot, which plays over the network."""
        return bool(self.owner)

    @property
    def is_machine(self) -> bool:
        """Whether a program plays here: one of our bots, or an external one."""
        return self.is_bot or self.is_from_outside

    @property
    def is_there(self) -> bool:
        """Whether this is a person who plays for themselves."""
        return self.person is not None and self.standing_in is None
