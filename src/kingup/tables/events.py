"""What happens at a table: its events, numbered from 1, are the only truth about it.

Some hold secrets (the table's secret, deals, Ambition choices, votes that are not yet all in).
They are for the store and for the fold; people are shown `Table.view`.
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
    """A table was made. Its secret stays secret until the game is over."""

    kind: ClassVar[str] = "created"
    host: str
    setting: TableSetting
    code: str
    commitment: str
    """The SHA-256 of the secret, public from the beginning."""
    secret: str


@dataclass(frozen=True, slots=True)
class Sat:
    """A person took a player's place."""

    kind: ClassVar[str] = "sat"
    player: int
    person: str
    name: str
    colour: int
    owner: str = ""
    """Whose bot from outside it is, by name; empty for somebody who plays for themselves."""


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
    """A player's place became free again, before the start."""

    kind: ClassVar[str] = "stood-up"
    player: int


@dataclass(frozen=True, slots=True)
class Confirmed:
    """A person is ready, and has added to the chance that the deals are drawn from."""

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
    """As a record writes it: A3, A, Y, or an Ambition card's id."""
    by: By


acted_alike = lru_cache(8192)(Acted)
"""Makes that event, once for all tables: the same is done at each of them."""


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
    """A person who was stood in for plays again."""

    kind: ClassVar[str] = "returned"
    player: int


@dataclass(frozen=True, slots=True)
class SeatGiven:
    """A player's place went to another person or to a bot, in the middle of a game."""

    kind: ClassVar[str] = "seat-given"
    player: int
    person: str | None
    level: str | None
    name: str
    colour: int


@dataclass(frozen=True, slots=True)
class LinkIssued:
    """The host made a link that gives a player's place to whoever opens it first."""

    kind: ClassVar[str] = "link-issued"
    player: int
    digest: str
    """The SHA-256 of the link's token: the log cannot be used to take a place."""


@dataclass(frozen=True, slots=True)
class SeatReclaimed:
    """A person took their place back, with another device."""

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
    """The host gave the table up."""

    kind: ClassVar[str] = "abandoned"


@dataclass(frozen=True, slots=True)
class PaceChanged:
    """Bots act faster or slower from now on."""

    kind: ClassVar[str] = "pace-changed"
    bot_pace: BotPace


@dataclass(frozen=True, slots=True)
class Rematched:
    """The same people meet again at another table."""

    kind: ClassVar[str] = "rematched"
    code: str


@dataclass(frozen=True, slots=True)
class HostChanged:
    """Another person has the host's tools. The title goes with who wrote it."""

    kind: ClassVar[str] = "host-changed"
    person: str


@dataclass(frozen=True, slots=True)
class Forgotten:
    """Somebody who played here has deleted their data: a name and an id that are nobody's."""

    kind: ClassVar[str] = "forgotten"
    player: int
    person: str
    name: str


Event = (
    Created
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
