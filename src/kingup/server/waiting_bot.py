"""Bots from outside that wait for games, as the lobby of a table offers them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

MOST_SHOWN = 12
"""Bots that a lobby lists. Where more wait, others are asked by name."""


@dataclass(frozen=True, slots=True)
class WaitingBot:
    """A bot that waits, and whether it is asked to the table."""

    id: str
    """What others call it by."""
    name: str
    owner: str
    person: str
    """Who made its token; for no page."""
    asked: bool = False


@dataclass(frozen=True, slots=True)
class ShownBot:
    """The same as somebody sees it."""

    id: str
    name: str
    owner: str
    mine: bool
    asked: bool


@dataclass(frozen=True, slots=True)
class WaitingBots:
    """All that a lobby shows of those who wait."""

    guests: tuple[ShownBot, ...] = ()
    more: int = 0
    """How many wait besides."""


def waiting_bots(guests: Iterable[WaitingBot], person: str | None) -> WaitingBots:
    """Return those who wait: asked ones first, then one's own, then by name."""
    shown = sorted(
        (ShownBot(g.id, g.name, g.owner, g.person == person, g.asked) for g in guests),
        key=lambda one: (not one.asked, not one.mine, one.name.casefold(), one.id),
    )
    return WaitingBots(tuple(shown[:MOST_SHOWN]), max(0, len(shown) - MOST_SHOWN))
