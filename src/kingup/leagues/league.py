"""A league: its settings, the bots in it, and the games of its rounds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kingup.leagues.results import LeagueOutcome
from kingup.rules.errors import KingUpError
from kingup.rules.setup import Setup
from kingup.tables.setting import LONGEST_TITLE, tidy

SECONDS = range(10, 301)
"""The allowed seconds for a decision."""
MOST_MEMBERS = 60

Status = Literal["waiting", "playing", "done"]


class LeagueError(KingUpError):
    """Something that a league does not allow."""


@dataclass(frozen=True, slots=True)
class LeagueSetting:
    """What is played in a league, checked: what the rules do not allow raises an error."""

    name: str
    edition: str = "kingup"
    seats: int = 3
    options: tuple[str, ...] = ()
    seconds: int = 10

    def __post_init__(self) -> None:
        if "shared-marker" in self.options:
            raise LeagueError("A league has no teams: every bot plays for itself.")
        setup = Setup.of(self.edition, self.seats, self.options)
        object.__setattr__(self, "options", setup.options)
        name = tidy(self.name)
        if not name:
            raise LeagueError("Give the league a name.")
        if len(name) > LONGEST_TITLE:
            raise LeagueError("A league’s name can have at most {most} letters.",
                              most=LONGEST_TITLE)  # fmt: skip
        object.__setattr__(self, "name", name)
        if self.seconds not in SECONDS:
            raise LeagueError(
                "Allow {least} to {most} seconds for a decision.",
                least=SECONDS[0],
                most=SECONDS[-1],
            )


@dataclass(frozen=True, slots=True)
class League:
    """A league as it is stored."""

    code: str
    host: str
    """The id of the person who runs it. Never shown to others."""
    setting: LeagueSetting
    automatic: bool
    """Whether the next round begins automatically when one is over."""
    created_at: float


@dataclass(frozen=True, slots=True)
class Member:
    """A bot in a league."""

    bot: str
    """The identity that it plays as."""
    token: str
    """The id of its API token, which is its public id."""
    person: str
    """The id of its owner."""
    name: str
    owner: str
    joined_at: float


@dataclass(frozen=True, slots=True)
class LeagueGame:
    """A game of a round."""

    round: int
    number: int
    lineup: tuple[str | None, ...]
    """The bot on each seat; None for one of our own that fills the table."""
    status: Status = "waiting"
    table: str | None = None
    """The code of its table; None before it begins, and for a game decided without playing."""
    absent: tuple[int, ...] = ()
    """The seats whose bots were not connected when it began."""
    outcome: LeagueOutcome | None = None
    """None until it is over, and for a game that was aborted."""
