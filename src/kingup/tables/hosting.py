"""Decisions of the host, and about places that change hands."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Collection
from dataclasses import replace

from kingup.tables.dealing import commitment_of
from kingup.tables.errors import NotAllowed, TableError
from kingup.tables.events import (
    Abandoned,
    BotSat,
    Confirmed,
    Created,
    Event,
    LinkIssued,
    PaceChanged,
    Paused,
    Rematched,
    Resumed,
    Sat,
    SeatGiven,
    SeatReclaimed,
)
from kingup.tables.play import check_playing
from kingup.tables.seating import (
    check_host,
    check_level,
    free_colour,
    free_name,
    new_bot_name,
)
from kingup.tables.setting import read_bot_pace
from kingup.tables.table import Table


def give_seat(
    table: Table, person: str, player: int, level: str, levels: Collection[str]
) -> list[Event]:
    """Let the host replace a player by a bot during a game.

    To give the place to another person, the host sends a link (`issue_link`).
    """
    check_host(table, person)
    _check_running(table)
    sitter = table.sitter(player)
    check_level(level, levels)
    name = sitter.name if sitter.is_bot else new_bot_name(table, player)
    return [SeatGiven(player, None, level, name, sitter.colour)]


def issue_link(table: Table, person: str, player: int, token: str) -> list[Event]:
    """Make a link to a place that works once; an earlier one stops working.

    The host may make one, and so may the person at that place, to play on with another device.
    """
    _check_not_closed(table)
    if table.sitter(player).person != person:
        check_host(table, person)
    return [LinkIssued(player, digest_of(token))]


def linked_player(table: Table, token: str) -> int:
    """Return the player whose place a link gives; an invalid link raises an error."""
    digest = digest_of(token)
    for known, player in table.links.items():
        if hmac.compare_digest(known, digest):
            return player
    raise TableError("This link has been used or replaced: ask the host for a new one.")


def reclaim(table: Table, person: str, token: str) -> list[Event]:
    """Take one's place back with a link, on a new device.

    Where one device is passed around, all its places are taken back. The host remains host.
    """
    _check_not_closed(table)
    player = linked_player(table, token)
    sitter = table.sitter(player)
    if sitter.is_bot:
        raise TableError("A bot sits there: enter your name to take its place.")
    _check_holds_nobody_else(table, person, player)
    shared = table.player_of(sitter.person) if table.setting.passed else (player,)
    return [SeatReclaimed(mine, person) for mine in shared]


def take_over(
    table: Table, person: str, token: str, name: str, colour: int | None = None
) -> list[Event]:
    """Take somebody else's place with a link, under one's own name."""
    _check_running(table)
    player = linked_player(table, token)
    _check_holds_nobody_else(table, person, player)
    name = free_name(table, name, {player})
    if colour is None:
        colour = table.sitter(player).colour
    return [SeatGiven(player, person, None, name, free_colour(table, player, colour))]


def pause(table: Table, person: str) -> list[Event]:
    """Let the host pause the game."""
    check_host(table, person)
    check_playing(table)
    return [Paused()]


def resume(table: Table, person: str) -> list[Event]:
    """Let the host resume a paused game."""
    check_host(table, person)
    if table.status != "paused":
        raise TableError("The game is not paused.")
    return [Resumed()]


def abandon(table: Table, person: str) -> list[Event]:
    """Let the host close the table for good."""
    check_host(table, person)
    _check_not_closed(table)
    return [Abandoned()]


def change_pace(table: Table, person: str, bot_pace: str) -> list[Event]:
    """Let the host or a player change how fast the bots act."""
    if person != table.host and not table.player_of(person):
        raise NotAllowed("Only people at the table can do this.")
    _check_not_closed(table)
    pace = read_bot_pace(bot_pace)
    return [] if pace == table.bot_pace else [PaceChanged(pace)]


def rematch(table: Table, person: str, code: str) -> list[Event]:
    """Point this table to a rematch at another; no events if there is one already."""
    if person != table.host and not table.player_of(person):
        raise NotAllowed("Only people who played here can ask for a rematch.")
    if not table.is_closed:
        raise TableError("The game is not over yet.")
    return [] if table.next_code else [Rematched(code)]


def rematch_table(table: Table, person: str, code: str, secret: str) -> list[Event]:
    """Return the first events of a rematch's table: the same people, the next first seat.

    Its host is the person who asked for it, because the old host may have left.
    """
    setting = table.setting
    first = setting.first
    if table.game is not None and table.game.rounds:
        first = table.game.rounds[0].deal.first
    if first is not None:
        first = (first + 1) % len(setting.seats)
    setting = replace(setting, first=first, bot_pace=table.bot_pace)
    events: list[Event] = [Created(person, setting, code, commitment_of(secret), secret)]
    for player, sitter in enumerate(table.players):
        if sitter is None:
            continue
        if sitter.level is not None:
            events.append(BotSat(player, sitter.level, sitter.name, sitter.colour))
        elif sitter.person is not None:
            events.append(Sat(player, sitter.person, sitter.name, sitter.colour, sitter.owner))
            if sitter.is_from_outside:  # bots are ready at once
                events.append(Confirmed(player))
    return events


def digest_of(token: str) -> str:
    """Return the digest of a link's token that the log stores."""
    return hashlib.sha256(token.encode()).hexdigest()


def _check_holds_nobody_else(table: Table, person: str, player: int) -> None:
    others = [p for p in table.player_of(person) if p != player]
    if others and not table.setting.passed:
        raise TableError(
            "You are already at this table, as {who}.", who=table.sitter(others[0]).name
        )


def _check_running(table: Table) -> None:
    if table.status != "paused":
        check_playing(table)


def _check_not_closed(table: Table) -> None:
    if table.is_closed:
        raise TableError("This table is closed.")
