"""The events of a table, numbered from 1: its only source of truth.

Some hold secrets (the table's secret, deals, Ambition choices, incomplete votes). They are for the
store and the reducer; people are shown `Table.view`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Literal

from kingup.rules.deals import Deal
from kingup.tables.setting import BotPace, TableSetting

By = Literal["person", "bot", "stand-in"]
Reason = Literal["clock", "away", "host"]


@dataclass(frozen=True, slots=True)
class Created:
    """A table was created. Its secret is not shown until the game is over."""

    kind: ClassVar[str] = "created"
    host: str
    setting: TableSetting
    code: str
    commitment: str
    """The SHA-256 of the secret, public from the beginning."""
    secret: str


@dataclass(frozen=True, slots=True)
class Branched:
    """The game so far was played elsewhere: here somebody plays on from there, to see what if."""

    kind: ClassVar[str] = "branched"
    address: str
    """Where the moment can be watched."""


@dataclass(frozen=True, slots=True)
class Sat:
    """A person took a player's place."""

    kind: ClassVar[str] = "sat"
    player: int
    person: str
    name: str
    colour: int
    owner: str = ""
    """The name of an external bot's owner; empty for a person who plays for themselves."""


@dataclass(frozen=True, slots=True)
class BotSat:
    """A bot was given a player's place."""

    kind: ClassVar[str] = "bot-sat"
    player: int
    level: str
    name: str
    colour: int


@dataclass(frozen=True, slots=True)
class StoodUp:
    """A player's place was vacated before the start."""

    kind: ClassVar[str] = "stood-up"
    player: int


@dataclass(frozen=True, slots=True)
class Confirmed:
    """A person is ready, and has contributed to the randomness of the deals."""

    kind: ClassVar[str] = "confirmed"
    player: int
    contribution: str = ""


@dataclass(frozen=True, slots=True)
class Unconfirmed:
    """A person is no longer ready."""

    kind: ClassVar[str] = "unconfirmed"
    player: int


@dataclass(frozen=True, slots=True)
class Started:
    """The game began."""

    kind: ClassVar[str] = "started"


@dataclass(frozen=True, slots=True)
class Dealt:
    """A round was dealt. Secret."""

    kind: ClassVar[str] = "dealt"
    deal: Deal


@dataclass(frozen=True, slots=True)
class Shuffled:
    """The Emissary's pile was shuffled. Secret."""

    kind: ClassVar[str] = "shuffled"
    pile: str


@dataclass(frozen=True, slots=True)
class Acted:
    """A player acted. A vote is secret until all are in, an Ambition choice for the round."""

    kind: ClassVar[str] = "acted"
    player: int
    action: str
    """As in a record: A3, A, Y, or an Ambition card's id."""
    by: By


acted_alike = lru_cache(8192)(Acted)
"""Returns a shared `Acted` event: tables repeat the same few."""


@dataclass(frozen=True, slots=True)
class Continued:
    """A player has seen a round's scoring."""

    kind: ClassVar[str] = "continued"
    player: int


@dataclass(frozen=True, slots=True)
class ClockExpired:
    """A player's time for a decision ran out."""

    kind: ClassVar[str] = "clock-expired"
    player: int


@dataclass(frozen=True, slots=True)
class StoodIn:
    """A bot plays for a person from now on, until the person returns."""

    kind: ClassVar[str] = "stood-in"
    player: int
    reason: Reason


@dataclass(frozen=True, slots=True)
class Returned:
    """A person plays for themselves again instead of their stand-in."""

    kind: ClassVar[str] = "returned"
    player: int


@dataclass(frozen=True, slots=True)
class SeatGiven:
    """A player's place was given to another person or to a bot during a game."""

    kind: ClassVar[str] = "seat-given"
    player: int
    person: str | None
    level: str | None
    name: str
    colour: int


@dataclass(frozen=True, slots=True)
class LinkIssued:
    """A link was made that gives a player's place to the first person who opens it."""

    kind: ClassVar[str] = "link-issued"
    player: int
    digest: str
    """The SHA-256 of the link's token, so that nobody can take a place by reading the log."""


@dataclass(frozen=True, slots=True)
class SeatReclaimed:
    """A person took their place back on another device."""

    kind: ClassVar[str] = "seat-reclaimed"
    player: int
    person: str


@dataclass(frozen=True, slots=True)
class Paused:
    """The host paused the game: nobody acts and no clock runs."""

    kind: ClassVar[str] = "paused"


@dataclass(frozen=True, slots=True)
class Resumed:
    """The game goes on; all clocks start afresh."""

    kind: ClassVar[str] = "resumed"


@dataclass(frozen=True, slots=True)
class Abandoned:
    """The table was given up."""

    kind: ClassVar[str] = "abandoned"


@dataclass(frozen=True, slots=True)
class PaceChanged:
    """The bots' pace was changed."""

    kind: ClassVar[str] = "pace-changed"
    bot_pace: BotPace


@dataclass(frozen=True, slots=True)
class Coached:
    """The only person at the table has a coach from now on: the game does not count."""

    kind: ClassVar[str] = "coached"


@dataclass(frozen=True, slots=True)
class Rematched:
    """The same people continue at another table."""

    kind: ClassVar[str] = "rematched"
    code: str


@dataclass(frozen=True, slots=True)
class HostChanged:
    """Another person became host. The title is removed with the host who wrote it."""

    kind: ClassVar[str] = "host-changed"
    person: str


@dataclass(frozen=True, slots=True)
class Forgotten:
    """A player has deleted their data; an anonymous name and id replace theirs."""

    kind: ClassVar[str] = "forgotten"
    player: int
    person: str
    name: str


Event = (
    Created
    | Branched
    | Sat
    | BotSat
    | StoodUp
    | Confirmed
    | Unconfirmed
    | Started
    | Dealt
    | Shuffled
    | Acted
    | Continued
    | ClockExpired
    | StoodIn
    | Returned
    | SeatGiven
    | LinkIssued
    | SeatReclaimed
    | Paused
    | Resumed
    | Abandoned
    | PaceChanged
    | Coached
    | Rematched
    | HostChanged
    | Forgotten
)


@dataclass(frozen=True, slots=True)
class Numbered:
    """An event with its number, from 1, and its time in seconds since 1970."""

    number: int
    at: float
    event: Event
