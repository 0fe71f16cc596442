"""Who plays at a table."""

from __future__ import annotations

from dataclasses import dataclass

from kingup.tables.events import Reason


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who plays: a person, or a bot of some level."""

    person: str | None
    level: str | None
    name: str
    colour: int
    confirmed: bool = False
    contribution: str = ""
    """What the person added to the chance that the deals are drawn from."""
    standing_in: Reason | None = None
    """Why a bot plays for the person, while one does."""
    owner: str = ""
    """Whose bot from outside this is, by name. Such a bot sits and acts as a person does."""

    @property
    def is_bot(self) -> bool:
        """Whether this place belongs to a bot."""
        return self.level is not None

    @property
    def is_from_outside(self) -> bool:
        """Whether this is somebody's bot, which plays over the network."""
        return bool(self.owner)

    @property
    def is_machine(self) -> bool:
        """Whether a program plays here: a bot of ours, or somebody's from outside."""
        return self.is_bot or self.is_from_outside

    @property
    def is_there(self) -> bool:
        """Whether this is a person who plays for themselves."""
        return self.person is not None and self.standing_in is None
