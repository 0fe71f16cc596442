"""How a server is set up. Nothing here comes from a request."""

from __future__ import annotations

from dataclasses import dataclass

STAND_IN = "courtier"
"""The level of the bot that plays for the absent."""


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """What a server needs to know before it starts."""

    database: str
    """Where the tables are kept, as an SQLAlchemy address."""
    address: str | None = None
    """Where guests reach the server; without it, where each of them reached it."""
    known_address: bool = False
    """Whether that is the only one there is, whatever host a request names."""
    limited: bool = True
    """Whether anybody who asks too often must wait."""
    bot_speed: float = 1.0
    """How many times faster than people like it bots act; tests and benchmarks hurry them."""
    opponent: str = "courtier"
    """The level of the bots in a game that begins with one click."""
    stand_in: str = STAND_IN
    """The level of the bot that plays for the absent."""
    away_after: float = 90.0
    """Seconds without a connection after which a bot may play for a person."""
    thinkers: int | None = None
    """How many bots may think at the same time; two at least and one fewer than there are
    cores without it."""
    metrics_for: tuple[str, ...] = ()
    """The networks from which the server's numbers may be read; nobody's without any."""
    logged: bool = False
    """Whether every answer is logged: when, which route, how long it took."""
    prepare: bool = True
    """Whether bots are compiled at the start, before the first of them is asked."""
    push_contact: str | None = None
    """Whom push services write to if something is wrong (mailto: or https:). With it people can
    let their browsers tell them whose turn it is."""
    push_anywhere: bool = False
    """Whether messages go to any address, also within the own network; for tests."""
