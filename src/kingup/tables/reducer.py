"""What each event changes at a table. The decisions have checked that it is allowed."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import assert_never

from kingup.game import Game
from kingup.tables.dealing import WITHDRAWN, house_contribution, proof
from kingup.tables.events import (
    Abandoned,
    Acted,
    BotSat,
    Branched,
    ClockExpired,
    Coached,
    Confirmed,
    Continued,
    Created,
    Dealt,
    Forgotten,
    HostChanged,
    LinkIssued,
    Numbered,
    PaceChanged,
    Paused,
    Rematched,
    Resumed,
    Returned,
    Sat,
    SeatGiven,
    SeatReclaimed,
    Shuffled,
    Started,
    StoodIn,
    StoodUp,
    Unconfirmed,
)
from kingup.tables.sitter import Sitter
from kingup.tables.table_state import TableState

COACHED = {"coached": "yes"}
"""How a record says that a player had a coach."""


def fold(table: TableState, numbered: Numbered) -> None:
    """Change a table by an event."""
    match event := numbered.event:
        case Created() | Sat() | BotSat() | StoodUp() | Confirmed() | Unconfirmed():
            _before_the_start(table, event, numbered.at)
        case Started():
            _start(table, numbered.at)
        case Dealt(deal):
            _game(table).deal(deal)
            table.continued.clear()
        case Shuffled(pile):
            _game(table).shuffle(pile)
            _end_if_over(table)
        case Acted(player, action, _by):
            _game(table).play(player, action)
            _end_if_over(table)
        case Continued(player):
            table.continued.add(player)
        case ClockExpired():
            pass  # a stand-in follows
        case StoodIn(player, reason):
            table.players[player] = replace(table.sitter(player), standing_in=reason)
        case Returned(player):
            table.players[player] = replace(table.sitter(player), standing_in=None)
            table.restart_clock(player, numbered.at)
        case SeatGiven() | LinkIssued() | SeatReclaimed() | Forgotten():
            _change_sitter(table, event, numbered.at)
        case Paused():
            table.status = "paused"
        case Resumed():
            table.status = "playing"
        case Abandoned():
            table.status = "abandoned"
            _prove(table)
        case PaceChanged(bot_pace):
            table.bot_pace = bot_pace
        case Coached():
            table.coached = True
            if table.game is not None:
                table.game.tags |= COACHED
        case Rematched(code):
            table.next_code = code
        case Branched(address):
            table.branch = address
        case HostChanged(person):
            table.host = person
            _remove_title(table)
        case _:
            assert_never(event)


def _before_the_start(
    table: TableState, event: Created | Sat | BotSat | StoodUp | Confirmed | Unconfirmed, at: float
) -> None:
    match event:
        case Created():
            table.code, table.host, table.setting = event.code, event.host, event.setting
            table.commitment, table.secret = event.commitment, event.secret
            table.bot_pace = event.setting.bot_pace
            table.players = [None] * event.setting.players
            table.created_at = at
        case Sat(player, person, name, colour, owner):
            table.players[player] = Sitter(person, None, name, colour, owner=owner)
        case BotSat(player, level, name, colour):
            table.players[player] = Sitter(None, level, name, colour, confirmed=True)
        case StoodUp(player):
            table.players[player] = None
            table.links = {digest: p for digest, p in table.links.items() if p != player}
        case Confirmed(player, contribution):
            table.players[player] = replace(
                table.sitter(player), confirmed=True, contribution=contribution
            )
        case Unconfirmed(player):
            table.players[player] = replace(table.sitter(player), confirmed=False, contribution="")


def _start(table: TableState, at: float) -> None:
    setting = table.setting
    tags = {"date": datetime.fromtimestamp(at, UTC).date().isoformat(), "table": table.code}
    if setting.title:
        tags["event"] = setting.title
    if table.coached:
        tags |= COACHED
    # The events bring the deals: a log replays without any dealer.
    table.game = Game(setting.edition, _names(table), setting.options, dealer=None, tags=tags)
    table.contributions = tuple(
        table.sitter(player).contribution or house_contribution(table.secret, player)
        for player in range(setting.players)
    )
    table.status = "playing"


def _change_sitter(
    table: TableState, event: SeatGiven | LinkIssued | SeatReclaimed | Forgotten, at: float
) -> None:
    player = event.player
    table.links = {digest: p for digest, p in table.links.items() if p != player}
    match event:
        case LinkIssued(digest=digest):
            table.links[digest] = player
        case SeatReclaimed(person=person):
            if table.sitter(player).person == table.host:
                table.host = person
            # A link is opened in a browser: whoever returns by it is no bot from outside.
            table.players[player] = replace(
                table.sitter(player), person=person, standing_in=None, owner=""
            )
            table.restart_clock(player, at)
        case Forgotten(person=person, name=name):
            table.players[player] = replace(
                table.sitter(player), person=person, name=name, owner=""
            )
            _update_names(table)
        case SeatGiven():
            table.players[player] = replace(
                table.sitter(player),
                person=event.person,
                level=event.level,
                name=event.name,
                colour=event.colour,
                confirmed=True,
                standing_in=None,
                owner="",
            )
            table.restart_clock(player, at)
            _update_names(table)


def _remove_title(table: TableState) -> None:
    """Remove the title, which the host who has left wrote."""
    table.setting = replace(table.setting, title="")
    if table.game is not None:
        table.game.tags.pop("event", None)


def _update_names(table: TableState) -> None:
    if table.game is not None:
        table.game.names = tuple(tuple(seat) for seat in _names(table))


def _end_if_over(table: TableState) -> None:
    if _game(table).is_over:
        table.status = "over"
        _prove(table)


def _prove(table: TableState) -> None:
    if table.branch:
        return  # its first cards were dealt elsewhere
    if table.game is not None and WITHDRAWN not in table.contributions:
        table.game.proof = proof(
            table.secret, table.contributions, chosen_first=table.setting.first is not None
        )


def _names(table: TableState) -> list[list[str]]:
    return [[table.sitter(player).name for player in seat] for seat in table.setting.by_seat()]


def _game(table: TableState) -> Game:
    assert table.game is not None, "the log tells of a game before its start"  # noqa: S101
    return table.game
