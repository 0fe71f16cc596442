"""Decisions about people who are away, and about their return."""

from __future__ import annotations

from kingup.tables.errors import TableError
from kingup.tables.events import ClockExpired, Event, Reason, Returned, StoodIn
from kingup.tables.play import check_playing
from kingup.tables.seating import check_holder, check_host
from kingup.tables.table import Table


def expire_clock(table: Table, player: int, now: float) -> list[Event]:
    """Let a bot stand in for a person whose time has run out; no events if it has not."""
    deadline = table.deadline(player)
    if deadline is None or now < deadline:
        return []
    return [ClockExpired(player), StoodIn(player, "clock")]


def stand_in(
    table: Table, player: int, reason: Reason = "away", *, person: str | None = None
) -> list[Event]:
    """Let a bot stand in for a person who is away, or whom the host declares away.

    No events if a bot already plays there, or if the game is not being played.
    """
    if reason == "host":
        check_host(table, person)
        check_playing(table)
    if table.sitter(player).is_bot:
        raise TableError("A bot sits there: it needs no stand-in.")
    playing = table.status == "playing" and table.is_there(player)
    return [StoodIn(player, reason)] if playing else []


def leave(table: Table, person: str, player: int) -> list[Event]:
    """Let a bot stand in for oneself until one returns."""
    check_holder(table, person, player)
    return stand_in(table, player, "away")


def return_(table: Table, person: str, player: int) -> list[Event]:
    """Play for oneself again, from now on; allowed at any time."""
    check_holder(table, person, player)
    return [Returned(player)] if table.sitter(player).standing_in else []
