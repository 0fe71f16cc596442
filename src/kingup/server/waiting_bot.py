"""API bots that wait for games, as the lobby of a table lists them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

MOST_SHOWN = 12
"""Bots that a lobby lists. Others that wait can be invited by name."""


@dataclass(frozen=True, slots=True)
class WaitingBot:
    """A waiting bot, and whether it is invited to the table."""

    id: str
    """The public id."""
    name: str
    owner: str
    person: str
    """Who made its token; never shown."""
    invited: bool = False


@dataclass(frozen=True, slots=True)
class ShownBot:
    """A waiting bot as one viewer sees it."""

    id: str
    name: str
    owner: str
    mine: bool
    invited: bool


@dataclass(frozen=True, slots=True)
class WaitingBots:
    """The waiting bots that a lobby shows."""

    bots: tuple[ShownBot, ...] = ()
    more: int = 0
    """How many more are waiting."""


def waiting_bots(bots: Iterable[WaitingBot], person: str | None) -> WaitingBots:
    """Return the waiting bots: invited ones first, then the viewer's own, then by name."""
    shown = sorted(
        (ShownBot(g.id, g.name, g.owner, g.person == person, g.invited) for g in bots),
        key=lambda one: (not one.invited, not one.mine, one.name.casefold(), one.id),
    )
    return WaitingBots(tuple(shown[:MOST_SHOWN]), max(0, len(shown) - MOST_SHOWN))
