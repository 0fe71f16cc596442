"""The settings of a server. None of them comes from a request."""

from __future__ import annotations

from dataclasses import dataclass

STAND_IN = "courtier"
"""The level of the bot that plays for an absent person."""


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """What a server needs to know before it starts."""

    database: str
    """The database, as an SQLAlchemy URL."""
    address: str | None = None
    """The server's public address; without it, links use the host of each request."""
    known_address: bool = False
    """Whether `address` is the only valid one, whatever host a request names."""
    limited: bool = True
    """Whether requests are rate-limited."""
    bot_speed: float = 1.0
    """Divides the delays of bots; tests and benchmarks use a higher speed."""
    opponent: str = "courtier"
    """The level of the bots in a game that is started with one click."""
    stand_in: str = STAND_IN
    """The level of the bot that plays for an absent person."""
    away_after: float = 90.0
    """Seconds without a connection after which a bot may take over for a person."""
    bot_threads: int | None = None
    """How many bots may think at the same time; by default one fewer than there are cores, but
    at least two."""
    analysis_seconds: float = 20.0
    """About how long the analysis of a game of four seats may take on one core."""
    metrics_for: tuple[str, ...] = ()
    """The networks from which metrics may be read; without any, nobody may."""
    logged: bool = False
    """Whether every response is logged: time, route, duration."""
    prepare: bool = True
    """Whether bots are compiled when the server starts."""
    push_contact: str | None = None
    """The operator's contact for push services (mailto: or https:). Without it there are no push
    reminders."""
    push_anywhere: bool = False
    """Whether push messages may go to any address, even in the server's own network; for tests."""
